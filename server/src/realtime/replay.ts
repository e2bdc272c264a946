import type { Pool } from 'pg'
import { broadcastTo, type Outgoing } from './fan-out.ts'

/** Stored messages of a private topic since a moment (Unix milliseconds): the newest `limit`, oldest first. */
export async function replay(
  pool: Pool,
  name: string,
  { since, limit }: { since: number; limit: number },
): Promise<Outgoing[]> {
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
