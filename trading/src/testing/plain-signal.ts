import { CANDLE_MS, type Candle, type Terms } from '../trade.ts'
import { START } from './any-signal.ts'

/** Round levels that make mental arithmetic easy: ten points are 1 R. */
export const buy: Terms = {
  direction: 'buy',
  order_type: 'limit',
  entry_low: '100',
  entry_high: '100',
  stop_loss: '90',
  targets: [
    { price: '110', share: '50' },
    { price: '120', share: '50' },
  ],
  digits: 1,
  publishedAt: START,
  expiresAt: START + 60 * CANDLE_MS,
}
/** The differences for a sell. */
export const sell: Partial<Terms> = {
  direction: 'sell',
  stop_loss: '110',
  targets: [
    { price: '90', share: '50' },
    { price: '80', share: '50' },
  ],
}

/** Candles from the first minute on, as "open high low close" at the bid; the spread is 1 unless given fifth. */
export function minutes(...rows: string[]): Candle[] {
  return rows.map((row, index) => {
    const [open, high, low, close, spread] = row.split(' ') as [string, string, string, string, string?]
    return { openedAt: START + index * CANDLE_MS, open, high, low, close, spread: spread ?? '1' }
  })
}
