import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Decimal } from '../../decimal.ts'
import { atr, ema, rsi, sma } from '../../market/indicators.ts'
import { drawnCandles } from '../drawn-candles.ts'
import { computeFigure } from './figures.ts'

const figure = (quotation: string) => {
  const quoted = computeFigure(quotation)
  if (!quoted) throw new Error(quotation)
  return quoted.value.toNumber()
}
const text = (value: number) => new Decimal(value).toFixed(12)
const candles = (seed: number) => drawnCandles({ path: [100, 112, 104, 118, 109], bars: 61, noise: 2, seed })

describe('the figures of technical analysis', () => {
  it('step the averages, the RSI and the ATR as the charts do', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 30, max: 60 }), (seed, at) => {
        const bars = candles(seed)
        const closes = bars.map(({ close }) => close)
        const [close, before, bar] = [closes[at] as number, closes[at - 1] as number, bars[at]]
        const [simple, weighted, ranges] = [sma(closes, 14), ema(closes, 14), atr(bars)]
        expect(
          figure(
            `sma-step?previous=${text(simple[at - 1] as number)}&entering=${close}&leaving=${closes[at - 14]}&period=14`,
          ),
        ).toBeCloseTo(simple[at] as number, 8)
        expect(
          figure(`ema-step?previous=${text(weighted[at - 1] as number)}&price=${close}&period=14`),
        ).toBeCloseTo(weighted[at] as number, 8)
        const range = figure(`true-range-pips?high=${bar?.high}&low=${bar?.low}&previous=${before}&pip=1`)
        expect(
          figure(`wilder-step?previous=${text(ranges[at - 1] as number)}&value=${text(range)}&period=14`),
        ).toBeCloseTo(ranges[at] as number, 8)
      }),
      { numRuns: 50 },
    )
  })
  it('give the RSI of the charts from the means that Wilder smooths', () => {
    const closes = candles(7).map(({ close }) => close)
    const expected = rsi(closes)
    let [gain, loss] = [0, 0]
    closes.slice(1).forEach((close, index) => {
      const change = close - (closes[index] as number)
      const next = expected[index + 1]
      if (index >= 14)
        expect(
          figure(`rsi-step?gain=${text(gain)}&loss=${text(loss)}&change=${text(change)}&period=14`),
        ).toBeCloseTo(next as number, 6)
      const [up, down] = [Math.max(0, change), Math.max(0, -change)]
      if (index < 14) [gain, loss] = [gain + up / 14, loss + down / 14]
      else [gain, loss] = [(gain * 13 + up) / 14, (loss * 13 + down) / 14]
    })
  })
  it('let a price without drift earn nothing, whatever the distances', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 500 }), (stop, target) => {
        const chance = figure(`first-touch?stop=${stop}&target=${target}`)
        expect(chance * target - (1 - chance) * stop).toBeCloseTo(0, 8)
      }),
    )
  })
  it('agree with the chart of the lesson: its two highs diverge, 76 then 69', () => {
    const path = [1.0822, 1.08, 1.087, 1.0849, 1.0862, 1.0855, 1.0874, 1.0867, 1.0889, 1.088]
    const bars = drawnCandles({ path, bars: 73, noise: 0.0003, seed: 23658 })
    const values = rsi(bars.map(({ close }) => close))
    const at = (high: number) => Math.round(values[bars.findIndex((bar) => bar.high === high)] as number)
    expect([at(1.087), at(1.089)]).toEqual([76, 69])
  })
})
