import { commitment, entryHash, GENESIS_HASH, type Json, type LedgerRow } from 'trading/proof/ledger'
import { describe, expect, it } from 'vitest'
import { checkLedger, type LedgerPages } from './ledger-check.ts'

const levels: Json = { symbol: 'EURUSD', entry_low: '1.08500' }
const note = { kind: 'note', data: { author: 'Nadia' }, signal: 'ended' }

function chain(): LedgerRow[] {
  const told: [string, { [key: string]: Json }][] = [
    ['published', { commitment: commitment('aa', levels) }],
    ['sealed', { commitment: commitment('bb', note) }],
    ['closed', { levels, nonce: 'aa', events: [{ ...note, nonce: 'bb', sealed: 2 }] }],
    ['published', { commitment: commitment('cc', levels) }],
  ]
  let previous_hash = GENESIS_HASH
  return told.map(([kind, data], index) => {
    const entry = {
      sequence: index + 1,
      at: `2026-11-18T08:00:0${index}.000000Z`,
      kind,
      signal: kind === 'sealed' ? null : index < 3 ? 'ended' : 'open',
      data,
    }
    const hash = entryHash(previous_hash, entry)
    const row = { sequence: index + 1, entry, previous_hash, hash }
    previous_hash = hash
    return row
  })
}

const inPages =
  (rows: LedgerRow[], size: number): LedgerPages =>
  async (after) =>
    rows.filter(({ sequence }) => sequence > after).slice(0, size)

describe('checking the ledger in the browser', () => {
  it.each([1, 2, 100])('an untouched ledger stands, read %d entries at a time', async (size) => {
    const rows = chain()
    const heard: number[] = []
    const verdict = await checkLedger(inPages(rows, size), (entries) => heard.push(entries))
    expect(verdict).toEqual({ result: 'intact', entries: 4, head: rows.at(-1)?.hash })
    expect(heard.at(-1)).toBe(4)
  })

  it('an altered entry breaks it there, also on a later page', async () => {
    const rows = chain()
    rows[2] = { ...rows[2]!, entry: { ...rows[2]!.entry, kind: 'expired' } }
    expect(await checkLedger(inPages(rows, 2))).toEqual({
      result: 'broken',
      entries: 2,
      break: { sequence: 3, problem: 'hash' },
    })
  })

  it('a removed entry breaks it', async () => {
    const rows = chain().filter(({ sequence }) => sequence !== 2)
    expect(await checkLedger(inPages(rows, 100))).toMatchObject({ result: 'broken', break: { sequence: 3 } })
  })

  it('an empty ledger stands on nothing', async () => {
    expect(await checkLedger(async () => [])).toEqual({ result: 'intact', entries: 0, head: GENESIS_HASH })
  })

  it('a reveal that is not what was committed to is found even in a chain that holds', async () => {
    const rows = chain()
    const entry = { ...rows[2]!.entry, data: { ...rows[2]!.entry.data, nonce: 'dd' } }
    rows[2] = { ...rows[2]!, entry, hash: entryHash(rows[1]!.hash, entry) }
    expect(await checkLedger(inPages(rows.slice(0, 3), 100))).toEqual({
      result: 'false_reveal',
      entries: 3,
      sequence: 3,
    })
  })
})
