import type { Extension, Hears, Topic } from '../registry.ts'
import type { Authorization } from './authorization.ts'
import type { Identity } from './identity.ts'

/**
 * The token a channel acts with, and the verdicts that go with it. A new token forgets all verdicts of the old one.
 * Public topics are open to everybody who could connect.
 */
const ALL: Hears = { broadcast: true, presence: true }

export class ChannelPermissions {
  readonly #authorization: Authorization
  readonly #topic: Topic
  readonly #headers: string
  readonly #gone: () => boolean
  #identity: Identity | null = null
  #writes: Partial<Record<Extension, boolean>> = {}

  /** `headers` is the JSON of the handshake's headers; `gone` tells that nobody waits for the answer any more. */
  constructor(authorization: Authorization, topic: Topic, headers: string, gone: () => boolean) {
    this.#authorization = authorization
    this.#topic = topic
    this.#headers = headers
    this.#gone = gone
  }

  /** Null until the first token was found good. */
  get identity(): Identity | null {
    return this.#identity
  }

  async reads(identity: Identity): Promise<Hears> {
    return this.#topic.private ? this.#authorization.read(this.#applicant(identity), this.#gone) : ALL
  }

  accept(identity: Identity): void {
    this.#identity = identity
    this.#writes = {}
  }

  /** Whether the channel may write is known without asking. */
  surelyWrites(extension: Extension): boolean {
    return !this.#topic.private || this.#writes[extension] === true
  }

  /** Asked at the first message after each token, then remembered. */
  async writes(extension: Extension): Promise<boolean> {
    const identity = this.#identity
    if (!this.#topic.private) return true
    if (!identity) return false
    const known = this.#writes[extension]
    if (known !== undefined) return known
    const verdict = await this.#authorization.write(this.#applicant(identity), extension, this.#gone)
    if (this.#identity === identity) this.#writes[extension] = verdict
    return verdict
  }

  #applicant(identity: Identity) {
    return { identity, headers: this.#headers, topic: this.#topic.name }
  }
}
