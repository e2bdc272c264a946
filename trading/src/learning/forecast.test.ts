import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sha256Hex } from '../proof/ledger.ts'
import { CANDLE_MS, type Candle } from '../trade.ts'
import {
  chanceOfUp,
  type ForecastAnswer,
  forecastFigures,
  forecastOutcome,
  inOrder,
  levelsAt,
  TIMEFRAMES,
  timeframeOf,
} from './forecast.ts'

const CUT = Date.UTC(2026, 9, 16)
const LEVELS = { reference: '1.2784', up: '1.2880', down: '1.2720' }
/** Minutes after the cut as `high low`. */
const minutes = (...prices: string[]): Candle[] =>
  prices.map((text, index) => {
    const [high, low] = text.split(' ') as [string, string]
    return { openedAt: CUT + index * CANDLE_MS, open: '1.2784', high, low, close: '1.2784', spread: '0.0001' }
  })
const outcome = (...prices: string[]) => {
  const told = forecastOutcome(LEVELS, CUT + 10 * CANDLE_MS, minutes(...prices))
  return [told.outcome, (told.at - CUT) / CANDLE_MS]
}
const QUIET = '1.2800 1.2760'

describe('[S-111] the outcome of a card', () => {
  it('is the level that came first, and when', () => {
    expect(outcome(QUIET, '1.2880 1.2760', '1.2800 1.2700')).toEqual(['up', 2])
    expect(outcome(QUIET, '1.2800 1.2720', '1.2900 1.2760')).toEqual(['down', 2])
  })

  it('is none where neither was touched, or one minute touched both', () => {
    expect(outcome(QUIET, QUIET)).toEqual(['none', 10])
    expect(outcome(QUIET, '1.2880 1.2720', '1.2880 1.2760')).toEqual(['none', 10])
    expect(outcome()).toEqual(['none', 10])
  })

  it('does not count what came after the hours', () => {
    expect(outcome(...Array(10).fill(QUIET), '1.2900 1.2700')).toEqual(['none', 10])
  })
})

describe('[S-111] a card', () => {
  it('gives chance the distance to no over the sum of both', () => {
    expect(chanceOfUp({ reference: '100', up: '100.75', down: '99.50' })).toBe(40)
    expect(chanceOfUp({ reference: '100', up: '101', down: '99' })).toBe(50)
  })

  it('has its levels from the bars before the cut, one on each side, within reach of each other', () => {
    const anyBars = fc.array(
      fc.record({ close: fc.integer({ min: 10_000, max: 20_000 }), range: fc.integer({ min: 1, max: 300 }) }),
      { minLength: 24, maxLength: 80 },
    )
    fc.assert(
      fc.property(anyBars, fc.string().map(sha256Hex), (given, luck) => {
        const bars = given.map(({ close, range }) => ({
          close: (close / 1e4).toFixed(4),
          high: ((close + range) / 1e4).toFixed(4),
          low: (close / 1e4).toFixed(4),
        }))
        const { reference, up, down } = levelsAt(bars, 4, luck)!
        expect(reference).toBe(bars.at(-1)!.close)
        expect(Number(up)).toBeGreaterThan(Number(reference))
        expect(Number(down)).toBeLessThan(Number(reference))
        expect(chanceOfUp({ reference, up, down })).toBeGreaterThanOrEqual(24)
        expect(chanceOfUp({ reference, up, down })).toBeLessThanOrEqual(76)
      }),
    )
  })

  it('has none where nothing moved', () => {
    expect(levelsAt(Array(30).fill({ high: '1', low: '1', close: '1' }), 4, 'ab')).toBeNull()
    expect(levelsAt([], 4, 'ab')).toBeNull()
  })

  it('is cut where its bars begin', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1000 }), fc.string().map(sha256Hex), (hour, luck) => {
        const cut = CUT + hour * 60 * CANDLE_MS
        expect(cut % (TIMEFRAMES[timeframeOf(cut, luck)].minutes * CANDLE_MS)).toBe(0)
      }),
    )
  })

  it('has a place in the order of the day that depends on the luck alone', () => {
    const names = Array.from({ length: 30 }, (_, index) => `card-${index}`)
    const order = inOrder(names, 'a', (name) => name)
    expect(inOrder([...names].reverse(), 'a', (name) => name)).toEqual(order)
    expect(inOrder(names, 'b', (name) => name)).not.toEqual(order)
    expect([...order].sort()).toEqual([...names].sort())
  })
})

describe('[S-111] the figures of a member’s answers', () => {
  const answer = (probability: number, came: ForecastAnswer['outcome'], chance = 50): ForecastAnswer => ({
    probability,
    chance,
    outcome: came,
  })

  it('compare what was said with what came, and with chance on the same cards', () => {
    const figures = forecastFigures([answer(80, 'up', 40), answer(65, 'down', 40), answer(90, 'none')])
    expect(figures).toMatchObject({
      n: 2,
      cancelled: 1,
      hits: 1,
      brier: '0.2313',
      chanceBrier: '0.2600',
      skill: '0.1104',
    })
    expect(figures.bins.map(({ from, n, rate }) => [from, n, rate])).toEqual([
      ['0.6', 1, '0.0000'],
      ['0.8', 1, '1.0000'],
    ])
    // 65 said and none came, 80 said and all came.
    expect(figures.gap).toBe('0.4250')
  })

  it('hold certainty in the last of ten bins', () => {
    const { bins, brier } = forecastFigures([answer(100, 'up'), answer(95, 'up'), answer(0, 'down')])
    expect(bins.map(({ from, n }) => [from, n])).toEqual([
      ['0.0', 1],
      ['0.9', 2],
    ])
    expect(brier).toBe('0.0008')
  })

  it('are empty without an answer that counts', () => {
    expect(forecastFigures([answer(50, 'none')])).toMatchObject({
      n: 0,
      brier: null,
      skill: null,
      gap: null,
      rolling: [],
    })
  })

  it('run over twenty answers, oldest first', () => {
    const { rolling } = forecastFigures([answer(100, 'down'), ...Array(20).fill(answer(100, 'up'))])
    expect(rolling).toEqual(['0.0000', '0.0500'])
  })
})
