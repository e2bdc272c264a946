import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Bar, barChange, firstView } from './bars.ts'

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

describe('what a chart shows at first', () => {
  const many = bars(...Array.from({ length: 200 }, (_, index) => index))
  const room = { usual: 60, least: 40, most: 120, interval: 1 }

  it('is the newest bars, with a sixth of the width empty', () => {
    expect(firstView(many, null, room)).toEqual({ from: 140, to: 212 })
    expect(firstView(many.slice(0, 10), null, room)).toEqual({ from: 0, to: 12 })
  })

  it('is a position from a quarter to five sixths of the width, whether it has ended or not', () => {
    for (const [from, to] of [
      [120, 162],
      [180, 222],
      [100, 156.5],
    ] as const) {
      const shown = firstView(many, { from, to }, room)
      const share = (at: number) => (at - shown.from) / (shown.to - shown.from)
      expect(share(from)).toBeCloseTo(1 / 4)
      expect(share(to)).toBeCloseTo(5 / 6)
    }
  })

  it('is no fewer bars than can be read as a market around a short position', () => {
    const shown = firstView(many, { from: 150, to: 155 }, room)
    expect(shown.to - shown.from).toBe(40)
    expect(shown.from).toBeLessThan(150)
    expect(shown.to).toBeGreaterThan(155)
  })

  it('holds publication, validity and last bar of any position that fits, in no more bars than there is room for', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 199 }), fc.integer({ min: 1, max: 110 }), (from, length) => {
        const shown = firstView(many, { from, to: from + length }, room)
        expect(shown.from).toBeLessThanOrEqual(from)
        expect(shown.to).toBeGreaterThanOrEqual(from + length)
        expect(shown.to - shown.from).toBeLessThanOrEqual(120.001)
      }),
    )
  })

  it('keeps the beginning of a longer position as long as its last bar is in view, then its end', () => {
    expect(firstView(many, { from: 120, to: 900 }, room)).toEqual({ from: 110, to: 230 })
    expect(firstView(many, { from: 20, to: 900 }, room)).toEqual({ from: 140, to: 212 })
    expect(firstView(many, { from: 10, to: 150 }, room)).toEqual({ from: 90, to: 162 })
  })

  it('is the newest bars when a position is older than the bars', () => {
    expect(firstView(many, { from: -5, to: 900 }, room)).toEqual({ from: 140, to: 212 })
  })
})
