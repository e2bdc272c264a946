import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Decimal } from './decimal.ts'
import { excursion } from './excursion.ts'
import { settle } from './outcome.ts'
import { START } from './testing/any-signal.ts'
import { buy, minutes, sell as otherwise } from './testing/plain-signal.ts'
import { CANDLE_MS, type RecordedEvent, type Terms } from './trade.ts'

const sell: Terms = { ...buy, ...otherwise }
const went = (terms: Terms, ...rows: string[]) => {
  const candles = minutes(...rows)
  const told = excursion(terms, settle(terms, [], candles), candles)
  return told && [told.best, told.worst, told.candles]
}

describe('excursion', () => {
  it.each<[string, Terms, string[], (string | number)[] | null]>([
    ['is none of a signal that was not entered', buy, ['105 106 104 105'], null],
    ['is none of one that is still open', buy, ['99 99 98 99'], null],
    [
      'goes to the stop and no further',
      buy,
      ['99 99 98 99', '99 105 98 104', '104 104 80 82'],
      ['0.5000', '-1.0000', 3],
    ],
    [
      'goes below the stop where price opened there',
      buy,
      ['99 99 98 99', '85 86 84 85'],
      ['0.0000', '-1.5000', 2],
    ],
    // Half of it is out at 110: 0.5 + 0.5 × 1.5 at 115, and 0.5 + 0.5 × 0.2 − … at its worst.
    [
      'counts what was realised and what is open',
      buy,
      ['99 99 98 99', '99 110 99 109', '109 115 88 112'],
      ['1.0000', '-0.2000', 3],
    ],
    [
      'values a sell at the ask',
      sell,
      ['100 100 99 100', '100 104 95 96', '96 109 96 100'],
      ['0.4000', '-1.0000', 3],
    ],
    [
      'takes of a limit order’s first minute the close at best, and all that is against it',
      buy,
      ['105 112 95 101', '101 101 89 90'],
      ['0.1000', '-1.0000', 2],
    ],
    [
      'takes of a stop order’s first minute its best',
      { ...buy, order_type: 'stop' },
      ['95 104 94 96', '96 97 89 90'],
      ['0.4000', '-1.0000', 2],
    ],
    [
      'takes the worst of the minute that reached the last target',
      buy,
      ['99 99 98 99', '99 121 91 120'],
      ['1.5000', '-0.9000', 2],
    ],
  ])('%s', (_, terms, rows, expected) => {
    expect(went(terms, ...rows)).toEqual(expected)
  })

  it('counts an analyst’s close at its price, after the minutes completed by then', () => {
    const candles = minutes('99 99 98 99', '99 104 99 103', '103 109 92 101')
    const history: RecordedEvent[] = settle(buy, [], candles)
    history.push({
      kind: 'closed',
      at: START + 2.5 * CANDLE_MS,
      price: '106',
      r: '0.6000',
      data: { share: '100', author: 'Ada' },
    })
    expect(excursion(buy, history, candles)).toEqual({ best: '0.6000', worst: '-0.2000', candles: 2 })
  })

  it('includes zero and the result, and never goes below a stop without a price jump', () => {
    const steps = fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 60, maxLength: 60 })
    let ended = 0
    fc.assert(
      fc.property(
        steps,
        fc.constantFrom(buy, sell),
        fc.constantFrom('limit', 'stop', 'market'),
        (walk, terms, order_type) => {
          let price = 1000
          const candles = minutes(
            ...walk.map((step) => {
              const open = price
              price += step
              return [open, Math.max(open, price) + 5, Math.min(open, price) - 5, price]
                .map((value) => (value / 10).toFixed(1))
                .join(' ')
            }),
          )
          const asked = { ...terms, order_type } as Terms
          const history = settle(asked, [], candles)
          const told = excursion(asked, history, candles)
          const ending = history.find(({ kind }) => kind === 'stopped' || kind === 'closed')
          if (!ending) {
            expect(told).toBeNull()
            return
          }
          ended += 1
          const result = history.reduce((sum, { r }) => sum.plus(r ?? 0), new Decimal(0))
          expect(Number(told!.best)).toBeGreaterThanOrEqual(Math.max(0, result.toNumber()))
          expect(Number(told!.worst)).toBeLessThanOrEqual(Math.min(0, result.toNumber()))
          // Consecutive minutes do not jump, so no fill is beyond its stop by more than the spread.
          expect(Number(told!.worst)).toBeGreaterThanOrEqual(-1.2)
        },
      ),
      { numRuns: 400 },
    )
    expect(ended).toBeGreaterThan(100)
  })
})
