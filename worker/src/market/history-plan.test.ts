import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { historyPlan, liveHistoryPlan, MOST_MINUTES_MS } from './history-plan.ts'

const NOW = Date.UTC(2026, 10, 23, 9, 30, 20)
const MINUTE = 60_000

describe('historyPlan', () => {
  it('generates two years at a first start, with recent data in more detail', () => {
    const plan = historyPlan(null, NOW, 'full')
    expect(plan.map((stage) => stage.timeframe)).toEqual(['D1', 'H1', 'M5', 'M1'])
    expect(plan.at(-1)?.until).toBe(Date.UTC(2026, 10, 23, 9, 30))
  })

  it('fills a pause with minutes, and nothing when there was none', () => {
    const until = Date.UTC(2026, 10, 23, 8, 0)
    expect(historyPlan(until, NOW, 'full')).toEqual([
      { timeframe: 'M1', from: until, until: Date.UTC(2026, 10, 23, 9, 30) },
    ])
    expect(historyPlan(Date.UTC(2026, 10, 23, 9, 30), NOW, 'full')).toEqual([])
    expect(historyPlan(Date.UTC(2026, 10, 24), NOW, 'full')).toEqual([])
  })

  it('has no gap and no overlap, for any pause', () => {
    fc.assert(
      fc.property(fc.option(fc.nat({ max: 300 * 1440 })), fc.constantFrom('full', 'short'), (back, depth) => {
        const until = back === null ? null : NOW - (NOW % MINUTE) - back * MINUTE
        const plan = historyPlan(until, NOW, depth)
        for (const [index, stage] of plan.entries()) {
          expect(stage.until).toBeGreaterThan(stage.from)
          if (index > 0) expect(stage.from).toBe(plan[index - 1]!.until)
        }
        const first = plan[0]
        if (until !== null && first) expect(first.from - until).toBeLessThan(60 * MINUTE)
        const minutes = plan.find((stage) => stage.timeframe === 'M1')
        if (minutes) expect(minutes.until - minutes.from).toBeLessThanOrEqual(MOST_MINUTES_MS + 1440 * MINUTE)
      }),
    )
  })
})

describe('liveHistoryPlan', () => {
  it('requests five-minute bars, then hours, beyond what a venue keeps, and omits nothing available', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 13 * 1440 }), fc.constantFrom(null, 60, 720), (back, reach) => {
        const until = NOW - (NOW % MINUTE) - back * MINUTE
        const plan = liveHistoryPlan(until, NOW, 'full', reach)
        if (reach === null) expect(plan).toHaveLength(1)
        let at = until
        for (const { timeframe, from, until: end } of plan) {
          const width = { M1: MINUTE, M5: 5 * MINUTE, H1: 60 * MINUTE }[timeframe]
          expect(from % width).toBe(0)
          expect(end % width).toBe(0)
          expect(end).toBeGreaterThan(from)
          // Bars are aligned to their timeframe, so less than one bar may be missing at the start.
          if (at === until) expect(from - at).toBeLessThan(reach === 60 ? back * MINUTE : width)
          else expect(from).toBe(at)
          if (reach !== null) expect(from).toBeGreaterThanOrEqual(NOW - (NOW % width) - reach * width)
          at = end
        }
        expect(at).toBe(NOW - (NOW % MINUTE))
      }),
    )
  })
})
