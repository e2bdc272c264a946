import { LRUCache } from 'lru-cache'
import { broadcastTo } from './fan-out.ts'
import type { Hub } from './hub.ts'
import { InOrder } from './in-order.ts'
import { metrics } from './metrics.ts'
import type { Topic } from './registry.ts'
import { type Broadcast, isRecord } from './serializer.ts'

/**
 * Rows of realtime.messages to their subscribers, in the order of their commits. A notice carries the payload when it is
 * short, else it is fetched. Notices that were lost with the listening connection are made up for from the table.
 */
type Stored = { id: string; at: number; topic: Topic; broadcast: Broadcast }

const CHANNEL = 'realtime_messages'
const REMEMBERED = 20_000
/** A transaction may have begun this long before its row could be seen. */
const LONGEST_TRANSACTION_MS = 60_000
const MOST_MADE_UP = 10_000

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
        hub.context.log.error({ err: error }, 'a stored message could not be fetched')
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
      this.#hub.context.log.warn('a notice could not be read')
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

  /** What was committed while nobody listened, for the topics that have subscribers now. */
  async #missed(): Promise<Stored[]> {
    const { rows } = await this.#hub.context.admin.query<Facts & Body>(
      `select id, to_char(inserted_at, 'YYYY-MM-DD"T"HH24:MI:SS.US') as at, topic, event, coalesce(private, false) as private,
         payload::text as json, binary_payload as bytes
       from realtime.messages
       where extension = 'broadcast' and event is not null
         and inserted_at > timezone('utc', to_timestamp($1::double precision / 1000))
         and (case when private then 'private:' else 'public:' end) || topic = any ($2)
       order by inserted_at limit $3`,
      [this.#lastAt - LONGEST_TRANSACTION_MS, this.#hub.registry.keys(), MOST_MADE_UP],
    )
    return rows.map((row) => stored(row, row))
  }

  #tell({ id, at, topic, broadcast }: Stored): void {
    if (this.#told.has(id)) return
    this.#told.set(id, true)
    this.#lastAt = Math.max(this.#lastAt, at)
    if (this.#hub.hasSubscribers(topic)) this.#hub.deliver(topic, broadcastTo(topic.name, broadcast, id))
  }
}

/** `at` is UTC without a zone. */
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
