import { describe, expect, it } from 'vitest'
import { Diverged } from './divergence.ts'
import { commitment, type Json, type LedgerRow } from './ledger.ts'
import type { JsonObject } from './proof-format.ts'
import { checkErrata } from './verify-errata.ts'
import { checkExpectations } from './verify-expectations.ts'

const MADE = '2026-11-20T10:00:00.000000Z'
const DEADLINE = '2026-11-20T13:30:00.000000Z'
const GRADED = '2026-11-20T13:31:00.000000Z'
const NONCE = 'a'.repeat(64)
const TERMS = { indicator: 'us-cpi', deadline: DEADLINE, direction: 'above', probability: '0.7' }

const rowOf = (sequence: number, kind: string, at: string, data: JsonObject): LedgerRow => ({
  sequence,
  entry: { sequence, at, kind, signal: null, data },
  previous_hash: '',
  hash: '',
})

type Told = { at?: string; made?: object; terms?: object; graded?: object; gradedAt?: string }

/** An expectation that was right, with some of it told otherwise and its terms sealed as they are told. */
function record({ at = MADE, made, terms, graded, gradedAt = GRADED }: Told = {}) {
  const sealed = { ...TERMS, ...terms } as Json
  return {
    entries: [
      rowOf(1, 'expected', at, {
        expectation: 'one',
        number: 1,
        made_at: MADE,
        deadline: DEADLINE,
        demonstration: false,
        commitment: commitment(NONCE, sealed),
        ...made,
      }),
      rowOf(2, 'expectation_graded', gradedAt, {
        expectation: 'one',
        terms: sealed,
        nonce: NONCE,
        actual: '2.4',
        forecast: '2.3',
        surprise: 'above',
        outcome: true,
        ...graded,
      }),
    ],
  }
}

function divergence(check: () => unknown) {
  try {
    check()
  } catch (error) {
    if (error instanceof Diverged) return error.divergence
    throw error
  }
  return null
}

describe('an expectation in the record', () => {
  it('is graded by the sign of what was published less what was expected', () => {
    expect(checkExpectations(record())).toEqual({ expectations: 1, graded: 1, void: 0 })
    const cancelled = { actual: null, surprise: null, outcome: null }
    expect(checkExpectations(record({ graded: cancelled }))).toEqual({ expectations: 1, graded: 1, void: 1 })
  })

  it('of a demonstration may be entered after its release', () => {
    const made = { demonstration: true }
    expect(divergence(() => checkExpectations(record({ at: DEADLINE, made })))).toBeNull()
  })

  it.each<[string, Told, string, string]>([
    ['has a number out of order', { made: { number: 2 } }, 'number', 'data.number'],
    ['was made after its release', { made: { made_at: GRADED } }, 'out_of_time', 'data.deadline'],
    ['was entered at its release', { at: DEADLINE }, 'out_of_time', 'data.deadline'],
    ['was entered later', { at: '2026-11-20T10:01:00.000001Z' }, 'out_of_time', 'data.made_at'],
    ['was entered before', { at: '2026-11-20T09:59:59.999999Z' }, 'out_of_time', 'data.made_at'],
    ['opens otherwise', { made: { commitment: NONCE } }, 'does_not_open', 'data.terms'],
    ['has another release', { terms: { deadline: GRADED } }, 'does_not_open', 'data.terms.deadline'],
    ['was certain', { terms: { probability: '1' } }, 'not_publishable', 'data.terms.probability'],
    ['was impossible', { terms: { probability: '0' } }, 'not_publishable', 'data.terms.probability'],
    ['is too fine', { terms: { probability: '0.70001' } }, 'not_publishable', 'data.terms.probability'],
    ['was graded before', { gradedAt: MADE }, 'not_by_the_rules', 'at'],
    ['tells another surprise', { graded: { surprise: 'below' } }, 'not_by_the_rules', 'data.surprise'],
    ['was wrong', { graded: { outcome: false } }, 'not_by_the_rules', 'data.outcome'],
    ['was right without a figure', { graded: { actual: null } }, 'not_by_the_rules', 'data.surprise'],
  ])('is found out where it %s', (_name, told, problem, key) => {
    const found = divergence(() => checkExpectations(record(told)))
    expect(found).toMatchObject({ problem, path: expect.stringMatching(`entry\\.${key}$`) })
  })

  it('is graded once, and never without having been sealed', () => {
    const [made, graded] = record().entries as [LedgerRow, LedgerRow]
    const problem = (...entries: LedgerRow[]) => divergence(() => checkExpectations({ entries }))?.problem
    expect(problem(made, graded, graded)).toBe('after_the_end')
    expect(problem(graded)).toBe('never_published')
    expect(problem(made, made)).toBe('published_twice')
  })
})

describe('an erratum in the record', () => {
  const known = [
    rowOf(1, 'published', MADE, { number: 1 }),
    rowOf(2, 'stated', MADE, { number: 2 }),
    rowOf(3, 'expected', MADE, { number: 3 }),
    rowOf(4, 'idea_published', MADE, { number: 4 }),
  ]
  const about = (figure: JsonObject) =>
    divergence(() => checkErrata([...known, rowOf(5, 'erratum', GRADED, { figure })]))

  it.each([
    { kind: 'performance', name: 'expectancy_r' },
    { kind: 'signal', number: 1 },
    { kind: 'statement', number: 2 },
    { kind: 'expectation', number: 3 },
    { kind: 'idea', number: 4 },
  ])('is about a figure that the record had before: $kind', (figure) => {
    expect(about(figure)).toBeNull()
  })

  it.each<JsonObject>([
    { kind: 'performance' },
    { kind: 'performance', name: 'luck' },
    { kind: 'performance', name: 'expectancy_r', number: 1 },
    { kind: 'signal', number: 2 },
    { kind: 'signal', number: 1, name: 'expectancy_r' },
    { kind: 'statement', number: 1 },
    { kind: 'expectation', number: 4 },
    { kind: 'idea', number: 3 },
  ])('is found out where it is about no such figure: %j', (figure) => {
    expect(about(figure)).toMatchObject({ check: 'publication', problem: 'number' })
  })
})
