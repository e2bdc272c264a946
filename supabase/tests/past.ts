import type pg from 'pg'

/** A signal of a handwritten past: only the fields from which the record is computed. */
export type PastSignal = {
  /** Publication time, in days ago. */
  days: number
  state: 'closed' | 'expired' | 'cancelled' | 'active' | 'pending'
  r: string | null
  symbol?: string
  timeframe?: string
  style?: string
  tier?: string
  direction?: string
  author?: string
  /** Entry time, if different from the publication. */
  enteredAt?: string
  heldSeconds?: number
  /** Excursion, if measured. */
  bestR?: string
  worstR?: string
}

/** Writes a past. States are written last, because they trigger the results. */
export async function writePast(client: pg.PoolClient, past: readonly PastSignal[]): Promise<void> {
  const rows = past.map(({ days, enteredAt, heldSeconds = 3600, ...signal }, slot) => ({
    slot,
    days,
    held: heldSeconds,
    entered: enteredAt ?? null,
    symbol: 'EURUSD',
    timeframe: 'H1',
    style: 'swing',
    tier: 'premium',
    direction: 'buy',
    author: '00000000-0000-4000-8000-000000000001',
    ...signal,
  }))
  await client.query(
    `create temporary table past on commit drop as
     select gen_random_uuid() as id, coalesce(entered, now() - days * interval '1 day') as entered_at,
       coalesce(entered, now() - days * interval '1 day') as published_at, past.*
     from jsonb_to_recordset($1) as past(slot int, days numeric, held int, entered timestamptz, symbol text, timeframe text, style text,
       tier text, direction text, author uuid, state text, r numeric, "bestR" numeric, "worstR" numeric)`,
    [JSON.stringify(rows)],
  )
  await client.query(
    `insert into signals (id, number, symbol, timeframe, style, tier, author_id, author_name, published_at, commitment)
     select id, slot + 1, symbol, timeframe, style, tier, author, 'x', published_at, repeat('0', 64) from past order by slot`,
  )
  await client.query(
    `insert into signal_levels (signal_id, direction, order_type, entry_low, entry_high, stop_loss, risk_percent, facts, opinion, counter_thesis, counter_condition, method, conflicts, expires_at)
     select id, direction, 'limit', 1.1, 1.1, 1.09, 1, 'f', 'o', 'c', 'k', 'm', 'n', published_at + interval '1 day' from past`,
  )
  await client.query(
    `insert into signal_events (signal_id, sequence, kind, at, price, source)
     select id, 1, 'entered', entered_at, 1.1, 'engine' from past where state in ('active', 'closed')`,
  )
  await client.query(
    `insert into signal_states (signal_id, state, closed_at, realised_r)
     select id, state, case when state not in ('active', 'pending') then entered_at + held * interval '1 second' end, r from past`,
  )
  await client.query(
    `insert into signal_excursions (signal_id, best_r, worst_r, minutes) select id, "bestR", "worstR", 1 from past where "bestR" is not null`,
  )
}
