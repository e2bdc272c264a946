import type { Pool } from 'pg'
import { broadcastTo, type Outgoing } from './fan-out.ts'

type Missed = { name: string; since: number; limit: number }

/**
 * Reads missed messages. After an interruption many channels need the same ones: requests that arrive during a read
 * share the next one, which starts after them, so that a message stored meanwhile is either in it or delivered live.
 */
export class Replays {
  readonly #read: (missed: Missed) => Promise<Outgoing[]>
  readonly #next = new Map<string, Promise<Outgoing[]>>()
  readonly #running = new Map<string, Promise<unknown>>()

  constructor(read: (missed: Missed) => Promise<Outgoing[]>) {
    this.#read = read
  }

  /** The newest `limit` messages since a time (Unix milliseconds), oldest first; frames are shared by equal requests. */
  since(missed: Missed): Promise<Outgoing[]> {
    const key = JSON.stringify([missed.name, missed.since, missed.limit])
    const waiting = this.#next.get(key)
    if (waiting) return waiting
    const reading = (this.#running.get(key) ?? Promise.resolve()).then(() => {
      this.#next.delete(key)
      const read = this.#read(missed)
      const over: Promise<void> = read.then(
        () => this.#over(key, over),
        () => this.#over(key, over),
      )
      this.#running.set(key, over)
      return read
    })
    this.#next.set(key, reading)
    return reading
  }

  #over(key: string, which: Promise<unknown>): void {
    if (this.#running.get(key) === which) this.#running.delete(key)
  }
}

/** Stored messages of a private topic since a time (Unix milliseconds): the newest `limit`, oldest first. */
export async function replay(pool: Pool, { name, since, limit }: Missed): Promise<Outgoing[]> {
  const { rows } = await pool.query<{ id: string; event: string; json: string | null; bytes: Buffer | null }>(
    `select id, event, payload::text as json, binary_payload as bytes, inserted_at from realtime.messages
     where topic = $1 and private and extension = 'broadcast' and event is not null
       and inserted_at >= timezone('utc', to_timestamp($2::double precision / 1000))
     order by inserted_at desc limit $3`,
    [name, since, limit],
  )
  return rows.reverse().map(({ id, event, json, bytes }) =>
    broadcastTo(
      name,
      {
        event,
        payload: bytes ?? Buffer.from(json ?? 'null'),
        encoding: bytes ? 'bytes' : 'json',
        meta: { replayed: true, id },
      },
      id,
    ),
  )
}
