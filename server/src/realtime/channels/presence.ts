/**
 * Presence as replicated state: each entry belongs to an owner (a channel in some process), and only that process
 * changes it. Pure; every change returns the diff to send.
 */
export type Meta = { phx_ref: string; [field: string]: unknown }
export type Presences = Record<string, { metas: Meta[] }>
export type Diff = { joins: Presences; leaves: Presences }

/** `owner` is `process/channel`, so that all entries of a dead process can be dropped. */
export type Entry = { topic: string; owner: string; key: string; meta: Meta }

export class PresenceTable {
  readonly #topics = new Map<string, Map<string, Entry>>()

  /** Adds or replaces the owner's entry on the topic. */
  put(entry: Entry): Diff {
    const topic = this.#topics.get(entry.topic) ?? new Map<string, Entry>()
    this.#topics.set(entry.topic, topic)
    const old = topic.get(entry.owner)
    topic.set(entry.owner, entry)
    const joined = old ? { ...entry.meta, phx_ref_prev: old.meta.phx_ref } : entry.meta
    return { joins: one(entry.key, joined), leaves: old ? one(old.key, old.meta) : {} }
  }

  /** Null when the owner was not present. */
  remove(topicKey: string, owner: string): Diff | null {
    const topic = this.#topics.get(topicKey)
    const old = topic?.get(owner)
    if (!topic || !old) return null
    topic.delete(owner)
    if (topic.size === 0) this.#topics.delete(topicKey)
    return { joins: {}, leaves: one(old.key, old.meta) }
  }

  get(topicKey: string, owner: string): Entry | undefined {
    return this.#topics.get(topicKey)?.get(owner)
  }

  state(topicKey: string): Presences {
    const state: Presences = Object.create(null)
    for (const { key, meta } of this.#topics.get(topicKey)?.values() ?? []) {
      const known = state[key]
      if (known) known.metas.push(meta)
      else state[key] = { metas: [meta] }
    }
    return state
  }

  ownedBy(process: string): Entry[] {
    return [...this.#topics.values()].flatMap((topic) =>
      [...topic.values()].filter(({ owner }) => owner.startsWith(`${process}/`)),
    )
  }

  get size(): number {
    return this.#topics.size
  }
}

/** A key may be any word, including `__proto__`. */
function one(key: string, meta: Meta): Presences {
  const presences: Presences = Object.create(null)
  presences[key] = { metas: [meta] }
  return presences
}
