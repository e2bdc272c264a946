/**
 * Delivers items in the order in which they were added, even if some resolve later. A resolved item is delivered at
 * once when nothing is pending. A failed one is reported and skipped.
 */
export class InOrder<T> {
  readonly #deliver: (item: T) => void
  readonly #failed: (error: unknown) => void
  #last: Promise<void> | null = null

  constructor(deliver: (item: T) => void, failed: (error: unknown) => void) {
    this.#deliver = deliver
    this.#failed = failed
  }

  add(item: T | Promise<T>): void {
    if (!(item instanceof Promise) && this.#last === null) {
      this.#deliver(item)
      return
    }
    const turn: Promise<void> = this.#turn(item, this.#last).then(() => {
      if (this.#last === turn) this.#last = null
    })
    this.#last = turn
  }

  async #turn(item: T | Promise<T>, before: Promise<void> | null): Promise<void> {
    // Awaited before the queue, so that an early rejection is handled.
    const [settled] = await Promise.allSettled([item])
    await before
    try {
      if (settled.status === 'fulfilled') this.#deliver(settled.value)
      else this.#failed(settled.reason)
    } catch (error) {
      this.#failed(error)
    }
  }
}
