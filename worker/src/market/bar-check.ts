// Owns what becomes of the bars in a venue's answer: candles to store, or faults to write down.
import { Decimal } from 'trading/decimal'
import { candleFault, type Fault } from 'trading/market-checks'
import { marketIsOpen } from 'trading/sessions'
import type { Followed, Stage } from './followed-markets.ts'
import { BASE_TIMEFRAMES, type MarketCandle } from './provider.ts'
import type { VenueBar } from './venue.ts'

export type CheckedBars = {
  good: MarketCandle[]
  refused: { reason: Fault; bar: VenueBar }[]
  /** The newest close that is believed, for the plausibility of the next. */
  close: string | null
}

/** Judges bars in the order of time, whatever order they came in. `spread` is in price, `now` the time by our clock. */
export function checkBars(
  { instrument, close }: Pick<Followed, 'instrument' | 'close'>,
  { timeframe, from, until, isHole }: Stage,
  given: readonly VenueBar[],
  spread: string,
  now: number,
): CheckedBars {
  const { symbol, digits, session } = instrument
  const widthMs = BASE_TIMEFRAMES[timeframe]
  const exact = (price: string) => new Decimal(price).toFixed(digits)
  const good: MarketCandle[] = []
  const refused: CheckedBars['refused'] = []
  const seen = new Set<number>()
  let before = timeframe === 'M1' && !isHole ? close : null
  for (const bar of given.toSorted((a, b) => a.openedAt - b.openedAt)) {
    // Out of what was asked for, or the bar that still grows: not wrong, only not wanted.
    if (bar.openedAt < from || (bar.openedAt >= until && bar.openedAt <= now)) continue
    if (seen.has(bar.openedAt)) continue
    const reason = candleFault({ ...bar, spread }, { widthMs, now, before })
    if (reason) {
      refused.push({ reason, bar })
      continue
    }
    seen.add(bar.openedAt)
    before = bar.close
    if (timeframe === 'M1' && !marketIsOpen(session, bar.openedAt)) continue
    const { openedAt, open, high, low } = bar
    good.push({
      symbol,
      openedAt,
      open: exact(open),
      high: exact(high),
      low: exact(low),
      close: exact(bar.close),
      spread,
    })
  }
  return { good, refused, close: before }
}
