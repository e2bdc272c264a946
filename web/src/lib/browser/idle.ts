/** Calls back when the page is idle. Returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  // Not every browser has an idle callback.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 100)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(work, { timeout: 1000 })
  return () => cancelIdleCallback(asked)
}
