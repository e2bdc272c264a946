import type { RewardLeft } from 'trading/reward-left'
import { useConnection } from '#lib/live/connection.ts'
import { useNow } from '#lib/live/use-now.ts'
import { useHeardAt } from '#lib/market/live-quotes.ts'
import { useMarketState } from '#lib/market/market-state.ts'
import { type EntryVerdict, entryVerdict } from './entry-verdict.ts'

/** Whether an entry is still possible, recomputed with every price and each half minute. */
export function useEntryVerdict(symbol: string, left: RewardLeft | null): EntryVerdict | null {
  const connection = useConnection()
  const market = useMarketState(symbol)
  const heardAt = useHeardAt()
  const now = useNow()
  return entryVerdict(left, { connection, market, heardAt: heardAt(symbol), now })
}
