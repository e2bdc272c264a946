import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Candle } from '../trade.ts'
import { chanceOf, DRAWS, type Lived } from './chance.ts'
import { KINDS, moved, type Pointed, STATEMENT_KINDS } from './condition.ts'
import type { StatementTerms } from './statement.ts'

const START = Date.UTC(2026, 10, 20, 10)
const MINUTE = 60_000

/** A market that rises by a point each minute. */
const rising = (from: number, minutes: number): Candle[] =>
  Array.from({ length: minutes }, (_, index) => {
    const [open, high] = [0, 1].map((more) => ((11_000 + from + index + more) / 10_000).toFixed(4))
    return {
      openedAt: START + (from + index) * MINUTE,
      open: open!,
      high: high!,
      low: open!,
      close: high!,
      spread: '0',
    }
  })

const lived = (from: number, minutes: number, condition: StatementTerms['condition']): Lived => {
  const candles = rising(from, minutes)
  return {
    terms: {
      symbol: 'EURUSD',
      price: 'bid',
      condition,
      probability: '0.8',
      reference: candles[0]?.open ?? '1.1',
    },
    madeAt: START + from * MINUTE,
    deadline: START + (from + minutes) * MINUTE,
    candles,
  }
}

describe('chance', () => {
  it('is right about half of the time if half of the draws are mirrored', () => {
    const { n, hits, brier } = chanceOf([lived(0, 20, { kind: 'touch', level: '1.1005' })], 'seed')!
    expect(n).toBe(DRAWS)
    expect(hits / n).toBeGreaterThan(0.45)
    expect(hits / n).toBeLessThan(0.55)
    // Sure of 0.8: 0.04 where it came true, 0.64 where not.
    expect(Number(brier)).toBeCloseTo((hits * 0.04 + (n - hits) * 0.64) / n, 4)
  })

  it('draws other moments if the minutes of an instrument extend beyond one statement', () => {
    // Half of the longer lifetime is flat: a statement drawn there reaches nothing.
    const short = lived(0, 10, { kind: 'touch', level: '1.1005' })
    const long = { ...lived(0, 200, { kind: 'touch', level: '1.1005' }), candles: rising(0, 200) }
    const steep = long.candles.map((candle, index) =>
      index < 100 ? candle : { ...candle, open: '1.2', high: '1.2', low: '1.2', close: '1.2' },
    )
    const alone = chanceOf([short], 'seed')!.hits
    const among = chanceOf([short, { ...long, candles: steep }], 'seed')!.hits
    expect(among).toBeLessThan(alone)
  })

  it('is reproducible with the same seed, and differs with another', () => {
    const cohort = [lived(0, 30, { kind: 'first', level: '1.1004', other: '1.0990' })]
    expect(chanceOf(cohort, 'a')).toEqual(chanceOf(cohort, 'a'))
    expect(chanceOf(cohort, 'a')).not.toEqual(chanceOf(cohort, 'b'))
  })

  it('is null if no statement of the cohort has a candle', () => {
    expect(chanceOf([lived(0, 0, { kind: 'touch', level: '1.2' })], 'seed')).toBeNull()
    expect(chanceOf([], 'seed')).toBeNull()
  })

  it('starts at a statement’s own first candle if its market was closed when it was made', () => {
    const late = lived(0, 20, { kind: 'touch', level: '1.1005' })
    expect(chanceOf([{ ...late, candles: late.candles.slice(10) }], 'seed')!.hits).toBeGreaterThan(0)
  })
})

const reference = 110_000
const anyPointed: fc.Arbitrary<Pointed> = fc
  .record({
    kind: fc.constantFrom(...STATEMENT_KINDS),
    side: fc.constantFrom('above' as const, 'below' as const),
    below: fc.integer({ min: 1, max: 900 }),
    above: fc.integer({ min: 1, max: 900 }),
  })
  .map(({ kind, side, below, above }) => {
    const levels =
      kind === 'close' || kind === 'touch' ? [reference + above] : [reference - below, reference + above]
    return { kind, side: KINDS[kind].sided && side, levels }
  })

describe('a condition moved to another reference price', () => {
  it('is valid there, keeps its distance from the price, and can be moved back', () => {
    fc.assert(
      fc.property(
        anyPointed,
        fc.integer({ min: 1000, max: 10_000_000 }),
        fc.boolean(),
        (condition, to, mirrored) => {
          const there = moved(condition, reference, to, mirrored)
          expect(KINDS[there.kind].problem(there, to)).toBeNull()
          const far = (levels: readonly number[], from: number) =>
            levels.map((level) => Math.abs(level - from)).sort()
          expect(far(there.levels, to)).toEqual(far(condition.levels, reference))
          expect(moved(there, to, reference, mirrored)).toEqual(condition)
        },
      ),
    )
  })
})
