/** Resolves after a delay, or when the network returns. */
export const laterOrOnline = (delayMs: number): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      window.removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, delayMs)
    window.addEventListener('online', go)
  })
