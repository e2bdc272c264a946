// Checks the bars of a venue's answer: candles to store, or faults to record.
import { Decimal } from 'trading/decimal'
import { agrees, candleFault, type Fault } from 'trading/market/market-checks'
import { marketIsOpen } from 'trading/market/sessions'
import type { Followed, Stage } from './followed-markets.ts'
import { BASE_TIMEFRAMES, type MarketCandle } from './provider.ts'
import type { VenueBar } from './venue.ts'

export type CheckedBars = {
  good: MarketCandle[]
  refused: { reason: Fault; bar: VenueBar }[]
  /** The last accepted close, for the plausibility check of the next. */
  close: string | null
}

/** Checks bars in chronological order, whatever their order in the answer. `spread` is in price, `now` is our clock's time. */
export function checkBars(
  { instrument, close }: Pick<Followed, 'instrument' | 'close'>,
  { timeframe, from, until, isHole, before: beforeHole = null }: Stage,
  given: readonly VenueBar[],
  spread: string,
  now: number,
): CheckedBars {
  const { symbol, class: kind, digits, session } = instrument
  const widthMs = BASE_TIMEFRAMES[timeframe]
  const exact = (price: string) => new Decimal(price).toFixed(digits)
  const good: MarketCandle[] = []
  const refused: CheckedBars['refused'] = []
  const seen = new Set<number>()
  let before = isHole ? beforeHole : close
  const sorted = given.toSorted((a, b) => a.openedAt - b.openedAt)
  const terms = { kind, widthMs, now }
  for (const [place, bar] of sorted.entries()) {
    // Outside the requested range, or still growing: ignored, not a fault.
    if (bar.openedAt < from || (bar.openedAt >= until && bar.openedAt <= now)) continue
    if (seen.has(bar.openedAt)) continue
    const candle = { ...bar, spread }
    const reason = candleFault(candle, { ...terms, before })
    const following = sorted.slice(place + 1).filter((one) => one.openedAt > bar.openedAt)
    // Subsequent bars distinguish a real move from a faulty bar.
    const moved =
      reason === 'far_away' &&
      agrees(
        candle,
        following.map((one) => ({ ...one, spread })),
        terms,
      )
    if (reason && !moved) {
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
