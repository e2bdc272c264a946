import { describe, expect, it } from 'vitest'
import { continuousTail } from './continuous.ts'

const bars = Array.from({ length: 20 }, (_, place) => ({
  at: place * 900_000,
  open: 100,
  high: 101,
  low: 99,
  close: 100,
}))
const from = (place: number, change: (bar: (typeof bars)[number]) => Partial<(typeof bars)[number]>) =>
  bars.map((bar, at) => (at < place ? bar : { ...bar, ...change(bar) }))

describe('the last bars without a hole', () => {
  it('go on over a weekend, and not over a week without a market', () => {
    expect(continuousTail(bars)).toHaveLength(20)
    expect(continuousTail(from(10, ({ at }) => ({ at: at + 3 * 86_400_000 })))).toHaveLength(20)
    expect(continuousTail(from(10, ({ at }) => ({ at: at + 7 * 86_400_000 })))).toHaveLength(10)
  })
  it('go on over a gap of the market, and not where two sources meet', () => {
    const higher = (by: number) =>
      from(10, ({ open, high, low, close }) => ({
        open: open + by,
        high: high + by,
        low: low + by,
        close: close + by,
      }))
    expect(continuousTail(higher(8))).toHaveLength(20)
    expect(continuousTail(higher(40))).toHaveLength(10)
  })
})
