import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Chance, type Decided, figuresOf, scoreRows } from './scores.ts'

const decided = (probability: string, outcome: boolean | null, more: Partial<Decided> = {}): Decided => ({
  number: 1,
  author_kind: 'analyst',
  deadline: '2026-11-20T10:00:00.000000Z',
  probability,
  outcome,
  demonstration: false,
  ...more,
})

describe('the figures of statements', () => {
  it('match a small list computed by hand', () => {
    const figures = figuresOf([
      decided('0.9', true),
      decided('0.8', false),
      decided('0.6', true),
      decided('0.2', false),
      decided('0.7', null),
    ])
    // (0.01 + 0.64 + 0.16 + 0.04) / 4; pairs: 0.9 beats both, 0.6 beats one of two.
    expect(figures).toMatchObject({ n: 4, voids: 1, hits: 2, rate: '0.5000', brier: '0.2125', auc: '0.7500' })
    expect(figures.bins).toMatchObject([
      { from: '0.2', n: 1, stated: '0.2000', hits: 0, rate: '0.0000' },
      { from: '0.6', n: 1, hits: 1 },
      { from: '0.8', n: 1, hits: 0 },
      { from: '0.9', n: 1, hits: 1, rate: '1.0000' },
    ])
    expect(figures.sample).toBe('insufficient')
  })

  it('are null, not zero, without statements to measure', () => {
    expect(figuresOf([])).toMatchObject({
      n: 0,
      rate: null,
      rate_low: null,
      brier: null,
      auc: null,
      bins: [],
    })
    expect(figuresOf([decided('0.5', true)]).auc).toBeNull()
  })

  it('are sufficient from thirty statements on', () => {
    const many = (n: number) => Array.from({ length: n }, () => decided('0.5', true))
    expect([29, 30].map((n) => figuresOf(many(n)).sample)).toEqual(['insufficient', 'sufficient'])
  })
})

const some = fc.array(
  fc.record({
    probability: fc.integer({ min: 1, max: 9999 }).map((value) => String(value / 10_000)),
    outcome: fc.boolean(),
  }),
  { minLength: 1, maxLength: 60 },
)

describe('for any statements and outcomes', () => {
  const figures = (list: { probability: string; outcome: boolean }[]) =>
    figuresOf(list.map(({ probability, outcome }) => decided(probability, outcome)))

  it('scores lie from 0 to 1, the interval holds the rate, and every statement lies in one bin that holds its probability', () => {
    fc.assert(
      fc.property(some, (list) => {
        const { brier, auc, rate, rate_low, rate_high, bins, n } = figures(list)
        for (const value of [brier, auc ?? '0']) expect(Number(value)).toBeGreaterThanOrEqual(0)
        for (const value of [brier, auc ?? '0']) expect(Number(value)).toBeLessThanOrEqual(1)
        expect(Number(rate_low) <= Number(rate) && Number(rate) <= Number(rate_high)).toBe(true)
        expect(bins.reduce((sum, bin) => sum + bin.n, 0)).toBe(n)
        for (const { from, stated } of bins) {
          expect(Number(stated)).toBeGreaterThanOrEqual(Number(from))
          expect(Number(stated)).toBeLessThan(Number(from) + 0.1 + 1e-9)
        }
      }),
    )
  })

  it('stating the opposite probabilities gives the opposite discrimination', () => {
    fc.assert(
      fc.property(some, (list) => {
        const opposite = list.map(({ probability, outcome }) => ({
          probability: (1 - Number(probability)).toFixed(4),
          outcome,
        }))
        const [one, other] = [figures(list).auc, figures(opposite).auc]
        if (one === null) expect(other).toBeNull()
        else expect(Math.abs(Number(one) + Number(other) - 1)).toBeLessThan(0.0002)
      }),
    )
  })

  it('always stating the observed rate scores rate × (1 − rate)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 19 }), (hits) => {
        const p = hits / 20
        const list = Array.from({ length: 20 }, (_, index) => ({
          probability: String(p),
          outcome: index < hits,
        }))
        expect(Number(figures(list).brier)).toBeCloseTo(p * (1 - p), 4)
      }),
    )
  })
})

describe('the table of scores', () => {
  const chance = (brier: string): Chance => ({ n: 1000, hits: 400, brier })
  const november = decided('0.9', true)
  const december = decided('0.5', true, { deadline: '2026-12-01T00:00:00.000000Z' })

  it('has a row for each month of a deadline and kind of author, and one for all of them', () => {
    const rows = scoreRows([december, november, decided('0.5', true, { author_kind: 'member' })], () => null)
    expect(rows.map(({ author_kind, cohort, n }) => `${author_kind} ${cohort} ${n}`)).toEqual([
      'analyst 2026-11 1',
      'analyst 2026-12 1',
      'analyst all 2',
      'member 2026-11 1',
      'member all 1',
    ])
  })

  it('weights the chance of months by their statements, and computes the skill', () => {
    const rows = scoreRows([november, november, november, december], ({ cohort }) =>
      chance(cohort === '2026-11' ? '0.2000' : '0.4000'),
    )
    expect(rows.map(({ chance, skill }) => [chance?.n, chance?.brier, skill])).toEqual([
      [1000, '0.2000', '0.9500'],
      [1000, '0.4000', '0.3750'],
      // (3 × 0.01 + 0.25) / 4 = 0.07 against (3 × 0.2 + 0.4) / 4 = 0.25.
      [2000, '0.2500', '0.7200'],
    ])
  })

  it('has no chance for `all` while a month has none', () => {
    const rows = scoreRows([november, december], ({ cohort }) =>
      cohort === '2026-11' ? chance('0.2') : null,
    )
    expect(rows.at(-1)).toMatchObject({ cohort: 'all', chance: null, skill: null })
  })

  it('counts a statement by its deadline only, not by its decision time', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([november, november, december, december]), (list) => {
        expect(scoreRows(list, () => null)).toEqual(
          scoreRows(
            [...list].sort((one, other) => (one.deadline < other.deadline ? -1 : 1)),
            () => null,
          ),
        )
      }),
    )
  })
})
