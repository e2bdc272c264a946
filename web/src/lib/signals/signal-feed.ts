/** What the feed of signals tells: numbered in the order of the commits, each with the number of the one before. */
export type Numbered = { number: number; previous: number | null }

type Page<M> = { head: number; messages: readonly M[] }
type Options<M> = {
  /** `signals_since()`: what came after a number, in order, or the head alone. */
  read: (after: number | null) => Promise<Page<M>>
  tell: (message: M) => void
  /** Waits before another attempt; resolves at once when told to stop. */
  pause: (attempt: number) => Promise<void>
}

/**
 * Tells every message once and in order, from the first joining on, whatever the connection does: what comes live is held
 * against the number last told, and what is missing between them is read. Nothing is told before `joined()`.
 */
export class SignalFeed<M extends Numbered> {
  readonly #options: Options<M>
  #last: number | null = null
  #held: M[] = []
  /** Something may have been told since the last reading began. */
  #unsure = false
  #reading: Promise<void> | null = null
  #stopped = false

  constructor(options: Options<M>) {
    this.#options = options
  }

  /** The number of the last message that was told, or that was there before; null before the first joining. */
  get last(): number | null {
    return this.#last
  }

  /** The channel is joined, for the first time or again. Resolves when everything until now is told. */
  joined(): Promise<void> {
    return this.#catchUp()
  }

  /** A message of the channel, whether expected, early, late or for the second time. */
  live(message: M): void {
    if (this.#stopped) return
    const follows = this.#last !== null && (message.previous ?? 0) <= this.#last
    if (this.#reading === null && follows) this.#tell(message)
    else {
      this.#held.push(message)
      // Before the first joining nothing is known to be missing.
      if (this.#last !== null) void this.#catchUp()
    }
  }

  stop(): void {
    this.#stopped = true
    this.#held = []
  }

  #catchUp(): Promise<void> {
    this.#unsure = true
    this.#reading ??= this.#readAll()
    return this.#reading
  }

  async #readAll(): Promise<void> {
    let attempt = 0
    let head = 0
    while (!this.#stopped && (this.#unsure || this.#held.length > 0 || (this.#last ?? 0) < head)) {
      this.#unsure = false
      try {
        const page = await this.#options.read(this.#last)
        attempt = 0
        head = page.head
        // What was there before the first joining is in the list that is read after it.
        if (this.#last === null) this.#last = Math.min(head, ...this.#held.map(({ number }) => number - 1))
        for (const message of page.messages) this.#tell(message)
        this.#tellHeld()
      } catch {
        // The page says that it is cut off; what is missing is read as soon as it can be.
        this.#unsure = true
        attempt += 1
        await this.#options.pause(attempt)
      }
    }
    this.#reading = null
  }

  /** Tells what follows; what does not stays, and is read. */
  #tellHeld(): void {
    const waiting = this.#held.sort((one, other) => one.number - other.number)
    this.#held = []
    for (const message of waiting) {
      if ((message.previous ?? 0) <= (this.#last ?? 0)) this.#tell(message)
      else this.#held.push(message)
    }
  }

  #tell(message: M): void {
    if (this.#stopped || message.number <= (this.#last ?? 0)) return
    this.#last = message.number
    this.#options.tell(message)
  }
}
