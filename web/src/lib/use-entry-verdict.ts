import type { RewardLeft } from 'trading/reward-left'
import { useConnection } from './connection.ts'
import { type EntryVerdict, entryVerdict } from './entry-verdict.ts'
import { useHeardAt } from './live-quotes.ts'
import { useMarketState } from './market-state.ts'
import { useNow } from './use-now.ts'

/** Whether one may still enter, judged anew with every price and each half minute. */
export function useEntryVerdict(symbol: string, left: RewardLeft | null): EntryVerdict | null {
  const connection = useConnection()
  const market = useMarketState(symbol)
  const heardAt = useHeardAt()
  const now = useNow()
  return entryVerdict(left, { connection, market, heardAt: heardAt(symbol), now })
}
