import { eventTo, fanOut, type Receiver } from '../broadcasts/fan-out.ts'
import { type Registry, type Topic, topicKey } from '../registry.ts'
import { type Diff, type Entry, type Presences, PresenceTable } from './presence.ts'

/** Replicates the presence table: sends each change to this process's subscribers and to the other processes. */
export type PresencePost =
  | { kind: 'present'; topic: Topic; entry: Entry }
  | { kind: 'absent'; topic: Topic; owner: string }
  | { kind: 'all-present'; entries: { topic: Topic; entry: Entry }[] }

export class PresenceExchange<R extends Receiver> {
  readonly #table = new PresenceTable()
  readonly #registry: Registry<R>
  readonly #process: string
  readonly #tell: (post: PresencePost) => void

  constructor(registry: Registry<R>, process: string, tell: (post: PresencePost) => void) {
    this.#registry = registry
    this.#process = process
    this.#tell = tell
  }

  state(topic: Topic): Presences {
    return this.#table.state(topicKey(topic))
  }

  /** The entry of this process's channel, if any. */
  own(topic: Topic, owner: string): Entry | undefined {
    return this.#table.get(topicKey(topic), owner)
  }

  track(topic: Topic, entry: Entry): void {
    this.#announce(topic, this.#table.put(entry))
    this.#tell({ kind: 'present', topic, entry })
  }

  untrack(topic: Topic, owner: string): void {
    const diff = this.#table.remove(topicKey(topic), owner)
    if (!diff) return
    this.#announce(topic, diff)
    this.#tell({ kind: 'absent', topic, owner })
  }

  tellAll(): void {
    const entries = this.#table
      .ownedBy(this.#process)
      .map((entry) => ({ topic: topicOf(entry.topic), entry }))
    this.#tell({ kind: 'all-present', entries })
  }

  heard(from: string, post: PresencePost): void {
    if (post.kind === 'present') this.#put(post.topic, post.entry)
    else if (post.kind === 'absent') this.#drop(post.topic, post.owner)
    else {
      const owners = new Set(post.entries.map(({ entry }) => entry.owner))
      for (const entry of this.#table.ownedBy(from)) {
        if (!owners.has(entry.owner)) this.#drop(topicOf(entry.topic), entry.owner)
      }
      for (const { topic, entry } of post.entries) this.#put(topic, entry)
    }
  }

  gone(process: string): void {
    for (const entry of this.#table.ownedBy(process)) this.#drop(topicOf(entry.topic), entry.owner)
  }

  get size(): number {
    return this.#table.size
  }

  #put(topic: Topic, entry: Entry): void {
    const known = this.#table.get(entry.topic, entry.owner)
    if (known?.meta.phx_ref !== entry.meta.phx_ref) this.#announce(topic, this.#table.put(entry))
  }

  #drop(topic: Topic, owner: string): void {
    const diff = this.#table.remove(topicKey(topic), owner)
    if (diff) this.#announce(topic, diff)
  }

  #announce(topic: Topic, diff: Diff): void {
    const listeners = this.#registry.subscribers(topicKey(topic), 'presence')
    if (listeners.size > 0) fanOut(listeners, eventTo(topic.name, 'presence_diff', diff))
  }
}

function topicOf(key: string): Topic {
  const colon = key.indexOf(':')
  return { private: key.slice(0, colon) === 'private', name: key.slice(colon + 1) }
}
