// Reads a stored signal in the outcome engine's types.
import type { Levels, StopRules } from 'trading/levels'
import type { RecordedEvent, Terms } from 'trading/trade'
import type { Queryable } from '../database.ts'
import type { Kept } from './settle-open.ts'

export const SIGNALS: Kept = {
  name: 'signal',
  open: `select signal_id as id, symbol from public.signal_states join public.signals on signals.id = signal_id
          where state in ('pending', 'active') order by signal_id`,
  readTerms,
  readHistory,
  append: 'select private.append_signal_event($1, $2, $3, $4, $5, $6)',
}

/**
 * The terms of an open signal, with its state locked until the transaction ends, or of a closed one; null if it is in the other
 * state.
 */
export async function readTerms(
  client: Queryable,
  signalId: string,
  asked: 'open' | 'ended',
): Promise<Terms | null> {
  const { rows } = await client.query<
    Levels & { rules: StopRules; digits: number; published_ms: string; expires_ms: string }
  >(
    `select instruments.digits,
            (extract(epoch from signals.published_at) * 1000)::bigint::text as published_ms,
            (extract(epoch from levels.expires_at) * 1000)::bigint::text as expires_ms,
            levels.direction, levels.order_type, levels.entry_low::text, levels.entry_high::text,
            levels.stop_loss::text,
            json_strip_nulls(json_build_object(
              'break_even_after', levels.break_even_after, 'trailing_distance', levels.trailing_distance::text,
              'trailing_after', levels.trailing_after)) as rules,
            (select json_agg(json_build_object('price', target.price::text, 'share', target.share::text)
                             order by target.position)
               from public.signal_targets as target where target.signal_id = signals.id) as targets
       from public.signal_states as state
       join public.signals on signals.id = state.signal_id
       join public.signal_levels as levels on levels.signal_id = state.signal_id
       join public.instruments on instruments.symbol = signals.symbol
      where state.signal_id = $1 and (state.closed_at is null) = $2
        for update of state`,
    [signalId, asked === 'open'],
  )
  const row = rows[0]
  if (!row) return null
  const { published_ms, expires_ms, rules, ...levels } = row
  return { ...levels, ...rules, publishedAt: Number(published_ms), expiresAt: Number(expires_ms) }
}

/** All recorded events of a signal, in sequence. */
export async function readHistory(client: Queryable, signalId: string): Promise<RecordedEvent[]> {
  const { rows } = await client.query<RecordedEvent & { at: string }>(
    `select kind, (extract(epoch from at) * 1000)::bigint::text as at, price::text, r::text, data
       from public.signal_events where signal_id = $1 order by sequence`,
    [signalId],
  )
  return rows.map((row) => ({ ...row, at: Number(row.at), data: row.data ?? {} }))
}
