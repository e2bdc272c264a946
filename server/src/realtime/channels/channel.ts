import { randomUUID } from 'node:crypto'
import { TokenBucket } from '../../http/token-bucket.ts'
import { Backlog } from '../broadcasts/backlog.ts'
import type { Outgoing } from '../broadcasts/fan-out.ts'
import type { Connection } from '../connection.ts'
import type { Hub } from '../hub.ts'
import { metrics } from '../metrics.ts'
import { acknowledge, NOT_SERVED } from '../postgres-changes.ts'
import { type Hears, type Topic, topicKey } from '../registry.ts'
import { type BroadcastPush, isRecord, type Message } from '../serializer.ts'
import { ChannelPermissions } from './channel-permissions.ts'
import { ChannelVoice } from './channel-voice.ts'
import { expired, type Identity, identify, Refusal } from './identity.ts'
import { type JoinConfig, ownToken } from './join-config.ts'

/**
 * One topic joined on one socket. Receives a private topic only while row-level security permits it for its token:
 * permission is evaluated for each new token, ends with the token, and is re-evaluated at least once a minute, since
 * rights may end earlier. Messages of the channel are handled in order.
 */
export type ChannelPlace = {
  hub: Hub
  connection: Connection
  headers: string
  topic: Topic
  joinRef: string
  config: JoinConfig
  /** Removes the channel from its socket. */
  removed(channel: Channel): void
}

const ASKED_AGAIN_MS = 1000

export class Channel {
  readonly joinRef: string
  readonly #place: ChannelPlace
  readonly #voice: ChannelVoice
  readonly #permissions: ChannelPermissions
  readonly #key: string
  readonly #owner: string
  readonly #presenceKey: string
  readonly #messages: TokenBucket
  readonly #presenceCalls: TokenBucket
  readonly #backlog: Backlog
  #closed = false
  #judgeAt = Number.POSITIVE_INFINITY
  #toBeJudged = false
  #work: Promise<void> = Promise.resolve()
  #working = 0

  constructor(place: ChannelPlace) {
    const { hub, connection, headers, topic, joinRef, config } = place
    const { messagesPerSecond, presenceCalls, presenceWindowMs, heldMessages } = hub.limits
    this.#place = place
    this.joinRef = joinRef
    this.#voice = new ChannelVoice(connection, topic.name, joinRef)
    this.#permissions = new ChannelPermissions(hub.authorization, topic, headers, () => this.#closed)
    this.#key = topicKey(topic)
    this.#owner = hub.nextOwner()
    this.#presenceKey = config.presence.key || randomUUID()
    this.#messages = new TokenBucket(messagesPerSecond, messagesPerSecond, hub.now())
    this.#presenceCalls = new TokenBucket((presenceCalls * 1000) / presenceWindowMs, presenceCalls, hub.now())
    this.#backlog = new Backlog(heldMessages)
    metrics.channels.inc()
  }

  /** Answers the join with success or the reason for its refusal. */
  join(ofSocket: Identity): void {
    this.#enqueue(async () => {
      try {
        await this.#open(ofSocket)
      } catch (error) {
        if (this.#closed) return
        const refusal = error instanceof Refusal ? error : null
        if (!refusal) this.#log(error, 'channel could not be joined')
        metrics.refusals.inc({ reason: refusal?.code ?? 'Unknown' })
        this.close()
        this.#voice.reply(this.joinRef, 'error', { reason: refusal?.reason ?? 'Unknown Error on Channel' })
      }
    })
  }

  async #open(ofSocket: Identity): Promise<void> {
    const { hub, topic, config } = this.#place
    const { keys, listener } = hub.context
    const identity = config.token ? await identify(keys, config.token) : ofSocket
    const over = expired(identity, hub.context.now())
    if (over) throw over
    if (config.replay && !topic.private)
      throw new Refusal('UnableToReplayMessages', 'Replay is not allowed for public channels')
    if (config.replay === 'invalid')
      throw new Refusal('UnableToReplayMessages', 'Replay params are not valid')
    const hears = await this.#permissions.reads(identity)
    if (this.#closed) return
    if (!hears.broadcast && !hears.presence)
      throw new Refusal(
        'Unauthorized',
        `You do not have permissions to read from this Channel topic: ${topic.name}`,
      )
    this.#admit(identity, hears)
    const missed =
      config.replay && hears.broadcast ? await hub.replays.since({ name: topic.name, ...config.replay }) : []
    if (this.#closed) return
    this.#place.connection.together(() => {
      this.#voice.reply(this.joinRef, 'ok', { postgres_changes: acknowledge(config.postgresChanges) })
      if (config.presence.enabled && hears.presence)
        this.#voice.push('presence_state', hub.presence.state(topic))
      this.#voice.passAll(missed)
      for (const message of this.#backlog.open(missed)) this.#voice.pass(message)
    })
    if (config.replicationReady && listener.connected)
      this.#voice.system('system', 'ok', 'Replication connection established')
    if (config.postgresChanges.length > 0) this.#voice.system('postgres_changes', 'error', NOT_SERVED)
  }

  get identity(): Identity | null {
    return this.#permissions.identity
  }

  /** Called for every message of the topic; must be fast. */
  receive(message: Outgoing): void {
    const taken = this.#backlog.take(message)
    if (taken === 'pass') this.#voice.pass(message)
    else if (taken === 'full') this.#fail('too many messages arrived while the channel joined')
  }

  handleBroadcast({ ref, broadcast }: BroadcastPush): void {
    const { hub, topic, config } = this.#place
    if (!this.#messages.take(hub.now())) {
      this.shutDown('Too many messages per second')
      return
    }
    if (broadcast.payload.length > hub.limits.payloadBytes) {
      if (config.ack) this.#voice.reply(ref, 'error', { reason: 'payload_size_exceeded' })
      return
    }
    if (broadcast.meta?.persist) {
      // Refused, because an acknowledgement would imply that it was stored.
      if (config.ack)
        this.#voice.reply(ref, 'error', { error: 'Stored broadcasts are sent from the database' })
      return
    }
    const send = () => {
      const { event, payload, encoding } = broadcast
      void hub.broadcast(topic, { event, payload, encoding, meta: null }, config.self ? null : this)
      if (config.ack) this.#voice.reply(ref, 'ok', {})
    }
    if (this.#working === 0 && this.#permissions.surelyWrites('broadcast')) {
      send()
      return
    }
    this.#enqueue(async () => {
      if ((await this.#permissions.writes('broadcast')) && !this.#closed) send()
    })
  }

  handlePresence({ ref, payload }: Message): void {
    const { hub, topic } = this.#place
    const { event, payload: fields } = isRecord(payload) ? payload : {}
    const call = typeof event === 'string' ? event.toLowerCase() : ''
    if (call !== 'track' && call !== 'untrack') {
      this.#voice.reply(ref, 'error', {})
      return
    }
    if (!this.#presenceCalls.take(hub.now())) {
      this.shutDown('Client presence rate limit exceeded')
      return
    }
    this.#enqueue(async () => {
      if (this.#closed) return
      if (call === 'untrack') hub.presence.untrack(topic, this.#owner)
      const refused = call === 'track' ? await this.#track(fields ?? {}) : null
      if (!this.#closed) this.#voice.reply(ref, refused ? 'error' : 'ok', refused ?? {})
    })
  }

  /** Returns null on success, else the reason for the client. */
  async #track(fields: unknown): Promise<{ reason?: string } | null> {
    const { hub, topic } = this.#place
    if (!isRecord(fields)) return { reason: 'Presence track payload must be a map' }
    const text = JSON.stringify(fields)
    if (Buffer.byteLength(text) > hub.limits.payloadBytes) {
      this.shutDown('Track message size exceeded')
      return {}
    }
    if (!(await this.#permissions.writes('presence')) || this.#closed) return {}
    const { phx_ref: _ref, ...tracked } = hub.presence.own(topic, this.#owner)?.meta ?? { phx_ref: '' }
    if (_ref !== '' && JSON.stringify(tracked) === text) return null
    const meta = { ...fields, phx_ref: hub.context.random(12).toString('base64url') }
    hub.presence.track(topic, { topic: this.#key, owner: this.#owner, key: this.#presenceKey, meta })
    return null
  }

  handleToken(payload: unknown): void {
    const token = ownToken(isRecord(payload) ? payload.access_token : null)
    if (!token || token === this.identity?.token) return
    this.#enqueue(async () => {
      if (this.#closed) return
      const { hub } = this.#place
      try {
        await this.#judgeAs(await identify(hub.context.keys, token))
      } catch (error) {
        if (error instanceof Refusal) this.shutDown(error.message)
        else this.#fail('new token could not be verified', error)
      }
    })
  }

  /** When permissions must be re-evaluated; never for a public topic. */
  get judgeAt(): number {
    return this.#judgeAt
  }

  /**
   * Re-evaluates the permissions of the current identity: rights may have ended while the token is valid. A joining
   * channel is re-evaluated afterwards.
   */
  judge(): void {
    if (this.#toBeJudged || this.#closed || !this.#place.topic.private) return
    this.#toBeJudged = true
    this.#enqueue(async () => {
      // Changes from here on cause another evaluation.
      this.#toBeJudged = false
      const { identity } = this
      if (this.#closed || !identity) return
      try {
        await this.#judgeAs(identity)
      } catch (error) {
        if (error instanceof Refusal && error.code === 'InvalidJWTToken') this.shutDown(error.message)
        else if (!this.#closed) {
          // While the database is unavailable the channel remains, receives nothing, and is re-evaluated later.
          this.#judgeAt = this.#place.hub.now() + ASKED_AGAIN_MS
          this.#log(error, 'channel permissions could not be re-evaluated')
        }
      }
    })
  }

  async #judgeAs(identity: Identity): Promise<void> {
    const hears = await this.#permissions.reads(identity)
    if (this.#closed) return
    if (hears.broadcast || hears.presence) this.#admit(identity, hears)
    else
      this.shutDown(
        `You no longer have permission to read from this Channel topic: ${this.#place.topic.name}`,
      )
  }

  leave(ref: string | null): void {
    this.close()
    this.#voice.reply(ref, 'ok', {})
    this.#voice.end('phx_close')
  }

  /** Closes the channel with a reason for the client, which does not rejoin. */
  shutDown(message: string): void {
    if (this.#closed) return
    this.close()
    this.#voice.system('system', 'error', message)
    this.#voice.end('phx_close')
  }

  /** Called when the socket joins the topic again. */
  supersede(): void {
    this.close()
    this.#voice.end('phx_close')
  }

  /** Unregisters the channel without a message to the client. */
  close(): void {
    if (this.#closed) return
    const { hub, topic, removed } = this.#place
    this.#closed = true
    hub.registry.remove(this.#key, this)
    hub.presence.untrack(topic, this.#owner)
    metrics.channels.dec()
    removed(this)
  }

  /** A server-side failure: asks the client to rejoin. */
  #fail(trouble: string, error?: unknown): void {
    if (this.#closed) return
    this.#log(error, trouble)
    this.close()
    this.#voice.end('phx_error')
  }

  #admit(identity: Identity, hears: Hears): void {
    const { hub, config, topic } = this.#place
    // The socket did not know this channel's user while its policies were evaluated.
    if (identity.claims.sub && hub.context.bans.has(identity.claims.sub))
      throw new Refusal('InvalidJWTToken', 'User is banned')
    if (hub.context.endedSessions.refuses(identity.claims))
      throw new Refusal('InvalidJWTToken', 'Session has ended')
    this.#permissions.accept(identity)
    if (topic.private) this.#judgeAt = hub.judgeAt()
    const presence = hears.presence && config.presence.enabled
    hub.registry.add(this.#key, this, { broadcast: hears.broadcast, presence })
  }

  #enqueue(work: () => Promise<void>): void {
    this.#working++
    this.#work = this.#work
      .then(work)
      .catch((error) => this.#fail('message could not be handled', error))
      .finally(() => {
        this.#working--
      })
  }

  #log(error: unknown, message: string): void {
    this.#place.hub.context.log.warn({ err: error }, message)
  }
}
