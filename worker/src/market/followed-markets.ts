// Owns what a live feed follows: each instrument that the venue has, what of its past is still to be asked for, and from when
// its minutes are.
import type { Pool } from 'pg'
import { marketIsOpen } from 'trading/market/sessions'
import { liveHistoryPlan, type VenueStage, withinReach } from './history-plan.ts'
import { readCloseBefore, readFirstMinute, readGaps } from './market-store.ts'
import { BASE_TIMEFRAMES, type MarketInstrument, type StoredEnd } from './provider.ts'
import type { Venue } from './venue.ts'

const MINUTE = BASE_TIMEFRAMES.M1
/** How far back a start looks for holes. */
const HOLES_MS = 2 * BASE_TIMEFRAMES.D1

/** A hole in the past has a neighbour of its own: the last close before it. */
export type Stage = VenueStage & { isHole?: true; before?: string | null }

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

/** What is missing among the last two days' stored minutes: by the minute as far as the venue reaches, by longer bars before. */
async function holes({ pool, venue, now }: Options, symbol: string, until: number): Promise<Stage[]> {
  // Before the first of them there is no hole, but the beginning of what is known.
  const first = await readFirstMinute(pool, symbol, venue.source, until - HOLES_MS)
  if (first === null) return []
  const gaps = await readGaps(pool, symbol, first, until)
  const stages: Stage[] = []
  for (const gap of gaps) {
    const before = await readCloseBefore(pool, symbol, venue.source, gap.from)
    for (const stage of withinReach({ timeframe: 'M1', ...gap }, now(), venue.reach)) {
      stages.push({ ...stage, isHole: true, before })
    }
  }
  return stages
}
