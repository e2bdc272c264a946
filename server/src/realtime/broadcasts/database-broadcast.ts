import { LRUCache } from 'lru-cache'
import type { Hub } from '../hub.ts'
import { metrics } from '../metrics.ts'
import type { Topic } from '../registry.ts'
import { type Broadcast, isRecord } from '../serializer.ts'
import { broadcastTo } from './fan-out.ts'
import { InOrder } from './in-order.ts'

/**
 * Delivers rows of realtime.messages in commit order. A notification carries a short payload; a long one is fetched.
 * Notifications lost with the listening connection are recovered from the table.
 */
type Stored = { id: string; at: number; topic: Topic; broadcast: Broadcast }

const CHANNEL = 'realtime_messages'
const REMEMBERED = 20_000
/** A transaction may begin this long before its row becomes visible. */
const LONGEST_TRANSACTION_MS = 60_000
const MADE_UP_AT_ONCE = 1000
const LOWEST_ID = '00000000-0000-0000-0000-000000000000'

export class DatabaseBroadcast {
  readonly #hub: Hub
  readonly #told = new LRUCache<string, true>({ max: REMEMBERED })
  readonly #inbox: InOrder<Stored[]>
  #lastAt: number
  #stops: (() => void)[] = []

  constructor(hub: Hub) {
    this.#hub = hub
    this.#lastAt = hub.now()
    this.#inbox = new InOrder<Stored[]>(
      (messages) => {
        for (const message of messages) this.#tell(message)
      },
      (error) => {
        metrics.lostNotices.inc()
        hub.context.log.error({ err: error }, 'stored message could not be fetched')
      },
    )
  }

  async start(): Promise<void> {
    const { listener } = this.#hub.context
    this.#stops = [
      await listener.on(CHANNEL, (notice) => this.#notified(notice)),
      listener.onReconnect(() => this.#inbox.add(this.#missed())),
    ]
  }

  stop(): void {
    for (const stop of this.#stops.splice(0)) stop()
  }

  #notified(notice: string): void {
    const facts = readFacts(notice)
    if (!facts) {
      this.#hub.context.log.warn('notification could not be parsed')
      return
    }
    const body = notice.slice(notice.indexOf('\n') + 1)
    if (body.startsWith('json')) {
      this.#inbox.add([stored(facts, { json: body.slice('json'.length), bytes: null })])
    } else if (body.startsWith('bytes')) {
      const bytes = Buffer.from(body.slice('bytes'.length), 'base64')
      this.#inbox.add([stored(facts, { json: null, bytes })])
    } else if (this.#hub.hasSubscribers(topicOf(facts))) this.#inbox.add(this.#fetch(facts))
  }

  async #fetch(facts: Facts): Promise<Stored[]> {
    const { rows } = await this.#hub.context.admin.query<Body>(
      'select payload::text as json, binary_payload as bytes from realtime.messages where id = $1 and inserted_at = $2::timestamp',
      [facts.id, facts.at],
    )
    return rows.map((body) => stored(facts, body))
  }

  /**
   * Recovers messages committed while disconnected, for topics that have subscribers; newer ones have notifications.
   * They are sent in parts: sockets receive one while the next is read. Returns the last part.
   */
  async #missed(): Promise<Stored[]> {
    const { admin } = this.#hub.context
    const topics = this.#hub.registry.keys()
    const { rows } = await admin.query<{ now: string }>(
      `select timezone('utc', clock_timestamp())::text as now`,
    )
    let last = { at: new Date(this.#lastAt - LONGEST_TRANSACTION_MS).toISOString(), id: LOWEST_ID }
    for (;;) {
      const { rows: part } = await admin.query<Facts & Body>(
        `select id, to_char(inserted_at, 'YYYY-MM-DD"T"HH24:MI:SS.US') as at, topic, event, coalesce(private, false) as private,
           payload::text as json, binary_payload as bytes
         from realtime.messages
         where extension = 'broadcast' and event is not null
           and (inserted_at, id) > ($1::timestamp, $2::uuid) and inserted_at <= $3::timestamp
           and (case when private then 'private:' else 'public:' end) || topic = any ($4)
         order by inserted_at, id limit $5`,
        [last.at, last.id, rows[0]?.now, topics, MADE_UP_AT_ONCE],
      )
      const messages = part.map((row) => stored(row, row))
      const end = part.at(-1)
      if (!end || part.length < MADE_UP_AT_ONCE) return messages
      for (const message of messages) this.#tell(message)
      last = end
    }
  }

  #tell({ id, at, topic, broadcast }: Stored): void {
    if (this.#told.has(id)) return
    this.#told.set(id, true)
    this.#lastAt = Math.max(this.#lastAt, at)
    if (this.#hub.hasSubscribers(topic)) this.#hub.deliver(topic, broadcastTo(topic.name, broadcast, id))
  }
}

/** `at` is UTC without a time zone. */
type Facts = { id: string; at: string; topic: string; event: string; private: boolean }
type Body = { json: string | null; bytes: Buffer | null }

function readFacts(notice: string): Facts | null {
  try {
    const facts: unknown = JSON.parse(notice.slice(0, notice.indexOf('\n')))
    return isRecord(facts) ? (facts as Facts) : null
  } catch {
    return null
  }
}

function topicOf(facts: Facts): Topic {
  return { private: facts.private, name: facts.topic }
}

function stored(facts: Facts, { json, bytes }: Body): Stored {
  return {
    id: facts.id,
    at: Date.parse(`${facts.at}Z`),
    topic: topicOf(facts),
    broadcast: {
      event: facts.event,
      payload: bytes ?? Buffer.from(json ?? 'null'),
      encoding: bytes ? 'bytes' : 'json',
      meta: { id: facts.id },
    },
  }
}
