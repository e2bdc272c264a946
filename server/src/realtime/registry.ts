/**
 * Subscribers by topic. Keys combine privacy and name, so a public and a private topic of the same name never mix. A
 * subscriber receives only the extensions that it may read. Empty topics are removed.
 */
export type Extension = 'broadcast' | 'presence'
export type Hears = Readonly<Record<Extension, boolean>>
export type Topic = { private: boolean; name: string }

export function topicKey(topic: Topic): string {
  return `${topic.private ? 'private' : 'public'}:${topic.name}`
}

type Subscribers<S> = Record<Extension, Set<S>>

export class Registry<S> {
  readonly #topics = new Map<string, Subscribers<S>>()

  add(key: string, subscriber: S, hears: Hears): void {
    let topic = this.#topics.get(key)
    if (!topic) {
      topic = { broadcast: new Set(), presence: new Set() }
      this.#topics.set(key, topic)
    }
    for (const extension of ['broadcast', 'presence'] as const) {
      if (hears[extension]) topic[extension].add(subscriber)
      else topic[extension].delete(subscriber)
    }
    this.#forgetEmpty(key, topic)
  }

  remove(key: string, subscriber: S): void {
    const topic = this.#topics.get(key)
    if (!topic) return
    topic.broadcast.delete(subscriber)
    topic.presence.delete(subscriber)
    this.#forgetEmpty(key, topic)
  }

  subscribers(key: string, extension: Extension): ReadonlySet<S> {
    return this.#topics.get(key)?.[extension] ?? NOBODY
  }

  keys(): string[] {
    return [...this.#topics.keys()]
  }

  #forgetEmpty(key: string, topic: Subscribers<S>): void {
    if (topic.broadcast.size + topic.presence.size === 0) this.#topics.delete(key)
  }
}

const NOBODY: ReadonlySet<never> = new Set()
