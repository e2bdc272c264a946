/** Arrivals within this window are reported together: a reconnection delivers many at once. */
export const TOGETHER_MS = 1000

/** Collects arrivals and reports them when the window ends; `stop` discards those not reported yet. */
export function gatherArrivals<Item>(tell: (items: readonly Item[]) => void): {
  add: (item: Item) => void
  stop: () => void
} {
  let waiting: Item[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    const items = waiting
    waiting = []
    timer = undefined
    tell(items)
  }
  return {
    add: (item) => {
      waiting.push(item)
      timer ??= setTimeout(flush, TOGETHER_MS)
    },
    stop: () => {
      clearTimeout(timer)
      timer = undefined
      waiting = []
    },
  }
}
