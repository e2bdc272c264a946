import { useMemo } from 'react'
import type { MovingBars } from '#charts/price/bars.ts'
import { useQuoteSource } from '#lib/market/live-quotes.ts'
import type { StoredBar } from '#lib/market/stored-bars.ts'
import { withQuote } from './bars.ts'

/** Stored bars whose end moves with an instrument's quotes, for a chart; null if they do not move. */
export function useMovingBars(
  symbol: string,
  bars: readonly StoredBar[] | undefined,
  interval: number,
  live: boolean,
): MovingBars | null {
  const source = useQuoteSource(symbol)
  return useMemo(
    () =>
      live && bars
        ? {
            subscribe: source.subscribe,
            bars: () => withQuote(bars, source.quote(), interval, Date.now() / 1000),
          }
        : null,
    [source, bars, interval, live],
  )
}
