import type { StoredBar } from '#lib/market/stored-bars.ts'
import type { Quote } from '#lib/signals/signal.ts'

/** The stored bars with the latest bid at their end: it updates the bar it falls into, or starts the next one. */
export function withQuote(
  bars: readonly StoredBar[],
  quote: Quote | undefined,
  interval: number,
  now: number,
): readonly StoredBar[] {
  const last = bars.at(-1)
  if (!last || !quote) return bars
  const bid = Number(quote.bid)
  const opened = Math.floor(now / interval) * interval
  if (opened < last.time) return bars
  if (opened === last.time) {
    return [
      ...bars.slice(0, -1),
      { ...last, high: Math.max(last.high, bid), low: Math.min(last.low, bid), close: bid },
    ]
  }
  return [
    ...bars,
    {
      time: opened,
      open: last.close,
      high: Math.max(last.close, bid),
      low: Math.min(last.close, bid),
      close: bid,
    },
  ]
}
