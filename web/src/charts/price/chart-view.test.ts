import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readChartView, toggled, writeChartView } from './chart-view.ts'
import { INDICATORS } from './indicator-strokes.ts'

const TIMEFRAMES = ['M15', 'H1']

describe('a chart’s view in the address', () => {
  it('comes back as it was written, beside what else stands there', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TIMEFRAMES),
        fc.subarray([...INDICATORS]),
        fc.boolean(),
        (timeframe, indicators, logarithmic) => {
          const view = { timeframe, indicators, logarithmic, measuring: false }
          const address = writeChartView(new URLSearchParams('signal=7'), view, 'M15')
          expect(address.get('signal')).toBe('7')
          expect(readChartView(address, TIMEFRAMES, 'M15')).toEqual(view)
        },
      ),
    )
  })

  it('is not written while it is as usual', () => {
    const usual = { timeframe: 'M15', indicators: [], logarithmic: false, measuring: true }
    expect(writeChartView(new URLSearchParams('ut=H1&ind=rsi&log=1'), usual, 'M15').toString()).toBe('')
  })

  it('leaves out what is not known', () => {
    const view = readChartView(new URLSearchParams('ut=W1&ind=rsi.magic&log=yes'), TIMEFRAMES, 'M15')
    expect(view).toEqual({ timeframe: 'M15', indicators: ['rsi'], logarithmic: false, measuring: false })
  })

  it('takes an indicator in and out, in drawing order', () => {
    expect(toggled(['rsi'], 'ema20')).toEqual(['ema20', 'rsi'])
    expect(toggled(['ema20', 'rsi'], 'ema20')).toEqual(['rsi'])
  })
})
