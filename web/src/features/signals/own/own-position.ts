import { type OwnResult, ownResult } from 'trading/member-trade'
import type { MarketInstrument } from '#lib/signals/live-signals.ts'
import type { OwnTrade, TradedSignal } from './own-queries.ts'

/** The result of a member's trade, or its value at a price while it runs; null if it was not taken or may not be seen. */
export function ownPosition(
  trade: OwnTrade,
  signal: Pick<TradedSignal, 'signal_levels' | 'signal_events'>,
  instrument: Pick<MarketInstrument, 'pipSize' | 'contractSize'>,
  price: string | null,
): OwnResult | null {
  const { signal_levels: levels, signal_events: events } = signal
  if (!levels || trade.entry_price === null || trade.entered_at === null) return null
  const entered = events.find(({ kind }) => kind === 'entered')
  return ownResult(
    {
      entryPrice: trade.entry_price,
      enteredAt: Date.parse(trade.entered_at),
      exitPrice: trade.exit_price ?? price,
      lots: trade.lots,
      conversionRate: trade.conversion_rate,
      feesMinor: trade.fees_minor,
    },
    {
      direction: levels.direction,
      stop: levels.stop_loss,
      price: entered?.price ?? null,
      at: entered ? Date.parse(entered.at) : null,
    },
    instrument,
  )
}

/** `2026-11-21T14:30` in the reader's zone, for a date and time field. */
export function localMinute(moment: string | number): string {
  const at = new Date(moment)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
