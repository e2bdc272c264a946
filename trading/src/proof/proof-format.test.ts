import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstDifference } from './divergence.ts'
import type { Json, LedgerRow } from './ledger.ts'
import { collectProof, microsOf, millisOf, type ProofPage } from './proof-format.ts'

describe('times of the export', () => {
  it('are read to the microsecond in every PostgreSQL format', () => {
    const micros = Date.UTC(2026, 10, 21, 9, 30, 5) * 1000 + 123_450
    for (const text of [
      '2026-11-21T09:30:05.123450Z',
      '2026-11-21T09:30:05.12345+00:00',
      '2026-11-21T10:30:05.12345+01:00',
    ]) {
      expect(microsOf(text)).toBe(micros)
    }
    expect(microsOf('2026-11-21T09:30:05Z')).toBe(micros - 123_450)
  })

  it('are null in any other format', () => {
    for (const text of [
      '',
      '2026-11-21',
      '2026-11-21 09:30:05Z',
      '2026-13-01T00:00:00Z',
      '2026-11-21T09:30:05',
      7,
      null,
      undefined,
    ]) {
      expect(microsOf(text)).toBeNull()
    }
  })

  it('round to milliseconds as the database does', () => {
    expect(millisOf('2026-11-21T10:00:59.999500Z')).toBe(Date.UTC(2026, 10, 21, 10, 1))
    expect(millisOf('2026-11-21T10:00:59.999499Z')).toBe(Date.UTC(2026, 10, 21, 10, 1) - 1)
  })
})

const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>

describe('the first difference', () => {
  it('is null between equal values in any key order', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(firstDifference(value, structuredClone(value))).toBeNull()
      }),
    )
    expect(firstDifference({ a: 1, b: [2] }, { b: [2], a: 1 })).toBeNull()
  })

  it('exists exactly if the canonical texts differ', () => {
    const text = (value: Json): string => JSON.stringify(sorted(value))
    fc.assert(
      fc.property(json, json, (one, other) => {
        expect(firstDifference(one, other) === null).toBe(text(one) === text(other))
      }),
    )
  })

  it('names its place', () => {
    expect(firstDifference({ a: [{ b: 1 }] }, { a: [{ b: 2 }] }, 'x')).toEqual({
      path: 'x.a[0].b',
      expected: 1,
      found: 2,
    })
    expect(firstDifference({ a: [] }, { a: {} })).toEqual({ path: 'a', expected: [], found: {} })
    expect(firstDifference({ a: null }, {})).toEqual({ path: 'a', expected: null, found: undefined })
  })
})

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? 0 : value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, member]) => [key, sorted(member)] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
}

describe('reading the export in pages', () => {
  it('reads up to the current end of the ledger, and keeps the time of each row', async () => {
    const row = (sequence: number) => ({ sequence }) as LedgerRow
    const pages: Record<number, ProofPage> = {
      0: {
        as_of: 2,
        until: 1,
        entries: [row(1)],
        signals: [{ id: 'a' }],
        statements: [],
        ideas: [],
        unrecorded: [],
        summary: { version: 1 },
      },
      1: { as_of: 3, until: 2, entries: [row(2)], signals: [], statements: [], ideas: [], unrecorded: [] },
      2: {
        as_of: 3,
        until: 3,
        entries: [row(3)],
        signals: [{ id: 'b' }],
        statements: [],
        ideas: [],
        unrecorded: [],
      },
    }
    const heard: number[][] = []
    const proof = await collectProof(
      async (after) => pages[after]!,
      (...progress) => void heard.push(progress),
    )
    expect(proof.entries.map(({ sequence }) => sequence)).toEqual([1, 2, 3])
    expect(proof).toMatchObject({
      version: 1,
      as_of: 2,
      signals: [
        { id: 'a', as_of: 2 },
        { id: 'b', as_of: 3 },
      ],
    })
    expect(heard).toEqual([
      [1, 2],
      [2, 3],
      [3, 3],
    ])
  })

  it('ends if a page is empty', async () => {
    const page = {
      as_of: 9,
      until: 0,
      entries: [],
      signals: [],
      statements: [],
      ideas: [],
      unrecorded: [],
      summary: {},
    }
    expect((await collectProof(async () => page)).entries).toEqual([])
    await expect(collectProof(async () => ({ ...page, summary: undefined }) as never)).rejects.toThrow(
      'no summary',
    )
  })
})
