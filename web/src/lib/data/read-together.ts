/**
 * A reader that answers what is asked for in the same moment with one request: a page shows many names. `read` gets every key once;
 * a key that its map lacks is answered with null.
 */
export function readTogether<T>(
  read: (keys: string[]) => Promise<ReadonlyMap<string, T>>,
): (key: string) => Promise<T | null> {
  let waiting: { keys: Set<string>; answer: Promise<ReadonlyMap<string, T>> } | null = null
  return (key) => {
    if (!waiting) {
      const keys = new Set<string>()
      const answer = Promise.resolve().then(() => {
        waiting = null
        return read([...keys])
      })
      waiting = { keys, answer }
    }
    waiting.keys.add(key)
    return waiting.answer.then((found) => found.get(key) ?? null)
  }
}
