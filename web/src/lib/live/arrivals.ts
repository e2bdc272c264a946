/** What comes within this time is told as one: a reconnection brings many, and nobody can listen to each. */
export const TOGETHER_MS = 1000

/** Gathers what arrives and tells it once the time is over; `stop` forgets what was not told yet. */
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
