/** Calls back once the page has nothing to do. Returns how to stop. */
export function whenIdle(work: () => void): () => void {
  // Not every browser says when it is idle.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 100)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(work, { timeout: 1000 })
  return () => cancelIdleCallback(asked)
}
