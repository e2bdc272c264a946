// Owns the SQL of market data. Candles are written once: what is stored is what decisions rest on, so a second writing of
// the same candle changes nothing, neither in its row nor in the longer candles that sum it up.
import type { Queryable } from '../database.ts'
import type { BaseTimeframe, MarketCandle, MarketInstrument, MarketQuote, StoredEnd } from './provider.ts'

const LAST_MINUTES = 120

/** The instruments there are, in their order. */
export async function readInstruments(client: Queryable): Promise<MarketInstrument[]> {
  const { rows } = await client.query<MarketInstrument>(
    `select symbol, digits, typical_spread::text as "typicalSpread" from public.instruments order by sort, symbol`,
  )
  return rows
}

/** The last stored minutes of each symbol. */
export async function readStoredEnds(client: Queryable): Promise<Map<string, StoredEnd>> {
  const { rows } = await client.query<{ symbol: string; closes: string[]; spread: string; until: string }>(
    `select symbol, last.closes, last.spread, last.until
       from public.instruments,
       lateral (
         select array_agg(close::text order by opened_at) as closes,
                (array_agg(spread::text order by opened_at desc))[1] as spread,
                (extract(epoch from max(opened_at)) * 1000 + 60000)::bigint::text as until
           from (select opened_at, close, spread from public.candles
                  where candles.symbol = instruments.symbol and timeframe = 'M1'
                  order by opened_at desc limit $1) as minutes
       ) as last
      where last.until is not null`,
    [LAST_MINUTES],
  )
  return new Map(
    rows.map(({ symbol, closes, spread, until }) => [symbol, { closes, spread, until: Number(until) }]),
  )
}

/**
 * Stores whole candles and adds the new ones to every longer timeframe. Candles already stored are passed over.
 * Resolves to how many were new.
 */
export async function storeCandles(
  client: Queryable,
  timeframe: BaseTimeframe,
  source: string,
  candles: readonly MarketCandle[],
): Promise<number> {
  const column = <K extends keyof MarketCandle>(key: K) => candles.map((candle) => candle[key])
  const { rows } = await client.query<{ fresh: string }>({
    name: 'store-candles',
    text: STORE,
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
    ],
  })
  return Number(rows[0]?.fresh)
}

const STORE = `
with fresh as (
  insert into public.candles (symbol, timeframe, opened_at, open, high, low, close, spread, source)
  select symbol, $1, opened_at, open, high, low, close, spread, $2
    from unnest($3::text[], $4::timestamptz[], $5::numeric[], $6::numeric[], $7::numeric[], $8::numeric[], $9::numeric[])
      as candle(symbol, opened_at, open, high, low, close, spread)
  on conflict do nothing
  returning symbol, opened_at, open, high, low, close, spread
), widths(position, timeframe, width) as (
  values (1, 'M1', interval '1 minute'), (2, 'M5', interval '5 minutes'), (3, 'M15', interval '15 minutes'),
         (4, 'M30', interval '30 minutes'), (5, 'H1', interval '1 hour'), (6, 'H4', interval '4 hours'),
         (7, 'D1', interval '1 day')
), longer as (
  select timeframe, width from widths
   where position > (select base.position from widths as base where base.timeframe = $1)
), summed as (
  insert into public.candles (symbol, timeframe, opened_at, open, high, low, close, spread, source)
  select fresh.symbol, longer.timeframe, date_bin(longer.width, fresh.opened_at, timestamptz '2000-01-01 00:00:00+00') as bucket,
         (array_agg(fresh.open order by fresh.opened_at))[1], max(fresh.high), min(fresh.low),
         (array_agg(fresh.close order by fresh.opened_at desc))[1],
         (array_agg(fresh.spread order by fresh.opened_at desc))[1], $2
    from fresh cross join longer
   group by fresh.symbol, longer.timeframe, bucket
  on conflict (symbol, timeframe, opened_at) do update
    set high = greatest(candles.high, excluded.high), low = least(candles.low, excluded.low),
        close = excluded.close, spread = excluded.spread
)
select count(*)::text as fresh from fresh`

/** Puts the latest quotes in their table and, when asked, on the channel `market:quotes`, in one statement. */
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
      JSON.stringify({ at: at.toISOString(), quotes }),
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

/** Deletes minutes of the simulated market older than a time; what real decisions rest on is never deleted here. */
export async function deleteSimulatedMinutes(client: Queryable, before: Date): Promise<number> {
  const { rowCount } = await client.query(
    `delete from public.candles where timeframe = 'M1' and source = 'simulated' and opened_at < $1`,
    [before.toISOString()],
  )
  return rowCount ?? 0
}

/** Deletes quotes' broadcasts older than a time: their rows are for clients that reconnect, and a quote is stale at once. */
export async function deleteQuoteMessages(client: Queryable, before: Date): Promise<number> {
  const { rowCount } = await client.query(
    `delete from realtime.messages where topic = 'market:quotes' and extension = 'broadcast' and inserted_at < $1`,
    [before.toISOString()],
  )
  return rowCount ?? 0
}
