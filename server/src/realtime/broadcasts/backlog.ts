import type { Outgoing } from './fan-out.ts'

/**
 * The door between the live messages of a topic and a channel that is joining: it keeps them back until the missed
 * ones are told, then lets each message through once. A row can be read before its notice arrives, so the identifiers of
 * the replayed ones are remembered until then.
 */
export class Backlog {
  readonly #most: number
  #held: Outgoing[] | null = []
  #replayed: Set<string> | null = null

  constructor(most: number) {
    this.#most = most
  }

  /** What to do with a live message: `pass` it on, it was `told` before, it is `kept`, or the door is `full`. */
  take(message: Outgoing): 'pass' | 'told' | 'kept' | 'full' {
    if (this.#held === null)
      return message.id !== null && this.#replayed?.delete(message.id) ? 'told' : 'pass'
    if (this.#held.length >= this.#most) return 'full'
    this.#held.push(message)
    return 'kept'
  }

  /** Opens the door once the missed messages are told: those that came meanwhile and are not among them. */
  open(missed: readonly Outgoing[]): Outgoing[] {
    const replayed = new Set(missed.flatMap(({ id }) => id ?? []))
    const held = (this.#held ?? []).filter(({ id }) => id === null || !replayed.delete(id))
    this.#held = null
    this.#replayed = replayed.size > 0 ? replayed : null
    return held
  }
}
