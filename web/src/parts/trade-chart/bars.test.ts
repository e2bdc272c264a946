import { describe, expect, it } from 'vitest'
import { withQuote } from './bars.ts'

const bars = [{ time: 600, open: 1, high: 3, low: 1, close: 2 }]
const quote = (bid: string) => ({ symbol: 'X', bid, ask: bid })

describe('the latest bid at the end of the chart', () => {
  it('moves the bar it falls into', () => {
    expect(withQuote(bars, quote('4'), 300, 700)).toEqual([{ time: 600, open: 1, high: 4, low: 1, close: 4 }])
  })
  it('begins the next bar where the last one closed', () => {
    expect(withQuote(bars, quote('1.5'), 300, 901)).toEqual([
      ...bars,
      { time: 900, open: 2, high: 2, low: 1.5, close: 1.5 },
    ])
  })
  it('changes nothing without a quote, without bars, or when the bars are ahead', () => {
    expect(withQuote(bars, undefined, 300, 700)).toBe(bars)
    expect(withQuote([], quote('1'), 300, 700)).toEqual([])
    expect(withQuote(bars, quote('9'), 300, 100)).toBe(bars)
  })
})
