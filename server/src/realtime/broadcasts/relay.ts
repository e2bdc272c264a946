import { randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import { InOrder } from './in-order.ts'

/**
 * Messages between the server processes on one database, over NOTIFY. Each process receives the others' messages in
 * order, never its own. Nothing is sent while no other process runs.
 */
type Post = { from: string; body: unknown }

const CHANNEL = 'realtime_relay'
/** NOTIFY is limited to 8,000 bytes; longer messages go through a table. */
const INLINE_BYTES = 7900
const ALIVE_MS = 10_000
/** A process that is silent for this long is considered gone … */
const SILENT_MS = 35_000
/** … but still receives messages for a while: better one too many than one too few. */
const FORGOTTEN_MS = 300_000

export class Relay {
  readonly process = randomUUID()
  readonly #context: Context
  readonly #heard: (from: string, body: unknown) => void
  readonly #inbox: InOrder<Post | null>
  readonly #peers = new Map<string, number>()
  #outbox: string[] = []
  #sending: Promise<void> | null = null
  #stops: (() => void)[] = []
  /** A process appeared, or this one missed notifications: the others need this process's state. */
  onNewcomer: () => void = () => {}
  onGone: (process: string) => void = () => {}

  constructor(context: Context, heard: (from: string, body: unknown) => void) {
    this.#context = context
    this.#heard = heard
    this.#inbox = new InOrder<Post | null>(
      (post) => post && this.#receive(post),
      (error) => context.log.error({ err: error }, 'message from another process lost'),
    )
  }

  async start(): Promise<void> {
    const { listener } = this.#context
    const alive = setInterval(() => this.#tick(), ALIVE_MS).unref()
    this.#stops = [
      await listener.on(CHANNEL, (payload) => this.#notified(payload)),
      listener.onReconnect(() => this.#post('hello')),
      () => clearInterval(alive),
    ]
    await this.#post('hello')
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops.splice(0)) stop()
    if (this.#peers.size > 0) await this.#post('bye')
    else await this.#sending
  }

  /** Resolves when PostgreSQL has accepted the message; at once when there is no recipient. */
  send(body: unknown): Promise<void> {
    return this.#peers.size === 0 ? Promise.resolve() : this.#post(body)
  }

  #post(body: unknown): Promise<void> {
    this.#outbox.push(JSON.stringify({ from: this.process, body } satisfies Post))
    this.#sending ??= this.#flush()
    return this.#sending
  }

  /** Sends everything queued during the last batch in one statement, in order. */
  async #flush(): Promise<void> {
    while (this.#outbox.length > 0) {
      const batch = this.#outbox.splice(0)
      try {
        const notices: string[] = []
        for (const post of batch) notices.push(await this.#notice(post))
        await this.#context.admin.query(
          'select pg_notify($1, notice) from unnest($2::text[]) with ordinality as list(notice, place) order by place',
          [CHANNEL, notices],
        )
      } catch (error) {
        this.#context.log.error({ err: error }, 'messages for other processes could not be sent')
      }
    }
    this.#sending = null
  }

  async #notice(post: string): Promise<string> {
    if (Buffer.byteLength(post) < INLINE_BYTES) return `inline ${post}`
    const id = randomUUID()
    await this.#context.admin.query('insert into _server.realtime_relays (id, body) values ($1, $2)', [
      id,
      Buffer.from(post),
    ])
    return `stored ${this.process} ${id}`
  }

  #notified(payload: string): void {
    const [kind, from, id] = payload.split(' ', 3)
    if (kind === 'inline') this.#inbox.add(parse(payload.slice('inline '.length)))
    else if (from !== this.process && id) this.#inbox.add(this.#fetch(id))
  }

  async #fetch(id: string): Promise<Post | null> {
    const { rows } = await this.#context.admin.query<{ body: Buffer }>(
      'select body from _server.realtime_relays where id = $1',
      [id],
    )
    return rows[0] ? parse(rows[0].body.toString()) : null
  }

  #receive({ from, body }: Post): void {
    if (from === this.process) return
    const known = this.#peers.has(from)
    this.#peers.set(from, this.#now())
    if (body === 'bye') {
      this.#peers.delete(from)
      this.onGone(from)
      return
    }
    if (!known || body === 'hello') {
      if (body === 'hello') void this.#post('alive')
      this.onNewcomer()
    }
    if (typeof body === 'object') this.#heard(from, body)
  }

  #tick(): void {
    for (const [peer, heardAt] of this.#peers) {
      const silent = this.#now() - heardAt
      if (silent > SILENT_MS) this.onGone(peer)
      if (silent > FORGOTTEN_MS) this.#peers.delete(peer)
    }
    void this.#post('alive')
  }

  #now(): number {
    return this.#context.now().getTime()
  }
}

function parse(text: string): Post | null {
  try {
    return JSON.parse(text) as Post
  } catch {
    return null
  }
}
