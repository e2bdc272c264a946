// Owns how the levels of a signal are read from an entry of the public ledger: all of them, or none.
import type { Json } from 'trading/proof/ledger'

export type LedgerLevels = {
  symbol: string
  timeframe: string
  direction: 'buy' | 'sell'
  entryLow: string
  entryHigh: string
  stopLoss: string
  targets: { price: string; share: string }[]
}

export type Fields = { readonly [key: string]: Json }

/** Null if a level is missing or is not text: half a signal is none. */
export function levelsOf(value: Json | undefined): LedgerLevels | null {
  const levels = record(value)
  const direction = text(levels?.direction)
  const targets = records(levels?.targets).map((target) => ({
    price: text(target.price),
    share: text(target.share),
  }))
  const [symbol, timeframe, entryLow, entryHigh, stopLoss] = [
    'symbol',
    'timeframe',
    'entry_low',
    'entry_high',
    'stop_loss',
  ].map((name) => text(levels?.[name]))
  if (!symbol || !timeframe || !entryLow || !entryHigh || !stopLoss || targets.length === 0) return null
  if (direction !== 'buy' && direction !== 'sell') return null
  if (
    !targets.every((target): target is { price: string; share: string } => !!target.price && !!target.share)
  ) {
    return null
  }
  return { symbol, timeframe, direction, entryLow, entryHigh, stopLoss, targets }
}

export function text(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null
}

export function record(value: Json | undefined): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
}

export function records(value: Json | undefined): Fields[] {
  return Array.isArray(value) ? (value as Json[]).map(record).filter((item) => item !== null) : []
}
