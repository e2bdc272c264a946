/**
 * A document of somebody else's that changes rarely: asked for once however many wait for it, kept for a time,
 * and never kept when it could not be read.
 */
export type Kept<T> = {
  get(): Promise<T>
  /** Asked for again, unless that was done a moment ago: a stranger's token must not make us ask at will. */
  again(): Promise<T>
}

/** `life` and `pause` in milliseconds. */
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
