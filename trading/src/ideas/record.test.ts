import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { performance } from '../performance.ts'
import { heldLevel, ideaRecord, type Recorded } from './record.ts'

const at = (day: number) => `${new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 19)}.000000Z`

const idea = (number: number, opened: Partial<NonNullable<Recorded['opened']>> | null): Recorded => ({
  number,
  publishedAt: at(number),
  demonstration: false,
  opened: opened && {
    state: 'closed',
    closedAt: at(number + 1),
    r: '-1',
    probability: '0.5',
    kinds: ['entered', 'stopped'],
    ...opened,
  },
})
const won = { r: '1', kinds: ['entered', 'target_reached', 'closed'] }
const many = (count: number, of: (number: number) => Partial<NonNullable<Recorded['opened']>> = () => ({})) =>
  Array.from({ length: count }, (_, index) => idea(index + 1, of(index + 1)))

const anyIdea = fc.record({
  state: fc.constantFrom('pending', 'active', 'closed', 'expired', 'cancelled'),
  sealed: fc.boolean(),
  r: fc.integer({ min: -10_000, max: 30_000 }),
  reached: fc.boolean(),
  probability: fc.integer({ min: 1, max: 99 }),
})
const listed = fc.array(anyIdea, { maxLength: 60 }).map((ideas) =>
  ideas.map(({ state, sealed, r, reached, probability }, index) =>
    idea(
      index + 1,
      sealed
        ? null
        : {
            state,
            closedAt: state === 'pending' || state === 'active' ? null : at(index + 2),
            r: state === 'closed' ? String(r / 10_000) : null,
            probability: String(probability / 100),
            kinds: reached && state === 'closed' ? ['entered', 'target_reached', 'closed'] : ['entered'],
          },
    ),
  ),
)

describe('the record of an author', () => {
  it('[S-109] shows no figure under thirty closed ideas, and counts all of them', () => {
    const record = ideaRecord(many(29, (number) => (number % 2 ? won : {})))
    expect(record).toMatchObject({ published: 29, closed: 29, erased: 0, sample: 'insufficient' })
    for (const key of ['expectancy_r', 'win_rate', 'total_r', 'max_drawdown_r', 'average_win_r'] as const)
      expect(record[key]).toBeNull()
    expect(record.calibration).toMatchObject({ n: 29, brier: null, auc: null, bins: [] })
    expect(record.level).toBeNull()
  })

  it('has the figures of signals from thirty on', () => {
    const record = ideaRecord(many(30, (number) => (number <= 10 ? won : {})))
    expect(record).toMatchObject({
      sample: 'sufficient',
      expectancy_r: '-0.3333',
      win_rate: '0.3333',
      average_win_r: '1.0000',
      average_loss_r: '-1.0000',
      total_r: '-10.0000',
      max_drawdown_r: '20.0000',
    })
    expect(record.calibration).toMatchObject({
      n: 30,
      hits: 10,
      stated: '0.5000',
      brier: '0.2500',
      auc: '0.5000',
    })
  })

  it('[S-109] gives a level for calibration and discernment, never for winning', () => {
    // Wins everything and states even chances: neither calibrated nor discerning.
    expect(ideaRecord(many(40, () => won)).level).toBeNull()
    // Loses more than it wins, and knows which.
    const knows = ideaRecord(
      many(60, (number) => (number % 3 === 0 ? { ...won, probability: '0.8' } : { probability: '0.1' })),
    )
    expect(Number(knows.expectancy_r)).toBeLessThan(0)
    expect(knows.level).toBe('discerning')
    // Knows how often, and not which.
    expect(ideaRecord(many(60, (number) => (number % 2 ? won : {}))).level).toBe('calibrated')
  })

  it('lets a level lapse ninety days after the tenth last idea', () => {
    const record = ideaRecord(many(60, (number) => (number % 2 ? won : {})))
    expect(record.level_until).toBe(at(52 + 90))
    expect(heldLevel(record, Date.parse(at(141)))).toBe('calibrated')
    expect(heldLevel(record, Date.parse(at(142)))).toBeNull()
  })

  it('counts a close by hand before target 1 as not reached, and no idea that was never entered', () => {
    const closed = many(30, () => ({ r: '0.9', kinds: ['entered', 'close_asked', 'closed'] }))
    const unfilled = idea(31, { state: 'expired', r: null, kinds: ['expired'] })
    expect(ideaRecord([...closed, unfilled])).toMatchObject({
      closed: 30,
      expired: 1,
      calibration: { n: 30, hits: 0 },
    })
  })

  it('neither loses nor invents an idea', () => {
    fc.assert(
      fc.property(listed, (ideas) => {
        const record = ideaRecord(ideas)
        const { published, sealed, open, closed, expired, cancelled } = record
        expect(published).toBe(ideas.length)
        expect(sealed + open + closed + expired + cancelled).toBe(published)
        expect(closed).toBe(ideas.filter(({ opened }) => opened?.state === 'closed').length)
        expect(record.calibration.n).toBe(closed)
      }),
    )
  })

  it('says of results what the figures of signals say', () => {
    fc.assert(
      fc.property(listed, (ideas) => {
        const record = ideaRecord(ideas)
        const results = ideas.flatMap(({ opened }) =>
          opened?.r ? [{ at: opened.closedAt!, r: opened.r }] : [],
        )
        const told = performance(results)
        expect(record.sample).toBe(told.sample)
        if (told.sample === 'sufficient') {
          expect(record.total_r).toBe(told.total.toFixed(4))
          expect(record.max_drawdown_r).toBe(told.maxDrawdown.toFixed(4))
        }
      }),
    )
  })

  it('does not depend on the order in which ideas are given', () => {
    fc.assert(
      fc.property(listed, fc.integer(), (ideas, seed) => {
        const shuffled = ideas
          .map((one, index) => ({ one, key: Math.sin(seed + index) }))
          .sort((one, other) => one.key - other.key)
          .map(({ one }) => one)
        expect(ideaRecord(shuffled)).toEqual(ideaRecord(ideas))
      }),
    )
  })

  it('tells nothing of an idea under escrow', () => {
    fc.assert(
      fc.property(listed, fc.nat({ max: 60 }), (ideas, place) => {
        const hidden = ideas.map((one, index) => (index === place ? { ...one, opened: null } : one))
        const counts = { published: 0, sealed: 0 }
        expect({ ...ideaRecord(hidden), ...counts }).toEqual({
          ...ideaRecord(hidden.filter((_, index) => index !== place)),
          ...counts,
        })
      }),
    )
  })
})
