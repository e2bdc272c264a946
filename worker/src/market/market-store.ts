// The SQL of market data. Candles are immutable because decisions are based on them: storing one again changes neither its row
// nor its aggregates.
import type { FeedState } from 'trading/market/feed-state'
import type { Fault } from 'trading/market/market-checks'
import { sessionFromRow } from 'trading/market/sessions'
import type { Queryable } from '../database.ts'
import {
  MARKET_CLASSES,
  type MarketCandle,
  type MarketClass,
  type MarketInstrument,
  type MarketQuote,
  type StoredEnd,
} from './provider.ts'

const LAST_MINUTES = 120

type InstrumentRow = Omit<MarketInstrument, 'session'> & { session: Parameters<typeof sessionFromRow>[0] }

/** The instruments of some classes, in order, with their trading hours. */
export async function readInstruments(
  client: Queryable,
  classes: readonly MarketClass[] = MARKET_CLASSES,
): Promise<MarketInstrument[]> {
  const { rows } = await client.query<InstrumentRow>(
    `select symbol, class, base_currency as "baseCurrency", quote_currency as "quoteCurrency", digits,
            typical_spread::text as "typicalSpread",
            (select json_build_object('time_zone', time_zone, 'day_starts', day_starts,
               'market_hours', (select coalesce(json_agg(hours order by opens), '[]') from public.market_hours as hours where hours.session = sessions.session),
               'market_closures', (select coalesce(json_agg(closures order by starts_at), '[]') from public.market_closures as closures where closures.session = sessions.session))
               from public.market_sessions as sessions where sessions.session = instruments.session) as session
       from public.instruments where class = any($1) order by sort, symbol`,
    [classes],
  )
  return rows.map((row) => ({ ...row, session: sessionFromRow(row.session) }))
}

/** The last stored minutes of each symbol from a source. */
export async function readStoredEnds(client: Queryable, source: string): Promise<Map<string, StoredEnd>> {
  const { rows } = await client.query<{ symbol: string; closes: string[]; spread: string; until: string }>(
    `select symbol, last.closes, last.spread, last.until
       from public.instruments,
       lateral (
         select array_agg(close::text order by opened_at) as closes,
                (array_agg(spread::text order by opened_at desc))[1] as spread,
                (extract(epoch from max(opened_at)) * 1000 + 60000)::bigint::text as until
           from (select opened_at, close, spread from public.candles
                  where candles.symbol = instruments.symbol and timeframe = 'M1' and source = $2
                  order by opened_at desc limit $1) as minutes
       ) as last
      where last.until is not null`,
    [LAST_MINUTES, source],
  )
  return new Map(
    rows.map(({ symbol, closes, spread, until }) => [symbol, { closes, spread, until: Number(until) }]),
  )
}

/** Stretches without minutes during sessions of [from, until), in milliseconds since 1970, UTC; at most a month. */
export async function readGaps(
  client: Queryable,
  symbol: string,
  from: number,
  until: number,
): Promise<{ from: number; until: number }[]> {
  const { rows } = await client.query<{ from: string; until: string }>(
    `select (extract(epoch from gap_from) * 1000)::bigint::text as from, (extract(epoch from gap_until) * 1000)::bigint::text as until
       from public.candle_gaps($1, 'M1', $2, $3)`,
    [symbol, new Date(from).toISOString(), new Date(until).toISOString()],
  )
  return rows.map((gap) => ({ from: Number(gap.from), until: Number(gap.until) }))
}

/** The opening time of a source's first minute since a time, in milliseconds since 1970, UTC; null if none. */
export async function readFirstMinute(
  client: Queryable,
  symbol: string,
  source: string,
  from: number,
): Promise<number | null> {
  const { rows } = await client.query<{ at: string }>(
    `select (extract(epoch from opened_at) * 1000)::bigint::text as at from public.candles
      where symbol = $1 and timeframe = 'M1' and source = $2 and opened_at >= $3 order by opened_at limit 1`,
    [symbol, source, new Date(from).toISOString()],
  )
  return rows[0] ? Number(rows[0].at) : null
}

/** A source's last close before a time; null if none. */
export async function readCloseBefore(
  client: Queryable,
  symbol: string,
  source: string,
  at: number,
): Promise<string | null> {
  const { rows } = await client.query<{ close: string }>(
    `select close::text from public.candles
      where symbol = $1 and timeframe = 'M1' and source = $2 and opened_at < $3 order by opened_at desc limit 1`,
    [symbol, source, new Date(at).toISOString()],
  )
  return rows[0]?.close ?? null
}

/** Permanently records which minutes of [from, until) are missing; returns how many stretches were new. */
export async function recordGap(
  client: Queryable,
  symbol: string,
  from: number,
  until: number,
  reason: 'no_trade' | 'no_data',
  source: string,
): Promise<number> {
  const { rows } = await client.query<{ written: number }>(
    'select private.record_gap($1, $2, $3, $4, $5) as written',
    [symbol, new Date(from).toISOString(), new Date(until).toISOString(), reason, source],
  )
  return rows[0]?.written ?? 0
}

/**
 * Creates the monthly tables for [from, until] (milliseconds since 1970, UTC) before a long import, so that its locks are held
 * only briefly.
 */
export async function ensureMonths(client: Queryable, from: number, until: number): Promise<void> {
  await client.query('select private.ensure_candle_months($1, $2)', [
    new Date(from).toISOString(),
    new Date(until).toISOString(),
  ])
}

/**
 * Stores complete candles and aggregates new ones into every longer timeframe. Existing candles are ignored. Returns how many
 * were new.
 */
export async function storeCandles(
  client: Queryable,
  timeframe: string,
  source: string,
  candles: readonly MarketCandle[],
  /** The import that they belong to; null for a feed. */
  importNumber: number | null = null,
): Promise<number> {
  const column = <K extends keyof MarketCandle>(key: K) => candles.map((candle) => candle[key])
  const { rows } = await client.query<{ fresh: number }>({
    name: 'store-candles',
    text: 'select private.store_candles($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as fresh',
    values: [
      timeframe,
      source,
      column('symbol'),
      candles.map((candle) => new Date(candle.openedAt).toISOString()),
      column('open'),
      column('high'),
      column('low'),
      column('close'),
      column('spread'),
      importNumber,
    ],
  })
  return rows[0]?.fresh ?? 0
}

/** Stores the latest quotes and, on request, broadcasts them on `market:quotes`, in one statement. */
export async function publishQuotes(
  client: Queryable,
  source: string,
  at: Date,
  quotes: readonly MarketQuote[],
): Promise<void> {
  await client.query({
    name: 'publish-quotes',
    text: PUBLISH,
    values: [
      source,
      at.toISOString(),
      quotes.map((quote) => quote.symbol),
      quotes.map((quote) => quote.bid),
      quotes.map((quote) => quote.ask),
      JSON.stringify({
        at: at.toISOString(),
        quotes: quotes.map(({ symbol, bid, ask }) => ({ symbol, bid, ask })),
      }),
    ],
  })
}

const PUBLISH = `
with stored as (
  insert into public.quotes (symbol, bid, ask, quoted_at, source)
  select symbol, bid, ask, $2::timestamptz, $1
    from unnest($3::text[], $4::numeric[], $5::numeric[]) as quote(symbol, bid, ask)
  on conflict (symbol) do update
    set bid = excluded.bid, ask = excluded.ask, quoted_at = excluded.quoted_at, source = excluded.source
)
select realtime.send($6::jsonb, 'quotes', 'market:quotes', true)`

/** Records that quotes are unchanged, without a broadcast. */
export async function noteQuotes(client: Queryable, at: Date, symbols: readonly string[]): Promise<void> {
  if (symbols.length === 0) return
  await client.query('update public.quotes set quoted_at = $1 where symbol = any($2) and quoted_at < $1', [
    at.toISOString(),
    symbols,
  ])
}

/** Deletes simulated minutes before a time, except those of real markets and of signals' lives. */
export async function forgetSimulatedMinutes(
  client: Queryable,
  before: Date,
): Promise<{ months: number; minutes: number }> {
  const { rows } = await client.query<{ months: number; minutes: number }>(
    'select months, minutes from private.forget_simulated_minutes($1)',
    [before.toISOString()],
  )
  return rows[0] ?? { months: 0, minutes: 0 }
}

/** `times`: occurrences since the last record. */
export type Refusal = { symbol: string; reason: Fault; given: object; times: number }

/** Records refused data of a source. */
export async function recordRefusals(
  client: Queryable,
  source: string,
  refusals: readonly Refusal[],
): Promise<void> {
  if (refusals.length === 0) return
  await client.query(
    `insert into private.refused_market_data (source, symbol, reason, given, times)
     select $1, symbol, reason, given, times
       from jsonb_to_recordset($2::jsonb) as refused(symbol text, reason text, given jsonb, times int)`,
    [source, JSON.stringify(refusals)],
  )
}

/** Deletes refusals before a time. */
export async function deleteRefusals(client: Queryable, before: Date): Promise<number> {
  const { rowCount } = await client.query('delete from private.refused_market_data where refused_at < $1', [
    before.toISOString(),
  ])
  return rowCount ?? 0
}

export type FeedRow = {
  class: MarketClass
  source: string
  state: FeedState
  since: number
  lastBarAt: number | null
  lastQuoteAt: number | null
  reason: string | null
  seenAt: number
}

/** Stores a class's feed state and announces a change; returns whether it changed. Times in milliseconds, UTC. */
export async function reportFeed(client: Queryable, row: FeedRow): Promise<boolean> {
  const time = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  const { rows } = await client.query<{ changed: boolean }>(
    'select private.report_feed($1, $2, $3, $4, $5, $6, $7, $8) as changed',
    [
      row.class,
      row.source,
      row.state,
      time(row.since),
      time(row.lastBarAt),
      time(row.lastQuoteAt),
      row.reason,
      time(row.seenAt),
    ],
  )
  return rows[0]?.changed ?? false
}

export type StaleInstrument = { symbol: string; since: number; reason: string }

/** Stores the complete list of a class's instruments without prices; returns whether it changed. */
export async function reportStaleInstruments(
  client: Queryable,
  kind: MarketClass,
  stale: readonly StaleInstrument[],
): Promise<boolean> {
  const { rows } = await client.query<{ changed: boolean }>(
    'select private.report_stale_instruments($1, $2, $3, $4) as changed',
    [
      kind,
      stale.map(({ symbol }) => symbol),
      stale.map(({ since }) => new Date(since).toISOString()),
      stale.map(({ reason }) => reason),
    ],
  )
  return rows[0]?.changed ?? false
}

/** Deletes broadcast quotes before a time: the rows are for reconnecting clients, and quotes become outdated at once. */
export async function deleteQuoteMessages(client: Queryable, before: Date): Promise<number> {
  const { rowCount } = await client.query(
    `delete from realtime.messages where topic = 'market:quotes' and extension = 'broadcast' and inserted_at < $1`,
    [before.toISOString()],
  )
  return rowCount ?? 0
}
