// Owns running a simulation, signal by signal: between two it checks for cancellation and reports progress.
import { type Manner, type PersonalTrade, personalTrade } from 'trading/personal-trade'
import type { Candle } from 'trading/trade'
import type { Replayed } from './simulation-data.ts'

/** The longest run in one turn; beyond it, cancelling would feel slow. */
const TURN_MS = 50
/** How far beyond a signal's end its minutes are read at first, and again while a position is still open. */
const BEYOND_MS = [3_600_000, 2 * 86_400_000] as const

export type Minutes = (
  symbol: string,
  from: number,
  until: number,
  signal: AbortSignal,
) => Promise<readonly Candle[]>

/**
 * The outcome that each signal would have had. `onProgress` receives the number done. Rejects as `minutes` does, and when
 * aborted.
 */
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
