import type { Claims } from '../http/keys.ts'
import { TokenBucket } from '../http/token-bucket.ts'
import { Channel } from './channels/channel.ts'
import { expired, type Identity } from './channels/identity.ts'
import { parseJoin } from './channels/join-config.ts'
import type { Connection } from './connection.ts'
import type { Hub, OpenSocket } from './hub.ts'
import { metrics } from './metrics.ts'
import { decode, type Message } from './serializer.ts'

/** The reading side of one websocket: takes frames apart, bounds them, and hands each to its channel. */
const POLICY_VIOLATION = 1008
const UNSUPPORTED_DATA = 1003
const PREFIX = 'realtime:'

export class Socket implements OpenSocket {
  readonly #hub: Hub
  readonly #connection: Connection
  readonly #identity: Identity
  readonly #headers: string
  readonly #channels = new Map<string, Channel>()
  readonly #frames: TokenBucket
  readonly #joins: TokenBucket
  #heardAt: number
  #emptySince: number

  constructor(hub: Hub, connection: Connection, identity: Identity, headers: string) {
    const now = hub.now()
    const { messagesPerSecond, channelsPerSocket, joinsPerSecond } = hub.limits
    this.#hub = hub
    this.#connection = connection
    this.#identity = identity
    this.#headers = headers
    // A client that reconnects sends a join and a token for each channel at once.
    this.#frames = new TokenBucket(2 * messagesPerSecond, 2 * messagesPerSecond + 4 * channelsPerSocket, now)
    this.#joins = new TokenBucket(joinsPerSecond, joinsPerSecond, now)
    this.#heardAt = now
    this.#emptySince = now
    hub.sockets.add(this)
    metrics.sockets.inc()
  }

  receive(data: Buffer, binary: boolean): void {
    if (!this.#connection.open) return
    this.#heardAt = this.#hub.now()
    const incoming = this.#frames.take(this.#heardAt) ? decode(this.#connection.vsn, data, binary) : undefined
    if (incoming === undefined) this.#expel(POLICY_VIOLATION, 'Too many messages per second')
    else if (incoming === null) this.#expel(UNSUPPORTED_DATA, 'Malformed message')
    else if (incoming.kind === 'message') this.#handle(incoming.message)
    else {
      const { push } = incoming
      const channel = this.#channels.get(push.topic)
      if (channel) channel.handleBroadcast(push)
      else this.#unmatched({ ...push, event: 'broadcast', payload: null })
    }
  }

  #handle(message: Message): void {
    const { topic, event, ref, joinRef } = message
    const channel = this.#channels.get(topic)
    if (topic === 'phoenix') this.#reply(message, 'ok', {})
    else if (event === 'phx_join') this.#join(message)
    else if (event === 'phx_leave') {
      // A leave that was meant for a channel which has been joined anew since does not end the new one.
      if (channel && (joinRef === null || joinRef === channel.joinRef)) channel.leave(ref)
      else this.#reply(message, 'ok', {})
    } else if (!channel) this.#unmatched(message)
    else if (event === 'access_token') channel.handleToken(message.payload)
    else if (event === 'presence') channel.handlePresence(message)
  }

  #join(message: Message): void {
    const { limits } = this.#hub
    const { topic, ref } = message
    const inTime = this.#joins.take(this.#hub.now())
    const reason = inTime ? this.#unfit(message) : 'ClientJoinRateLimitReached: Too many joins per second'
    if (reason !== null || ref === null) {
      metrics.refusals.inc({ reason: reason?.split(':', 1)[0] ?? 'Unknown' })
      this.#reply(message, 'error', { reason })
      if (!inTime) this.#expel(POLICY_VIOLATION, 'Too many joins per second')
      return
    }
    this.#channels.get(topic)?.supersede()
    const config = parseJoin(message.payload, limits.replayMessages)
    const channel = new Channel({
      hub: this.#hub,
      connection: this.#connection,
      headers: this.#headers,
      topic: { private: config.private, name: topic.slice(PREFIX.length) },
      joinRef: message.joinRef ?? ref,
      config,
      removed: (gone) => this.#removed(topic, gone),
    })
    this.#channels.set(topic, channel)
    channel.join(this.#identity)
  }

  /** Why a topic cannot be joined at all, whoever asks. Known before any SQL. */
  #unfit({ topic, ref }: Message): string | null {
    const { limits } = this.#hub
    if (!topic.startsWith(PREFIX) || ref === null) return 'unmatched topic'
    const name = topic.slice(PREFIX.length)
    if (name === '') return 'TopicNameRequired: You must provide a topic name'
    if (Buffer.byteLength(name) > limits.topicBytes || name.includes('\0'))
      return 'TopicNameInvalid: The topic name is too long or holds a NUL character'
    return this.#channels.size >= limits.channelsPerSocket && !this.#channels.has(topic)
      ? 'ChannelRateLimitReached: Too many channels'
      : null
  }

  /** What time alone brings about; called about once a second. */
  sweep(now: Date): void {
    for (const channel of [...this.#channels.values()]) {
      const over = channel.identity && expired(channel.identity, now)
      if (over) channel.shutDown(over.message)
      else if (channel.judgeAt <= now.getTime()) channel.judge()
    }
    const { idleMs, withoutChannelMs } = this.#hub.limits
    if (now.getTime() - this.#heardAt > idleMs) this.#expel(1000, 'idle')
    else if (this.#channels.size === 0 && now.getTime() - this.#emptySince > withoutChannelMs)
      this.#expel(1000, 'no channel')
  }

  /** The rights of some have changed: their channels are judged again, and those that do not say yet whose they are. */
  judge(users: ReadonlySet<string>): void {
    for (const channel of this.#channels.values()) {
      const { identity } = channel
      if (!identity || users.has(identity.claims.sub ?? '')) channel.judge()
    }
  }

  /** Who is no longer let in hears nothing more, on any of the socket's channels. */
  expelIf(refused: (claims: Claims) => boolean, reason: string): void {
    const theirs =
      refused(this.#identity.claims) ||
      [...this.#channels.values()].some(({ identity }) => identity && refused(identity.claims))
    if (theirs) this.#expel(POLICY_VIOLATION, reason)
  }

  /** The network socket is gone: so is everything that hung on it. */
  closed(): void {
    for (const channel of [...this.#channels.values()]) channel.close()
    if (this.#hub.sockets.delete(this)) metrics.sockets.dec()
  }

  /** Says goodbye and gives the reader `partingMs` to hear it. */
  disconnect(code: number, reason: string, partingMs: number): void {
    this.#connection.close(code, reason, partingMs)
  }

  #expel(code: number, reason: string): void {
    if (code !== 1000) metrics.refusals.inc({ reason })
    this.#connection.close(code, reason)
    this.closed()
  }

  #removed(topic: string, channel: Channel): void {
    if (this.#channels.get(topic) === channel) this.#channels.delete(topic)
    this.#emptySince = this.#hub.now()
  }

  #unmatched(message: Message): void {
    this.#reply(message, 'error', { reason: 'unmatched topic' })
  }

  #reply({ joinRef, ref, topic }: Message, status: 'ok' | 'error', response: Record<string, unknown>): void {
    const payload = { status, response }
    this.#connection.send({
      joinRef: topic === 'phoenix' ? null : joinRef,
      ref,
      topic,
      event: 'phx_reply',
      payload,
    })
  }
}
