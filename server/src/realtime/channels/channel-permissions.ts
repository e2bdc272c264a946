import type { Extension, Hears, Topic } from '../registry.ts'
import type { Authorization } from './authorization.ts'
import type { Identity } from './identity.ts'

/** A channel's token with its cached verdicts, which a new token clears. Public topics are open to everyone who is connected. */
const ALL: Hears = { broadcast: true, presence: true }

export class ChannelPermissions {
  readonly #authorization: Authorization
  readonly #topic: Topic
  readonly #headers: string
  readonly #gone: () => boolean
  #identity: Identity | null = null
  #writes: Partial<Record<Extension, boolean>> = {}

  /** `headers` is the handshake's headers as JSON; `gone` tells whether the client has left. */
  constructor(authorization: Authorization, topic: Topic, headers: string, gone: () => boolean) {
    this.#authorization = authorization
    this.#topic = topic
    this.#headers = headers
    this.#gone = gone
  }

  /** Null until the first token has been verified. */
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

  /** Whether write permission is known without a query. */
  surelyWrites(extension: Extension): boolean {
    return !this.#topic.private || this.#writes[extension] === true
  }

  /** Queried at the first message after each token, then cached. */
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
