// Owns when "R restant" may be shown as a verdict: only on current market prices. On a frozen price, "still open" would invite
// the reader into a trade that is no longer possible.
import { QUIET_MS } from 'trading/market/feed-state'
import type { RewardLeft } from 'trading/reward-left'
import type { Connection } from '#lib/live/connection.ts'
import type { MarketState } from '#lib/market/market-state.ts'

/** The two answers of the rule, or why there is none: offline, not connected, market closed, price frozen. */
export type EntryVerdict = 'open' | 'late' | 'offline' | 'connecting' | 'closed' | 'frozen'

export type Liveness = {
  connection: Connection
  market: Pick<MarketState, 'state'> | null
  /** When a market price was last received, and the current time, in milliseconds since 1970. */
  heardAt: number | null
  now: number
}

/** Returns null if there is nothing to judge. */
export function entryVerdict(
  left: Pick<RewardLeft, 'tooLate'> | null,
  { connection, market, heardAt, now }: Liveness,
): EntryVerdict | null {
  if (!left) return null
  if (connection === 'offline') return 'offline'
  // Trading hours are known without a connection.
  if (market?.state === 'closed') return 'closed'
  if (connection !== 'live' || !market) return 'connecting'
  if (market.state === 'stale' || heardAt === null || now - heardAt > QUIET_MS) return 'frozen'
  return left.tooLate ? 'late' : 'open'
}
