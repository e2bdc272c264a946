import type { Outgoing } from './fan-out.ts'

/**
 * Holds back a topic's live messages while a joining channel replays missed ones, then delivers each once. A row can be
 * read before its notification arrives, so the ids of replayed messages are remembered until then.
 */
export class Backlog {
  readonly #most: number
  #held: Outgoing[] | null = []
  #replayed: Set<string> | null = null

  constructor(most: number) {
    this.#most = most
  }

  /** What to do with a live message: `pass` it on, it was already `told`, it is `kept`, or the backlog is `full`. */
  take(message: Outgoing): 'pass' | 'told' | 'kept' | 'full' {
    if (this.#held === null)
      return message.id !== null && this.#replayed?.delete(message.id) ? 'told' : 'pass'
    if (this.#held.length >= this.#most) return 'full'
    this.#held.push(message)
    return 'kept'
  }

  /** Opens the backlog after the replay: returns the held messages that were not replayed. */
  open(missed: readonly Outgoing[]): Outgoing[] {
    const replayed = new Set(missed.flatMap(({ id }) => id ?? []))
    const held = (this.#held ?? []).filter(({ id }) => id === null || !replayed.delete(id))
    this.#held = null
    this.#replayed = replayed.size > 0 ? replayed : null
    return held
  }
}
