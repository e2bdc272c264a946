/** At most `most` events of a key in a window. Kept in memory: it slows a flood down, the size of a row bounds the rest. */
const MOST_KEYS = 10_000

export class RateLimit {
  readonly #most: number
  readonly #windowMs: number
  readonly #windows = new Map<string, { endsAt: number; count: number }>()

  constructor(most: number, windowMs: number) {
    this.#most = most
    this.#windowMs = windowMs
  }

  /** Whether one more is allowed at `now` (milliseconds); if so it is counted. */
  allows(key: string, now: number): boolean {
    const window = this.#windows.get(key)
    if (window && window.endsAt > now) {
      if (window.count >= this.#most) return false
      window.count++
      return true
    }
    if (this.#windows.size >= MOST_KEYS) this.#forget(now)
    this.#windows.set(key, { endsAt: now + this.#windowMs, count: 1 })
    return true
  }

  /** Those that are over; when a flood of keys leaves none, the oldest. */
  #forget(now: number): void {
    for (const [key, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(key)
    const oldest = this.#windows.keys().next().value
    if (this.#windows.size >= MOST_KEYS && oldest !== undefined) this.#windows.delete(oldest)
  }
}
