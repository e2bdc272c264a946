/** As many as make a transaction's own cost small, and no more: all of them are asked again where one is refused with an error. */
const MOST = 128
/** What those who are asked together may wait for each other, in milliseconds: fewer are asked where policies are slow. */
export const TRANSACTION_MS = 100
/** Of one, before any was asked. */
const FIRST_GUESS_MS = 25

/** How many are asked in one transaction: by what one took before, and at least takes among those who are asked now. */
export class Together {
  /** In milliseconds. */
  readonly #now: () => number
  readonly #asked = new Set<{ count: number; began: number }>()
  #msEach = FIRST_GUESS_MS

  constructor(now: () => number) {
    this.#now = now
  }

  get most(): number {
    const now = this.#now()
    const slowest = Math.max(
      this.#msEach,
      ...[...this.#asked].map(({ count, began }) => (now - began) / count),
    )
    return Math.min(MOST, Math.max(1, Math.floor(TRANSACTION_MS / slowest)))
  }

  /** So many are asked now; the returned function says that they have their answer. */
  begin(count: number): () => void {
    const asked = { count, began: this.#now() }
    this.#asked.add(asked)
    return () => {
      this.#asked.delete(asked)
      this.#msEach = (this.#msEach + (this.#now() - asked.began) / count) / 2
    }
  }
}
