import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { historyPlan, MOST_MINUTES_MS } from './history-plan.ts'

const NOW = Date.UTC(2026, 10, 23, 9, 30, 20)
const MINUTE = 60_000

describe('historyPlan', () => {
  it('draws two years at a first start, finer towards now', () => {
    const plan = historyPlan(null, NOW, 'full')
    expect(plan.map((stage) => stage.timeframe)).toEqual(['D1', 'H1', 'M5', 'M1'])
    expect(plan.at(-1)?.until).toBe(Date.UTC(2026, 10, 23, 9, 30))
  })

  it('fills a pause minute by minute, and nothing when there was none', () => {
    const until = Date.UTC(2026, 10, 23, 8, 0)
    expect(historyPlan(until, NOW, 'full')).toEqual([
      { timeframe: 'M1', from: until, until: Date.UTC(2026, 10, 23, 9, 30) },
    ])
    expect(historyPlan(Date.UTC(2026, 10, 23, 9, 30), NOW, 'full')).toEqual([])
    expect(historyPlan(Date.UTC(2026, 10, 24), NOW, 'full')).toEqual([])
  })

  it('leaves no hole and overlaps nowhere, however long the pause', () => {
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
