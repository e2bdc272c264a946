import { describe, expect, it } from 'vitest'
import type { LedgerRow } from './ledger.ts'
import type { JsonObject } from './proof-format.ts'
import { checkErrata } from './verify-errata.ts'

const rowOf = (sequence: number, kind: string, data: JsonObject): LedgerRow => ({
  sequence,
  entry: { sequence, at: '2026-11-20T10:00:00.000000Z', kind, signal: null, data },
  previous_hash: '',
  hash: '',
})
const RECORD = [
  rowOf(1, 'stated', { number: 1, author_kind: 'analyst', deadline: '2026-11-21T10:00:00.000000Z' }),
  rowOf(2, 'forecast', { card: 'one' }),
]
const check = (figure: JsonObject) => () =>
  checkErrata([...RECORD, rowOf(3, 'erratum', { figure, text_sha256: '', made_by: 'admin' })])

describe('an erratum', () => {
  it.each<JsonObject>([
    { kind: 'statement', number: 1 },
    { kind: 'performance', name: 'win_rate' },
    { kind: 'score', name: 'analyst 2026-11' },
    { kind: 'score', name: 'analyst all' },
    { kind: 'forecast', number: 2 },
  ])('is about a figure that was in the record: %j', (figure) => {
    expect(check(figure)()).toBe(1)
  })

  it.each<JsonObject>([
    { kind: 'statement', number: 2 },
    { kind: 'performance', name: 'analyst all' },
    { kind: 'score', name: 'analyst 2026-10' },
    { kind: 'score', name: 'member all' },
    { kind: 'score', name: 'win_rate' },
    { kind: 'score', name: 'analyst all', number: 1 },
    { kind: 'forecast', number: 1 },
    { kind: 'forecast', number: 2, name: 'win_rate' },
  ])('is found out where the record had no such figure: %j', (figure) => {
    expect(check(figure)).toThrow()
  })
})
