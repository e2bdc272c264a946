// Determines what a live feed follows: the venue's instruments, the history still to request, and from when minutes are followed.
import type { Pool } from 'pg'
import { marketIsOpen } from 'trading/market/sessions'
import { liveHistoryPlan, type VenueStage, withinReach } from './history-plan.ts'
import { readCloseBefore, readFirstMinute, readGaps } from './market-store.ts'
import { BASE_TIMEFRAMES, type MarketInstrument, type StoredEnd } from './provider.ts'
import type { Venue } from './venue.ts'

const MINUTE = BASE_TIMEFRAMES.M1
/** How far back a start looks for gaps. */
const HOLES_MS = 2 * BASE_TIMEFRAMES.D1

/** A gap is checked against its own preceding close. */
export type Stage = VenueStage & { isHole?: true; before?: string | null }

export type Followed = {
  instrument: MarketInstrument
  name: string
  /** History still to request; then minutes from `cursor`. */
  stages: Stage[]
  cursor: number
  /** The newest close of this source, for the plausibility check of the next. */
  close: string | null
  askedAt: number
  /** No request for new minutes before this time. */
  restsUntil: number
}

type Options = { pool: Pool; venue: Venue; history: 'full' | 'short'; now: () => number }

/** The venue's markets with their stages: gaps first, then the time since the last stored minute. */
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

/** Whether the market opens within a stage: sessions start and end on quarter hours. */
function hasTrading({ session }: MarketInstrument, { from, until }: Stage): boolean {
  for (let at = from; at < until; at += 15 * MINUTE) if (marketIsOpen(session, at)) return true
  return marketIsOpen(session, until - MINUTE)
}

/** Gaps in the stored minutes of the last two days: minutes as far as the venue keeps them, longer bars before. */
async function holes({ pool, venue, now }: Options, symbol: string, until: number): Promise<Stage[]> {
  // Time before the first known minute is not a gap.
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
