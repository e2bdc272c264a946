// Limits how often a refusal is recorded: once a minute per instrument and reason, with a count, so that a faulty venue does
// not fill the disk.
import type { Fault } from 'trading/market/market-checks'
import type { Refusal } from './market-store.ts'

const EVERY_MS = 60_000

export class RefusalLog {
  readonly #waiting = new Map<string, Refusal>()
  readonly #writtenAt = new Map<string, number>()

  /** Counts a refusal; returns whether it is the first of those recorded together. */
  add(symbol: string, reason: Fault, given: object): boolean {
    const key = `${symbol} ${reason}`
    const before = this.#waiting.get(key)
    this.#waiting.set(key, { symbol, reason, given, times: (before?.times ?? 0) + 1 })
    return before === undefined
  }

  /** Returns the records due at a time (milliseconds since 1970, UTC), each with its last example, and clears them. */
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
