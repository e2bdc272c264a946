// Owns how often a refusal is written down: of an instrument and a reason once a minute, with how often it happened since, so
// that a venue gone mad is counted but does not fill the disk.
import type { Fault } from 'trading/market/market-checks'
import type { Refusal } from './market-store.ts'

const EVERY_MS = 60_000

export class RefusalLog {
  readonly #waiting = new Map<string, Refusal>()
  readonly #writtenAt = new Map<string, number>()

  /** Counts a refusal; whether it is the first of those that will be written down together. */
  add(symbol: string, reason: Fault, given: object): boolean {
    const key = `${symbol} ${reason}`
    const before = this.#waiting.get(key)
    this.#waiting.set(key, { symbol, reason, given, times: (before?.times ?? 0) + 1 })
    return before === undefined
  }

  /** What is to be written down at a time (milliseconds since 1970, UTC), each with the last example; then forgotten here. */
  due(now: number): Refusal[] {
    const due: Refusal[] = []
    for (const [key, refusal] of this.#waiting) {
      if (now - (this.#writtenAt.get(key) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) continue
      this.#writtenAt.set(key, now)
      this.#waiting.delete(key)
      due.push(refusal)
    }
    return due
  }
}
