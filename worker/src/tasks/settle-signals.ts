// Owns the application of the outcome engine to the stored signals. Events are decided and appended under a lock on the
// signal's state, from the events already there, so a second run, another worker or a crash can neither double nor lose one.
import type { PoolClient } from 'pg'
import type { Levels, StopRules } from 'trading/levels'
import { settle } from 'trading/outcome'
import type { Candle, RecordedEvent, Terms } from 'trading/trade'
import { inTransaction, type Queryable } from '../database.ts'
import type { TaskContext } from './registry.ts'

/** Minutes read at once: about a week, in which most signals end. */
const CANDLES_AT_ONCE = 10_000

/** By signal: up to which candle it was decided while it had how many events. Forgetting it costs reading, nothing else. */
export type Decided = Map<string, { events: number; from: number }>

/** Decides every open signal on the minutes stored since its last decision. */
export async function settleSignals({ pool, log }: TaskContext, decided: Decided = new Map()): Promise<void> {
  const { rows } = await pool.query<{ signal_id: string }>(
    `select signal_id from public.signal_states where state in ('pending', 'active') order by signal_id`,
  )
  const open = new Set(rows.map((row) => row.signal_id))
  for (const id of decided.keys()) if (!open.has(id)) decided.delete(id)
  const failures: unknown[] = []
  for (const id of open) {
    try {
      const result = await inTransaction(pool, (client) => settleSignal(client, id, decided.get(id)))
      if (!result) continue
      decided.set(id, result)
      if (result.appended > 0) log.info({ signal: id, events: result.appended }, 'a signal moved on')
    } catch (error) {
      // One signal that cannot be decided must not hold up the others; the job still fails and is tried again.
      log.error({ signal: id, err: error }, 'a signal could not be decided')
      failures.push(error)
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} signals could not be decided`)
}

/** Decides one signal and appends what is new; null when it has ended meanwhile. */
async function settleSignal(
  client: PoolClient,
  signalId: string,
  known: { events: number; from: number } | undefined,
) {
  const terms = await lockTerms(client, signalId)
  if (!terms) return null
  const history = await readHistory(client, signalId)
  let from = known?.events === history.length ? known.from : decidedFrom(terms, history)
  let appended = 0
  for (;;) {
    const candles = await readCandles(client, terms.symbol, from)
    for (const event of settle(terms, history, candles)) {
      await client.query('select private.append_signal_event($1, $2, $3, $4, $5, $6)', [
        signalId,
        event.kind,
        new Date(event.at).toISOString(),
        event.price,
        event.r,
        JSON.stringify(event.data),
      ])
      history.push(event)
      appended += 1
    }
    from = (candles.at(-1)?.openedAt ?? from - 1) + 1
    if (candles.length < CANDLES_AT_ONCE) return { events: history.length, from, appended }
  }
}

type StoredTerms = Terms & { symbol: string }

/** The terms of a signal that is still open, its state locked until the transaction ends; null when it has ended. */
async function lockTerms(client: Queryable, signalId: string): Promise<StoredTerms | null> {
  const { rows } = await client.query<
    Levels & { rules: StopRules; symbol: string; digits: number; published_ms: string; expires_ms: string }
  >(
    `select signals.symbol, instruments.digits,
            (extract(epoch from signals.published_at) * 1000)::bigint::text as published_ms,
            (extract(epoch from signals.expires_at) * 1000)::bigint::text as expires_ms,
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
      where state.signal_id = $1 and state.state in ('pending', 'active')
        for update of state`,
    [signalId],
  )
  const row = rows[0]
  if (!row) return null
  const { published_ms, expires_ms, rules, ...levels } = row
  return { ...levels, ...rules, publishedAt: Number(published_ms), expiresAt: Number(expires_ms) }
}

async function readHistory(client: Queryable, signalId: string): Promise<RecordedEvent[]> {
  const { rows } = await client.query<RecordedEvent & { at: string }>(
    `select kind, (extract(epoch from at) * 1000)::bigint::text as at, price::text, r::text, data
       from public.signal_events where signal_id = $1 order by sequence`,
    [signalId],
  )
  return rows.map((row) => ({ ...row, at: Number(row.at), data: row.data ?? {} }))
}

/** The engine passes over what is decided already; this only spares reading it. */
function decidedFrom(terms: Terms, history: readonly RecordedEvent[]): number {
  const last = history.findLast((event) => event.data.candle !== undefined)
  return last ? Date.parse(last.data.candle!.opened_at) : terms.publishedAt
}

async function readCandles(client: Queryable, symbol: string, from: number): Promise<Candle[]> {
  const { rows } = await client.query<Omit<Candle, 'openedAt'> & { opened_ms: string }>(
    `select (extract(epoch from opened_at) * 1000)::bigint::text as opened_ms,
            open::text, high::text, low::text, close::text, spread::text
       from public.candles
      where symbol = $1 and timeframe = 'M1' and opened_at >= $2
      order by opened_at limit ${CANDLES_AT_ONCE}`,
    [symbol, new Date(from).toISOString()],
  )
  return rows.map(({ opened_ms, ...prices }) => ({ openedAt: Number(opened_ms), ...prices }))
}
