// Owns what a personal simulation reads: the ended signals as recorded.
import type { Levels } from 'trading/levels'
import type { EndedSignal } from 'trading/personal-trade'
import type { RecordedEvent } from 'trading/trade'
import { supabase } from '#lib/data/client.ts'
import { publicRows } from '#lib/data/public-rpc.ts'
import { unwrap } from '#lib/data/query.ts'
import type { ResultRow } from '../queries.ts'

const SIGNAL =
  'id,symbol,published_at,expires_at:waits_until,signal_levels(direction,order_type,entry_low::text,entry_high::text,stop_loss::text,break_even_after,trailing_distance::text,trailing_after),signal_targets(position,price::text,share::text),signal_events(sequence,kind,at,price::text,r::text,data)'
/** The number of signals named in one address. */
const SIGNALS_AT_ONCE = 50

type StoredSignal = {
  id: string
  published_at: string
  expires_at: string
  signal_levels: Omit<Levels, 'targets'>
  signal_targets: { position: number; price: string; share: string }[]
  signal_events: (Omit<RecordedEvent, 'at'> & { at: string; sequence: number })[]
}

export type Replayed = { row: ResultRow; signal: EndedSignal }

/** The signals of these rows, in their order. Rejects as the client does. */
export async function readSignals(rows: readonly ResultRow[], signal: AbortSignal): Promise<Replayed[]> {
  const instruments = await publicRows<{ symbol: string; digits: number; pip_size: string }>(
    'instruments?select=symbol,digits,pip_size::text',
    signal,
  )
  const known = new Map(instruments.map((instrument) => [instrument.symbol, instrument]))
  const stored = new Map<string, StoredSignal>()
  for (let from = 0; from < rows.length; from += SIGNALS_AT_ONCE) {
    const ids = rows.slice(from, from + SIGNALS_AT_ONCE).map(({ signal_id: id }) => id)
    const answer = await supabase.from('signals').select(SIGNAL).in('id', ids).abortSignal(signal)
    for (const one of unwrap(answer as never) as StoredSignal[]) stored.set(one.id, one)
  }
  return rows.flatMap((row) => {
    const [one, instrument] = [stored.get(row.signal_id), known.get(row.symbol)]
    return one && instrument
      ? [{ row, signal: endedSignal(one, instrument.digits, instrument.pip_size) }]
      : []
  })
}

function endedSignal(stored: StoredSignal, digits: number, pipSize: string): EndedSignal {
  return {
    id: stored.id,
    pipSize,
    terms: {
      // An unset rule is absent for the engine, null in the database.
      ...(Object.fromEntries(
        Object.entries(stored.signal_levels).filter(([, value]) => value !== null),
      ) as StoredSignal['signal_levels']),
      targets: stored.signal_targets.toSorted((one, other) => one.position - other.position),
      digits,
      publishedAt: Date.parse(stored.published_at),
      expiresAt: Date.parse(stored.expires_at),
    },
    events: stored.signal_events
      .toSorted((one, other) => one.sequence - other.sequence)
      .map((event) => ({ ...event, at: Date.parse(event.at) })),
  }
}
