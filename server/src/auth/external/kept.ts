/** Caches a remote document that rarely changes. Concurrent readers share one request, and failures are not cached. */
export type Kept<T> = {
  get(): Promise<T>
  /** Reloads the document, at most once per `pause`: forged tokens must not make us send requests at will. */
  again(): Promise<T>
}

/** `life` and `pause` are in milliseconds. */
export function kept<T>(load: () => Promise<T>, now: () => Date, life: number, pause = 30_000): Kept<T> {
  let held: { value: Promise<T>; at: number } | null = null
  const youngerThan = (age: number): Promise<T> => {
    const at = now().getTime()
    if (held && Math.abs(at - held.at) < age) return held.value
    const value = load()
    const mine = { value, at }
    held = mine
    value.catch(() => {
      if (held === mine) held = null
    })
    return value
  }
  return { get: () => youngerThan(life), again: () => youngerThan(pause) }
}
