/** Enough to amortise a transaction, and no more, because an error makes the whole batch repeat. */
const MOST = 128
/** Time limit for a batch in milliseconds: slow policies mean smaller batches. */
export const TRANSACTION_MS = 100
/** Assumed duration of one evaluation before any measurement. */
const FIRST_GUESS_MS = 25

/** Determines batch sizes from the duration of earlier evaluations and of those in progress. */
export class Together {
  /** Milliseconds. */
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

  /** Starts `count` evaluations; the returned function ends them. */
  begin(count: number): () => void {
    const asked = { count, began: this.#now() }
    this.#asked.add(asked)
    return () => {
      this.#asked.delete(asked)
      this.#msEach = (this.#msEach + (this.#now() - asked.began) / count) / 2
    }
  }
}
