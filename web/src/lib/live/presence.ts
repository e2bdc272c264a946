// Owns who is present on a topic: each page shows a state of its own and sees those of the others. Nothing depends on it, for a page
// may say of itself what it wants: it is drawn, never counted on.
type Shown = object
type Channel = { track: (state: Shown) => Promise<unknown> }

export class Presence {
  #channel: Channel | null = null
  #own: Shown | null = null
  #others: readonly Shown[] = []
  readonly #listeners = new Set<(present: readonly Shown[]) => void>()

  /** The channel that carries it, after each join; null while there is none. */
  follow(channel: Channel | null): void {
    this.#channel = channel
    this.#send()
  }

  /** What the channel knows: a list of states for each page. */
  tell(states: Readonly<Record<string, readonly Shown[]>>): void {
    this.#others = Object.values(states).flatMap((each) => each.slice(-1))
    for (const listener of this.#listeners) listener(this.#others)
  }

  show(own: Shown): void {
    this.#own = own
    this.#send()
  }

  listen(listener: (present: readonly Shown[]) => void): () => void {
    this.#listeners.add(listener)
    listener(this.#others)
    return () => this.#listeners.delete(listener)
  }

  #send(): void {
    if (this.#channel && this.#own) void this.#channel.track(this.#own).catch(() => undefined)
  }
}

const kept = new Map<string, { presence: Presence; users: number }>()

/** The presence of a topic, if a part of this page shows one; asked when the topic's channel is joined. */
export const presenceOf = (topic: string): Presence | undefined => kept.get(topic)?.presence

/** Keeps the presence of a topic until it is released as often as it was held. */
export function holdPresence(topic: string): { presence: Presence; release: () => void } {
  const held = kept.get(topic) ?? { presence: new Presence(), users: 0 }
  held.users++
  kept.set(topic, held)
  const release = () => {
    held.users--
    if (held.users === 0) kept.delete(topic)
  }
  return { presence: held.presence, release }
}
