// Owns the cards of "Et ensuite ?" of a day: charts of closed signals that were not asked yet, then of past hours, in the order that the
// day's seed gives. What follows a cut decides nothing about whether and how it is asked; it must only be known.
import { continuousTail } from 'trading/learning/continuous'
import { luckOf } from 'trading/learning/draw'
import {
  BARS_SHOWN,
  CARDS_A_DAY,
  chanceOfUp,
  FEWEST_SHOWN,
  forecastOutcome,
  inOrder,
  type Levels,
  levelsAt,
  TIMEFRAMES,
  type Timeframe,
  timeframeOf,
} from 'trading/learning/forecast'
import type { Session } from 'trading/market/sessions'
import { sha256Hex } from 'trading/proof/ledger'
import { CANDLE_MS } from 'trading/trade'
import { inTransaction, type Queryable } from '../database.ts'
import { readInstruments } from '../market/market-store.ts'
import { lockMinutes, readIfWhole } from '../outcomes/known-minutes.ts'
import type { TaskContext } from '../tasks/task-context.ts'

/** Candidates that are tried: enough where a third of the hours has all its minutes. */
const MOST_TRIED = 120
const HOUR_MS = 60 * CANDLE_MS

type Candidate = {
  symbol: string
  cut: number
  timeframe: Timeframe
  signal: { id: string; up: string; down: string } | null
}
type Market = { session: Session; digits: number }
type StoredBar = { at: string; open: string; high: string; low: string; close: string }

/** Draws the cards of an open day, once: fewer than five, or none, where too few minutes are stored. */
export async function drawForecasts(
  { pool, log }: Pick<TaskContext, 'pool' | 'log'>,
  day: string,
): Promise<void> {
  const markets = new Map((await readInstruments(pool)).map((instrument) => [instrument.symbol, instrument]))
  const cards = await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ seed: string; beacon: string }>(
      `update private.daily_seeds as seeds set charts_at = clock_timestamp() from public.daily_tests as tests
        where seeds.day = $1 and tests.day = seeds.day and beacon is not null and charts_at is null returning seeds.seed, beacon`,
      [day],
    )
    if (!rows[0]) return 0
    const luck = sha256Hex(`${luckOf(rows[0].seed, rows[0].beacon)}\nforecasts`)
    const taken = new Set<string>()
    for (const candidate of await candidatesOf(client, day, luck)) {
      if (taken.size === CARDS_A_DAY) break
      const market = markets.get(candidate.symbol)
      if (!market || taken.has(candidate.symbol)) continue
      for (const cut of [candidate, byTheHour(candidate)])
        if (
          !taken.has(cut.symbol) &&
          (await addCard(client, { day, place: taken.size + 1, candidate: cut, market, luck }))
        )
          taken.add(cut.symbol)
    }
    return taken.size
  })
  if (cards > 0) log.info({ day, cards }, 'charts of the day are drawn')
}

/** The same cut on bars of an hour, which reach further back than shorter ones. */
const byTheHour = (candidate: Candidate): Candidate => ({
  ...candidate,
  timeframe: 'H1',
  cut: Math.ceil(candidate.cut / HOUR_MS) * HOUR_MS,
})

/** Candidates in the order of the day. */
async function candidatesOf(client: Queryable, day: string, luck: string): Promise<Candidate[]> {
  const { rows: signals } = await client.query<{
    id: string
    symbol: string
    cut: string
    timeframe: Timeframe
    up: string
    down: string
  }>(
    `select signals.id, signals.symbol, shown.timeframe, (extract(epoch from cut) * 1000)::bigint::text as cut,
            greatest(first.price, stop_loss)::text as up, least(first.price, stop_loss)::text as down
       from public.signal_states as states join public.signals on signals.id = states.signal_id
       join public.signal_levels as levels on levels.signal_id = signals.id
       join public.signal_targets as first on first.signal_id = signals.id and first.position = 1
      cross join lateral (select case when signals.timeframe in ('H1', 'H4', 'D1') then 'H1' else 'M15' end as timeframe) as shown
      cross join lateral (
        select date_bin(private.timeframe_width(shown.timeframe), published_at - interval '1 microsecond', '2000-01-01 00:00+00') + private.timeframe_width(shown.timeframe) as cut
      ) as at
      where states.state = 'closed' and cut < private.day_begins($1) - interval '2 days'
        and not exists (select from private.forecast_cards as card where card.signal_id = signals.id)`,
    [day],
  )
  const { rows: hours } = await client.query<{ symbol: string; cut: string }>(
    `select symbol, (extract(epoch from opened_at) * 1000)::bigint::text as cut
       from public.candles as hour
      where timeframe = 'H1' and opened_at between private.day_begins($1) - interval '60 days' and private.day_begins($1) - interval '5 days'
        and exists (select from public.candles as minute where minute.symbol = hour.symbol and minute.timeframe = 'M1' and minute.opened_at = hour.opened_at)
        and not exists (select from private.forecast_cards as card where card.symbol = hour.symbol and card.cut_at = hour.opened_at)`,
    [day],
  )
  const ofSignals = signals.map(({ id, up, down, cut, ...more }) => ({
    ...more,
    cut: Number(cut),
    signal: { id, up, down },
  }))
  const past = hours.map(
    ({ symbol, cut }): Candidate => ({
      symbol,
      cut: Number(cut),
      timeframe: timeframeOf(Number(cut), sha256Hex(`${luck}\n${symbol}`)),
      signal: null,
    }),
  )
  return [
    ...inOrder(ofSignals, luck, ({ signal }) => signal.id),
    ...inOrder(past, luck, ({ symbol, cut }) => `${symbol} ${cut}`),
  ].slice(0, ofSignals.length + MOST_TRIED)
}

/** Adds a candidate's card; false if it cannot be asked: bars or minutes are missing, or a level is on the wrong side. */
async function addCard(
  client: Queryable,
  {
    day,
    place,
    candidate,
    market,
    luck,
  }: { day: string; place: number; candidate: Candidate; market: Market; luck: string },
): Promise<boolean> {
  const { symbol, cut, timeframe, signal } = candidate
  const { minutes, hours } = TIMEFRAMES[timeframe]
  const until = cut + hours * HOUR_MS
  const bars = await barsOf(client, symbol, timeframe, cut - 30 * 24 * HOUR_MS, cut)
  const before = continuousTail(
    bars.slice(-BARS_SHOWN).map((bar) => ({ bar, at: Number(bar.at), ...asNumbers(bar) })),
  ).map(({ bar }) => bar)
  // Complete up to the cut, which is where its last bar ends.
  if (before.length < FEWEST_SHOWN || Number(before.at(-1)!.at) + minutes * CANDLE_MS !== cut) return false
  const drawn = levelsAt(before, market.digits, sha256Hex(`${luck}\n${symbol} ${cut}`))
  const levels: Levels | null = drawn && signal ? { ...drawn, up: signal.up, down: signal.down } : drawn
  if (!levels || !isAskable(levels)) return false
  await lockMinutes(client, symbol)
  const known = await readIfWhole(client, { symbol, session: market.session, from: cut, until })
  if (!known?.length) return false
  const { outcome, at } = forecastOutcome(levels, until, known)
  const after = await barsOf(client, symbol, timeframe, cut, until)
  const shown = (some: readonly StoredBar[]) =>
    JSON.stringify(some.map((bar) => inPercent(bar, cut, levels.reference)))
  await client.query(
    `insert into private.forecast_cards (day, place, symbol, timeframe, cut_at, hours, price, up, down, signal_id, chance, before, after, outcome, decided_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      day,
      place,
      symbol,
      timeframe,
      new Date(cut).toISOString(),
      hours,
      levels.reference,
      levels.up,
      levels.down,
      signal?.id ?? null,
      chanceOfUp(levels),
      shown(before),
      shown(after),
      outcome,
      new Date(at).toISOString(),
    ],
  )
  return true
}

const asNumbers = ({ open, high, low, close }: Omit<StoredBar, 'at'>) => ({
  open: Number(open),
  high: Number(high),
  low: Number(low),
  close: Number(close),
})

/** A level on each side, neither so near that the answer is obvious. */
function isAskable(levels: Levels): boolean {
  const [reference, up, down] = [levels.reference, levels.up, levels.down].map(Number) as [
    number,
    number,
    number,
  ]
  const chance = chanceOfUp(levels)
  return down < reference && reference < up && chance >= 10 && chance <= 90
}

async function barsOf(
  client: Queryable,
  symbol: string,
  timeframe: string,
  from: number,
  until: number,
): Promise<StoredBar[]> {
  const { rows } = await client.query<StoredBar>(
    `select (extract(epoch from opened_at) * 1000)::bigint::text as at, open::text, high::text, low::text, close::text
       from public.candles where symbol = $1 and timeframe = $2 and opened_at >= $3 and opened_at < $4 order by opened_at`,
    [symbol, timeframe, new Date(from).toISOString(), new Date(until).toISOString()],
  )
  return rows
}

/** [hours from the cut, open, high, low, close], prices in percent from the cut. */
function inPercent({ at, open, high, low, close }: StoredBar, cut: number, reference: string): number[] {
  const percent = (price: string) => Number(((Number(price) / Number(reference) - 1) * 100).toFixed(4))
  return [(Number(at) - cut) / HOUR_MS, percent(open), percent(high), percent(low), percent(close)]
}
