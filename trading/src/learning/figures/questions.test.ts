import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeFigure } from './figures.ts'

const value = (quotation: string) => computeFigure(quotation)?.value.toNumber()
const tenths = fc.integer({ min: 1, max: 9 }).map((tenth) => tenth / 10)

describe('figures of the daily test', () => {
  it('stake by Kelly where the growth of the capital is largest', () => {
    const growth = (rate: number, gain: number, stake: number) =>
      rate * Math.log(1 + gain * stake) + (1 - rate) * Math.log(1 - stake)
    const cases = fc.tuple(tenths, fc.integer({ min: 1, max: 5 }))
    fc.assert(
      fc.property(cases, ([rate, gain]) => {
        const stake = value(`kelly?rate=${rate}&gain=${gain}`) as number
        fc.pre(stake > 0.01)
        const most = growth(rate, gain, stake)
        expect(most).toBeGreaterThan(growth(rate, gain, stake - 0.01))
        expect(most).toBeGreaterThan(growth(rate, gain, stake + 0.01))
      }),
    )
  })

  it('count true alarms as a table of a thousand cases does', () => {
    fc.assert(
      fc.property(tenths, tenths, tenths, (base, hits, wrong) => {
        const right = 1000 * base * hits
        const all = right + 1000 * (1 - base) * wrong
        expect(value(`true-alarm?base=${base}&hits=${hits}&false=${wrong}`)).toBeCloseTo(right / all, 10)
      }),
    )
  })

  it('give back the price of two outcomes from the chance that it implies', () => {
    fc.assert(
      fc.property(tenths, (chance) => {
        const priced = (4.33 + chance * (4.08 - 4.33)).toFixed(6)
        expect(value(`implied-chance?priced=${priced}&stay=4.33&move=4.08`)).toBeCloseTo(chance, 5)
      }),
    )
  })

  it('are right on sums done by hand', () => {
    const done: [string, number][] = [
      ['pips-amount?lots=0.25&pips=-36&pip=8', -72],
      ['part-of?amount=40000&share=0.02', 800],
      ['change?from=1000&to=1100', 0.1],
      ['difference?from=0.1&take=0.06', 0.04],
      ['profit-factor?rate=0.4&gain=2', 0.8 / 0.6],
      ['atr-price?price=2400&atr=18&multiple=-1.5', 2373],
      ['true-range?high=104&low=101&previous=97', 7],
      ['true-range?high=96&low=95&previous=99', 4],
      ['retraced-price?low=300&high=340&share=0.25', 330],
      ['real-rate?nominal=0.1&inflation=0.1', 0],
      ['compounded?monthly=0.1&months=2', 0.21],
      ['interest-for-days?amount=40000&rate=0.045&days=10', 50],
      ['brier?forecast=0.8&outcome=1', 0.04],
      ['rate-margin?rate=0.5&trades=100', 0.098],
      ['yen-pip-value?lots=1.5&rate=150', 10],
    ]
    for (const [quotation, expected] of done) expect(value(quotation)).toBeCloseTo(expected, 10)
  })
})
