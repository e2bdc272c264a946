import { Decimal } from 'decimal.js'
import type { Levels } from 'trading/levels'

/** A signal as text, in the format that every copier and our own paste parser read. `word` is Buy or Sell in any language. */
export function levelsText(levels: Levels, symbol: string, digits: number, word: string): string {
  const price = (text: string) => new Decimal(text).toFixed(digits)
  const zone =
    levels.entry_low === levels.entry_high
      ? price(levels.entry_low)
      : `${price(levels.entry_low)}-${price(levels.entry_high)}`
  return [
    `${word.toUpperCase()} ${levels.order_type.toUpperCase()} ${symbol} ${zone}`,
    `SL ${price(levels.stop_loss)}`,
    ...levels.targets.map((target, index) => `TP${index + 1} ${price(target.price)}`),
  ].join('\n')
}
