// Reads the data that decisions are based on, in parts: an instrument's minutes and recorded gaps. Waits for missing minutes. The
// caller holds the lock of the instrument's minutes.
import { type Gap, knownMarket } from 'trading/market/known-market'
import { nextOpening, type Session } from 'trading/market/sessions'
import { CANDLE_MS, type Candle } from 'trading/trade'
import type { Queryable } from '../database.ts'

/** Maximum minutes per read: about a week, within which most signals end. */
const CANDLES_AT_ONCE = 10_000
/** How long to wait for a missing minute: enough time to import a file. */
export const PATIENCE_MS = 60 * CANDLE_MS
/** Minutes read beyond the end of a stretch, so that one part is enough. */
const BEYOND = 60

/** Must be taken before the lock of a signal's state. Held until the transaction ends. */
export async function lockMinutes(client: Queryable, symbol: string): Promise<void> {
  await client.query('select private.lock_minutes($1)', [symbol])
}

export class KnownMinutes {
  readonly #client: Queryable
  readonly #symbol: string
  readonly #session: Session
  /** Minutes before this time are decided or skipped, in milliseconds since 1970, UTC. */
  from: number
  readonly #most: number
  /** The last minute read. */
  #read: number | null = null

  /** `most` is the maximum number of minutes per read. */
  constructor(client: Queryable, symbol: string, session: Session, from: number, most = CANDLES_AT_ONCE) {
    this.#client = client
    this.#symbol = symbol
    this.#session = session
    this.from = from
    this.#most = most
  }

  /** The next part. After a recorded gap, the same call continues behind it. */
  async next(): Promise<{
    candles: Candle[]
    hole: { from: number; until: number } | null
    isLast: boolean
  }> {
    const stored = await this.#stored()
    const known = knownMarket(this.#session, this.from, stored, await this.#gaps())
    this.from = known.until
    this.#read = known.hole ? null : (stored.at(-1)?.openedAt ?? null)
    return { candles: known.candles, hole: known.hole, isLast: stored.length < this.#most }
  }

  /** Minutes from the current position, preceded by the previous one. */
  async #stored(): Promise<Candle[]> {
    const { rows } = await this.#client.query<Omit<Candle, 'openedAt'> & { opened_ms: string }>(
      `select (extract(epoch from opened_at) * 1000)::bigint::text as opened_ms,
              open::text, high::text, low::text, close::text, spread::text
         from ((select * from public.candles where symbol = $1 and timeframe = 'M1' and opened_at < $2 and $3
                 order by opened_at desc limit 1)
               union all
               (select * from public.candles where symbol = $1 and timeframe = 'M1' and opened_at >= $2
                 order by opened_at limit $4)) as minutes
        order by opened_at`,
      [
        this.#symbol,
        new Date(this.#read === null ? this.from : this.#read + 1).toISOString(),
        this.#read === null,
        this.#most,
      ],
    )
    return rows.map(({ opened_ms, ...prices }) => ({ openedAt: Number(opened_ms), ...prices }))
  }

  async #gaps(): Promise<Gap[]> {
    const { rows } = await this.#client.query<{
      gap_from: string
      gap_until: string
      bars: (Omit<Candle, 'openedAt'> & { opened_at: string })[]
    }>(
      `select (extract(epoch from gap_from) * 1000)::bigint::text as gap_from,
              (extract(epoch from gap_until) * 1000)::bigint::text as gap_until, bars
         from public.market_gaps where symbol = $1 and gap_until > $2 order by market_gaps.gap_from`,
      [this.#symbol, new Date(this.from).toISOString()],
    )
    return rows.map(({ gap_from, gap_until, bars }) => ({
      from: Number(gap_from),
      until: Number(gap_until),
      bars: bars.map(({ opened_at, ...prices }) => ({ openedAt: Date.parse(opened_at), ...prices })),
    }))
  }
}

/**
 * Returns the candles from `from`, including those read beyond `until`, once every minute up to `until` is known. Otherwise
 * returns the missing minute that it waits for, or null if nothing later is stored yet.
 */
export async function readWhole(
  client: Queryable,
  {
    symbol,
    session,
    from,
    until,
    now,
  }: { symbol: string; session: Session; from: number; until: number; now: number },
): Promise<{ candles: Candle[] } | { wait: Wait | null }> {
  const minutes = new KnownMinutes(
    client,
    symbol,
    session,
    from,
    Math.ceil((until - from) / CANDLE_MS) + BEYOND,
  )
  const candles: Candle[] = []
  for (;;) {
    const part = await minutes.next()
    candles.push(...part.candles)
    if (isKnown(session, minutes.from, until)) return { candles }
    if (part.hole && (await awaitMinutes(client, symbol, part.hole, now))) continue
    if (part.hole) return { wait: { symbol, from: part.hole.from } }
    // The last minutes are not stored yet, and no later minute is either.
    if (part.isLast) return { wait: null }
  }
}

/** The candles of [from, until) if every minute is known; null otherwise. Unlike `readWhole`, asks for nothing that is missing. */
export async function readIfWhole(
  client: Queryable,
  { symbol, session, from, until }: { symbol: string; session: Session; from: number; until: number },
): Promise<Candle[] | null> {
  const minutes = new KnownMinutes(
    client,
    symbol,
    session,
    from,
    Math.ceil((until - from) / CANDLE_MS) + BEYOND,
  )
  const candles: Candle[] = []
  for (;;) {
    const part = await minutes.next()
    candles.push(...part.candles.filter(({ openedAt }) => openedAt < until))
    if (isKnown(session, minutes.from, until)) return candles
    if (part.hole || part.isLast) return null
  }
}

/** Whether no minute of the market's hours lies between the known minutes and a given time. */
function isKnown(session: Session, from: number, until: number): boolean {
  return from >= until || (nextOpening(session, from) ?? Number.POSITIVE_INFINITY) >= until
}

/** Records that minutes are missing; returns whether they were recorded as a permanent gap, so that reading can continue. */
export async function awaitMinutes(
  client: Queryable,
  symbol: string,
  hole: { from: number; until: number },
  now: number,
): Promise<boolean> {
  const { rows } = await client.query<{ written: boolean }>(
    'select private.await_minutes($1, $2, $3, $4, make_interval(secs => $5)) as written',
    [
      symbol,
      new Date(hole.from).toISOString(),
      new Date(hole.until).toISOString(),
      new Date(now).toISOString(),
      PATIENCE_MS / 1000,
    ],
  )
  return rows[0]?.written ?? false
}

export type Wait = { symbol: string; from: number }

/** Deletes all waits except these, and those for symbols with undecided signals, which may need them. */
export async function keepWaits(
  client: Queryable,
  waits: readonly Wait[],
  undecided: ReadonlySet<string>,
): Promise<void> {
  await client.query(
    `select private.keep_waits(array_agg(symbol), array_agg(gap_from)) from (
       select * from unnest($1::text[], $2::timestamptz[]) as found (symbol, gap_from)
       union select symbol, gap_from from public.market_waits where symbol = any ($3)) as kept`,
    [
      waits.map(({ symbol }) => symbol),
      waits.map(({ from }) => new Date(from).toISOString()),
      [...undecided],
    ],
  )
}
