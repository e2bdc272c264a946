import type { Context } from '../context.ts'
import type { Claims } from '../http/keys.ts'
import { broadcastTo, fanOut, type Outgoing, type Receiver } from './broadcasts/fan-out.ts'
import { Relay } from './broadcasts/relay.ts'
import { Replays, replay } from './broadcasts/replay.ts'
import { Authorization } from './channels/authorization.ts'
import { PresenceExchange, type PresencePost } from './channels/presence-exchange.ts'
import type { Limits } from './limits.ts'
import { metrics } from './metrics.ts'
import { Registry, type Topic, topicKey } from './registry.ts'
import type { Broadcast } from './serializer.ts'

/** All that the sockets of this process share. It holds nothing that outlives the process. */
type BroadcastPost = {
  kind: 'broadcast'
  topic: Topic
  event: string
  payload: string
  encoding: 'json' | 'bytes'
  meta: Record<string, unknown> | null
}

/** What is done to every socket of this process at once. */
export type OpenSocket = {
  sweep(now: Date): void
  judge(users: ReadonlySet<string>): void
  expelIf(refused: (claims: Claims) => boolean, reason: string): void
  disconnect(code: number, reason: string, partingMs: number): void
}

export class Hub {
  readonly context: Context
  readonly limits: Limits
  readonly sockets = new Set<OpenSocket>()
  readonly registry = new Registry<Receiver>()
  readonly authorization: Authorization
  readonly replays: Replays
  readonly relay: Relay
  readonly presence: PresenceExchange<Receiver>
  #owners = 0

  constructor(context: Context, limits: Limits) {
    this.context = context
    this.limits = limits
    this.authorization = new Authorization(context, limits.authorisations)
    this.replays = new Replays((missed) => replay(context.admin, missed))
    this.relay = new Relay(context, (from, body) => this.#heard(from, body as BroadcastPost | PresencePost))
    this.presence = new PresenceExchange(this.registry, this.relay.process, (post) => {
      void this.relay.send(post)
    })
    this.relay.onNewcomer = () => this.presence.tellAll()
    this.relay.onGone = (process) => this.presence.gone(process)
  }

  /** To the subscribers of this process. */
  deliver(topic: Topic, message: Outgoing, except: Receiver | null = null): void {
    const subscribers = this.registry.subscribers(topicKey(topic), 'broadcast')
    if (subscribers.size > 0) metrics.deliveries.inc(fanOut(subscribers, message, except))
  }

  /** To the subscribers of all processes. Resolves when the others have been told. */
  broadcast(topic: Topic, broadcast: Broadcast, except: Receiver | null = null): Promise<void> {
    this.deliver(topic, broadcastTo(topic.name, broadcast), except)
    const { event, encoding, meta } = broadcast
    const payload = broadcast.payload.toString(encoding === 'json' ? 'utf8' : 'base64')
    return this.relay.send({
      kind: 'broadcast',
      topic,
      event,
      payload,
      encoding,
      meta,
    } satisfies BroadcastPost)
  }

  hasSubscribers(topic: Topic): boolean {
    return this.registry.subscribers(topicKey(topic), 'broadcast').size > 0
  }

  nextOwner(): string {
    return `${this.relay.process}/${++this.#owners}`
  }

  /** When a verdict given now is to be asked for anew: in time, and not when all who came at once are. */
  judgeAt(): number {
    const share = 0.6 + (0.3 * (this.context.random(1)[0] as number)) / 255
    return this.now() + share * this.limits.judgedWithinMs
  }

  now(): number {
    return this.context.now().getTime()
  }

  #heard(from: string, post: BroadcastPost | PresencePost): void {
    if (post.kind !== 'broadcast') {
      this.presence.heard(from, post)
      return
    }
    const payload = Buffer.from(post.payload, post.encoding === 'json' ? 'utf8' : 'base64')
    this.deliver(post.topic, broadcastTo(post.topic.name, { ...post, payload }))
  }
}
