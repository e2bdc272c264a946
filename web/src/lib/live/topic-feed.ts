/** The position up to which messages were delivered. Numbers are comparable within one epoch only. */
export type Position = { epoch: string; number: number }
/** Every message of a numbered topic carries its own position. */
export type Message<M = unknown> = { event: string; payload: M & Position }
/** The answer of `catch_up()`; `messages` is null if the server can no longer list them. */
export type CaughtUp<M> = { epoch: string; head: number; messages: readonly Message<M>[] | null }

type Options<M> = {
  /** `catch_up()`: the messages after a position, in order. The position is null before the first join. */
  read: (after: Position | null) => Promise<CaughtUp<M>>
  tell: (message: Message<M>) => void
  /** Some messages can no longer be read: lists built on this topic must be fetched again. */
  reload: (at: Position) => void
  /** Waits before another attempt; resolves immediately once stopped. */
  pause: (attempt: number) => Promise<void>
}

/**
 * Delivers every message of a topic once and in order, from the first join on, despite disconnections. It compares each live
 * message with the last number delivered and reads the missing ones. If they can no longer be read, it calls `reload`. The
 * first join also reloads, because lists fetched before it may have missed messages.
 */
export class TopicFeed<M = unknown> {
  readonly #options: Options<M>
  #at: Position | null = null
  #held: Message<M>[] = []
  /** Messages may have been sent since the last read began. */
  #unsure = false
  #reading: Promise<void> | null = null
  #stopped = false

  constructor(options: Options<M>) {
    this.#options = options
  }

  /** The position of the last message delivered; null before the first join. */
  get at(): Position | null {
    return this.#at
  }

  /** Call on each join of the channel. Resolves when all messages up to now are delivered. */
  joined(): Promise<void> {
    this.#unsure = true
    this.#reading ??= this.#readAll()
    return this.#reading
  }

  /** Accepts a message of the channel in any order, and ignores duplicates. */
  live(message: Message<M>): void {
    if (this.#stopped || (this.#reading === null && this.#isKnown(message))) return
    if (this.#reading === null && this.#isNext(message)) this.#tell(message)
    else {
      this.#held.push(message)
      // Before the first join there is no position to compare with.
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
        // The page shows the disconnection; the read is retried.
        this.#unsure = true
        attempt += 1
        await this.#options.pause(attempt)
      }
    }
    this.#reading = null
  }

  #beginAt({ epoch, head }: CaughtUp<M>): void {
    // Delivers messages received during the join, even though a list fetched from now on contains them.
    const came = this.#held
      .filter(({ payload }) => payload.epoch === epoch)
      .map(({ payload }) => payload.number - 1)
    this.#at = { epoch, number: this.#at === null ? Math.min(head, ...came) : head }
    this.#unsure ||= this.#at.number < head
    this.#options.reload(this.#at)
  }

  /** Delivers held messages that follow in order. Those after a gap are kept; those of a past epoch are dropped. */
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
