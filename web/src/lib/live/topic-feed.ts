/** Up to where a topic was told: numbers mean the same within an epoch. */
export type Position = { epoch: string; number: number }
/** Every message of a numbered topic says its own place. */
export type Message<M = unknown> = { event: string; payload: M & Position }
/** The answer of `catch_up()`; without messages there is more to know than it can tell. */
export type CaughtUp<M> = { epoch: string; head: number; messages: readonly Message<M>[] | null }

type Options<M> = {
  /** `catch_up()`: what was told after a position, in order; before the first joining there is none. */
  read: (after: Position | null) => Promise<CaughtUp<M>>
  tell: (message: Message<M>) => void
  /** Not all that was told can be: whoever shows what rests on it reads that anew. */
  reload: (at: Position) => void
  /** Waits before another attempt; resolves at once when told to stop. */
  pause: (attempt: number) => Promise<void>
}

/**
 * Tells every message of a topic once and in order, from the first joining on, whatever the connection does: what comes live
 * is held against the number last told, and what is missing between them is read. What cannot be read any more is a `reload`,
 * which the first joining is as well: what was shown before it was read before anybody listened.
 */
export class TopicFeed<M = unknown> {
  readonly #options: Options<M>
  #at: Position | null = null
  #held: Message<M>[] = []
  /** Something may have been told since the last reading began. */
  #unsure = false
  #reading: Promise<void> | null = null
  #stopped = false

  constructor(options: Options<M>) {
    this.#options = options
  }

  /** Up to where all is told; null before the first joining. */
  get at(): Position | null {
    return this.#at
  }

  /** The channel is joined, for the first time or again. Resolves when everything until now is told. */
  joined(): Promise<void> {
    this.#unsure = true
    this.#reading ??= this.#readAll()
    return this.#reading
  }

  /** A message of the channel, whether expected, early, late or for the second time. */
  live(message: Message<M>): void {
    if (this.#stopped || (this.#reading === null && this.#isKnown(message))) return
    if (this.#reading === null && this.#isNext(message)) this.#tell(message)
    else {
      this.#held.push(message)
      // Before the first joining nothing is known to be missing.
      if (this.#at !== null) void this.joined()
    }
  }

  stop(): void {
    this.#stopped = true
    this.#held = []
  }

  async #readAll(): Promise<void> {
    for (let attempt = 0; !this.#stopped && (this.#unsure || this.#held.length > 0); ) {
      this.#unsure = false
      try {
        const page = await this.#options.read(this.#at)
        attempt = 0
        if (this.#stopped) break
        if (page.messages === null) this.#beginAt(page)
        else for (const message of page.messages) if (this.#isNext(message)) this.#tell(message)
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

  #beginAt({ epoch, head }: CaughtUp<M>): void {
    // What came while it was being joined is told, although a list that is read from now on has it.
    const came = this.#held
      .filter(({ payload }) => payload.epoch === epoch)
      .map(({ payload }) => payload.number - 1)
    this.#at = { epoch, number: this.#at === null ? Math.min(head, ...came) : head }
    this.#unsure ||= this.#at.number < head
    this.#options.reload(this.#at)
  }

  /** Tells what follows; what leaves a hole stays, and is read. What came before a reading is of its epoch, or of one that is over. */
  #tellHeld(): void {
    const waiting = this.#held.sort((one, other) => one.payload.number - other.payload.number)
    this.#held = []
    for (const message of waiting) {
      if (this.#isNext(message)) this.#tell(message)
      else if (message.payload.epoch === this.#at?.epoch && !this.#isKnown(message)) this.#held.push(message)
    }
  }

  #isNext({ payload }: Message<M>): boolean {
    return this.#at?.epoch === payload.epoch && payload.number === this.#at.number + 1
  }

  #isKnown({ payload }: Message<M>): boolean {
    return this.#at?.epoch === payload.epoch && payload.number <= this.#at.number
  }

  #tell(message: Message<M>): void {
    if (this.#stopped) return
    const { epoch, number } = message.payload
    this.#at = { epoch, number }
    this.#options.tell(message)
  }
}
