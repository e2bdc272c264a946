// Owns what a live feed follows: each instrument that the venue has, what of its past is still to be asked for, and from when
// its minutes are.
import type { Pool } from 'pg'
import { marketIsOpen } from 'trading/sessions'
import { liveHistoryPlan, type VenueStage } from './history-plan.ts'
import { readGaps } from './market-store.ts'
import { BASE_TIMEFRAMES, type MarketInstrument, type StoredEnd } from './provider.ts'
import type { Venue } from './venue.ts'

const MINUTE = BASE_TIMEFRAMES.M1
/** How far back a start looks for holes. */
const HOLES_MS = 2 * BASE_TIMEFRAMES.D1

export type Stage = VenueStage & { isHole?: true }

export type Followed = {
  instrument: MarketInstrument
  name: string
  /** What of the past is still to be asked for; then minutes from `cursor` on. */
  stages: Stage[]
  cursor: number
  /** The newest close of this source, for the plausibility of the next. */
  close: string | null
  askedAt: number
  /** Not asked for new minutes before. */
  restsUntil: number
}

type Options = { pool: Pool; venue: Venue; history: 'full' | 'short'; now: () => number }

/** The markets that a venue has, each with its stages: holes first, then what came after the last stored minute. */
export async function followMarkets(
  options: Options,
  instruments: readonly MarketInstrument[],
  stored: ReadonlyMap<string, StoredEnd>,
): Promise<Followed[]> {
  const { venue, history, now } = options
  const followed: Followed[] = []
  for (const instrument of instruments) {
    const name = venue.nameOf(instrument)
    if (name === null) continue
    const end = stored.get(instrument.symbol)
    const plan: Stage[] = liveHistoryPlan(end?.until ?? null, now(), history, venue.reach)
    const cursor = plan.at(-1)?.until ?? end?.until ?? now() - (now() % MINUTE)
    const gaps = end ? await holes(options, instrument.symbol, end.until) : []
    const stages = [...gaps, ...plan.filter((stage) => hasTrading(instrument, stage))]
    const close = end?.closes.at(-1) ?? null
    followed.push({ instrument, name, stages, cursor, close, askedAt: 0, restsUntil: 0 })
  }
  return followed
}

/** Whether the market opens at all within a stage: hours begin and end on quarters. */
function hasTrading({ session }: MarketInstrument, { from, until }: Stage): boolean {
  for (let at = from; at < until; at += 15 * MINUTE) if (marketIsOpen(session, at)) return true
  return marketIsOpen(session, until - MINUTE)
}

/** What is missing among the last two days' stored minutes, within the venue's reach. */
async function holes({ pool, venue, now }: Options, symbol: string, until: number): Promise<Stage[]> {
  const reached = venue.reach === null ? 0 : now() - (now() % MINUTE) - venue.reach * MINUTE
  const from = Math.max(reached, until - HOLES_MS)
  if (from >= until) return []
  const gaps = await readGaps(pool, symbol, from, until)
  return gaps.map((gap) => ({ timeframe: 'M1', ...gap, isHole: true }))
}
