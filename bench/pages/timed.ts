/** Time between pointing at a link and pressing it, during which its target is prefetched; people take longer. */
export const POINTED_MS = 100

/**
 * Runs in the page: clicks, and measures the milliseconds until the frame after the one in which `answered` is true, so that
 * painting is included. A string, since this project has no DOM types.
 */
export const TIMED = `
  globalThis.timed = (click, answered) => new Promise((resolve) => {
    const begin = performance.now()
    click()
    const look = () => {
      if (answered()) requestAnimationFrame(() => resolve(performance.now() - begin))
      else requestAnimationFrame(look)
    }
    look()
  })
`
