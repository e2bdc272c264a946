import { parseSignalText } from 'trading/paste/signal-text'
import { describe, expect, it } from 'vitest'
import { levelsText } from './levels-text.ts'

const EURUSD = {
  symbol: 'EURUSD',
  class: 'forex',
  baseCurrency: 'EUR',
  quoteCurrency: 'USD',
  digits: 5,
  pipSize: '0.0001',
  contractSize: '100000',
} as const

describe('copied levels', () => {
  it.each([
    ['Achat', 'buy', 'limit', '1.0850', '1.0860', '1.0820', ['1.0900', '1.0950']],
    ['Sell', 'sell', 'stop', '1.0850', '1.0850', '1.0880', ['1.0800']],
    ['Compra', 'buy', 'market', '1.0850', '1.0850', '1.0820', ['1.0900']],
  ] as const)(
    'are read back as the same signal, %s',
    (word, direction, order_type, low, high, stop, targets) => {
      const share = String(100 / targets.length)
      const levels = {
        direction,
        order_type,
        entry_low: low,
        entry_high: high,
        stop_loss: stop,
        targets: targets.map((price) => ({ price, share })),
      }
      const { draft, problems } = parseSignalText(levelsText(levels, 'EURUSD', 5, word), {
        instruments: [EURUSD],
      })
      expect(problems).toEqual([])
      expect(draft).toMatchObject({
        symbol: 'EURUSD',
        direction,
        order_type,
        entry_low: `${low}0`,
        entry_high: `${high}0`,
        stop_loss: `${stop}0`,
      })
      expect(draft.targets?.map(({ price }) => price)).toEqual(targets.map((price) => `${price}0`))
    },
  )
})
