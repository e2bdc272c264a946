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

/**
 * Runs in the page: clicks, and measures the milliseconds until the browser has put the first element of `selector` on the screen that
 * was not shown before: its `renderTime` in Element Timing, which counts the drawing of its pixels too.
 */
export const SHOWN = `
  globalThis.shown = (click, selector) => new Promise((resolve) => {
    const watch = () => {
      for (const one of document.querySelectorAll(selector)) if (!old.has(one)) one.setAttribute('elementtiming', 'shown')
    }
    const old = new Set([...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()))
    new MutationObserver(watch).observe(document, { childList: true, subtree: true })
    watch()
    new PerformanceObserver((list) => {
      const [first] = list.getEntries().filter(({ renderTime }) => renderTime > begin)
      if (first) resolve(first.renderTime - begin)
    }).observe({ type: 'element' })
    const begin = performance.now()
    click()
  })
`
