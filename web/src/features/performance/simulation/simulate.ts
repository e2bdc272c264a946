// Owns running a simulation, signal by signal: it listens between them, so that a run can be stopped, and tells how far it is.
import { type Manner, type PersonalTrade, personalTrade } from 'trading/personal-trade'
import type { Candle } from 'trading/trade'
import type { Replayed } from './simulation-data.ts'

/** Longer than this in one turn, and being stopped would be felt to lag. */
const TURN_MS = 50
/** How far beyond a signal's end its minutes are read at first, and where a position is still open then. */
const BEYOND_MS = [3_600_000, 2 * 86_400_000] as const

export type Minutes = (
  symbol: string,
  from: number,
  until: number,
  signal: AbortSignal,
) => Promise<readonly Candle[]>

/** What each signal would have been. `onProgress` hears how many are done. Rejects as `minutes` does, and when aborted. */
export async function simulate(
  list: readonly Replayed[],
  manner: Manner,
  minutes: Minutes,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<PersonalTrade[]> {
  const trades: PersonalTrade[] = []
  let since = performance.now()
  for (const { row, signal: ended } of list) {
    let trade: PersonalTrade | undefined
    for (const beyond of BEYOND_MS) {
      const until = Date.parse(row.ended_at) + manner.delayMinutes * 60_000 + beyond
      const candles = await minutes(row.symbol, ended.terms.publishedAt, until, signal)
      signal.throwIfAborted()
      trade = personalTrade(ended, candles, manner)
      if (trade.verdict !== 'unknown' || trade.reason !== 'minutes_end') break
    }
    if (trade) trades.push(trade)
    if (performance.now() - since > TURN_MS) {
      onProgress(trades.length)
      await new Promise((resolve) => setTimeout(resolve))
      signal.throwIfAborted()
      since = performance.now()
    }
  }
  return trades
}
