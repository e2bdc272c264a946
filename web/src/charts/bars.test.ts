import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Bar, barChange } from './bars.ts'

const bar = (time: number, close = 1): Bar => ({ time, open: 1, high: 2, low: 0, close })
const bars = (...times: number[]) => times.map((time) => bar(time))

describe('what a chart redraws', () => {
  it('is nothing while the bars say the same', () => {
    expect(barChange(bars(1, 2), bars(1, 2))).toEqual({ kind: 'none' })
    expect(barChange([], [])).toEqual({ kind: 'none' })
  })

  it('is the last bar when a quote moves it, and what follows it', () => {
    expect(barChange(bars(1, 2), [bar(1), bar(2, 9)])).toEqual({ kind: 'grown', from: 1 })
    expect(barChange(bars(1, 2), bars(1, 2, 3))).toEqual({ kind: 'grown', from: 2 })
  })

  it('is everything when an earlier bar was corrected or bars went away, in the same place', () => {
    expect(barChange(bars(1, 2, 3), [bar(1, 5), bar(2), bar(3)])).toEqual({ kind: 'replaced', related: true })
    expect(barChange(bars(1, 2, 3), bars(1, 2))).toEqual({ kind: 'replaced', related: true })
    expect(barChange(bars(1, 2, 3), bars(2, 3, 4))).toEqual({ kind: 'replaced', related: true })
  })

  it('is everything, from its end, for the first bars and for those of another time', () => {
    expect(barChange([], bars(1))).toEqual({ kind: 'replaced', related: false })
    expect(barChange(bars(1, 2), bars(10, 11))).toEqual({ kind: 'replaced', related: false })
  })

  it('never leaves a bar that changed undrawn', () => {
    const list = fc
      .uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 12 })
      .chain((times) =>
        fc.tuple(...times.sort((a, b) => a - b).map((time) => fc.nat(2).map((close) => bar(time, close)))),
      )
    fc.assert(
      fc.property(list, list, (before, after) => {
        const change = barChange(before, after)
        if (change.kind === 'none') expect(after).toEqual(before)
        if (change.kind === 'grown') {
          expect(after.slice(0, change.from)).toEqual(before.slice(0, change.from))
          expect(change.from).toBeGreaterThanOrEqual(before.length - 1)
        }
      }),
    )
  })
})
