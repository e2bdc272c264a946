import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canonicalJson,
  commitment,
  entryHash,
  GENESIS_HASH,
  type Json,
  type LedgerEntry,
  type LedgerRow,
  verifyChain,
  verifyReveals,
} from './ledger.ts'

const SIGNAL = '6f1f5f0a-6f3c-4f43-9a39-0c1b9b9c0001'
const levels = { direction: 'buy', entry_low: '1.08500', targets: [{ price: '1.09000', share: '100' }] }

type Draft = { kind: string; data: LedgerEntry['data']; signal?: string | null }

function chain(entries: Draft[]): LedgerRow[] {
  let previous_hash = GENESIS_HASH
  return entries.map(({ kind, data, signal = SIGNAL }, index) => {
    const sequence = index + 1
    const at = `2026-11-21T10:00:${String(index % 60).padStart(2, '0')}.000000Z`
    const entry = { sequence, at, kind, signal, data }
    const row = { sequence, entry, previous_hash, hash: entryHash(previous_hash, entry) }
    previous_hash = row.hash
    return row
  })
}

const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: 'grapheme' }),
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string({ unit: 'grapheme' }), tie('value'), { maxKeys: 4 }),
  ),
})).value

async function independentSha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

describe('canonicalJson', () => {
  it('sorts keys by code unit and writes no space', () => {
    expect(canonicalJson({ b: 1, a: [true, null, 'é\n"'], A: { z: '', y: -0 } })).toBe(
      '{"A":{"y":0,"z":""},"a":[true,null,"é\\n\\""],"b":1}',
    )
    expect(canonicalJson({ '\u20ac': 1, '\r': 2, '1': 3, '\ud83d\ude00': 4, '\ufb33': 5, ö: 6 })).toBe(
      '{"\\r":2,"1":3,"ö":6,"€":1,"😀":4,"\ufb33":5}',
    )
  })

  it('refuses values that would not hash the same everywhere', () => {
    for (const value of [1.5, Number.NaN, 2 ** 53, '\ud800', undefined, () => 1]) {
      expect(() => canonicalJson(value as Json)).toThrow(TypeError)
    }
  })

  it('gives equal texts for equal values in any key order, and parses back unchanged', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = canonicalJson(value)
        expect(canonicalJson(JSON.parse(text))).toBe(text)
        expect(canonicalJson(reversed(value))).toBe(text)
      }),
    )
  })
})

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  )
}

describe('verifyChain', () => {
  const rows = chain(['published', 'sealed', 'sealed', 'closed'].map((kind) => ({ kind, data: { kind } })))

  it('hashes the previous hash, a line feed and the canonical entry', async () => {
    const [row] = rows
    const text = `${'0'.repeat(64)}\n{"at":"2026-11-21T10:00:00.000000Z","data":{"kind":"published"},"kind":"published","sequence":1,"signal":"${SIGNAL}"}`
    expect(row?.hash).toBe(await independentSha256(text))
    expect(commitment('00ff', { a: 1 })).toBe(await independentSha256('00ff\n{"a":1}'))
  })

  it('accepts a chain whole, and from a head already verified', () => {
    const head = rows[3]!.hash
    expect(verifyChain(rows)).toEqual({ valid: true, entries: 4, head, break: null })
    expect(verifyChain(rows.slice(2), { sequence: 2, hash: rows[1]!.hash }).valid).toBe(true)
    expect(verifyChain([])).toEqual({ valid: true, entries: 0, head: GENESIS_HASH, break: null })
  })

  it('breaks on any single change: an edit, a deletion, a swap, a copy, a new date', () => {
    const edits: ((copy: LedgerRow[], at: number) => void)[] = [
      (copy, at) => copy.splice(at, 1, { ...copy[at]!, entry: { ...copy[at]!.entry, kind: 'note' } }),
      (copy, at) => copy.splice(at, 1, { ...copy[at]!, entry: { ...copy[at]!.entry, at: '2020-01-01' } }),
      (copy, at) => copy.splice(at, 1, { ...copy[at]!, hash: GENESIS_HASH }),
      (copy, at) => copy.splice(at, 1, { ...copy[at]!, entry: { ...copy[at]!.entry, data: { x: 0.5 } } }),
      (copy, at) => copy.splice(at, 0, copy[at]!),
      (copy, at) => copy.splice(at, 2, copy[at + 1] ?? copy[0]!, copy[at]!),
      (copy, at) => at < copy.length - 1 && copy.splice(at, 1),
    ]
    fc.assert(
      fc.property(fc.nat({ max: 3 }), fc.constantFrom(...edits), (at, edit) => {
        const copy = structuredClone(rows)
        edit(copy, at)
        // Removing the last entry leaves a valid, shorter chain: only a kept head reveals it.
        fc.pre(JSON.stringify(copy) !== JSON.stringify(rows))
        expect(verifyChain(copy).valid).toBe(false)
      }),
    )
  })

  it('breaks where a later entry claims an earlier time, even when its hash is right', () => {
    const entry = { sequence: 5, at: '2026-11-20T00:00:00.000000Z', kind: 'note', signal: null, data: {} }
    const back = { sequence: 5, entry, previous_hash: rows[3]!.hash, hash: entryHash(rows[3]!.hash, entry) }
    expect(verifyChain([...rows, back]).break).toEqual({ sequence: 5, problem: 'entry' })
  })
})

describe('verifyReveals', () => {
  const data = { text: 'Une note', author: 'Nadia' }
  const note = { kind: 'note', at: '2026-11-21T10:01:00.000000Z', price: null, r: null, data, signal: SIGNAL }
  const entered = { ...note, kind: 'entered', price: '1.08500', data: { candle: {} }, signal: undefined }
  const opened = { ...note, nonce: 'bb', sealed: 2 }
  const published = { kind: 'published', data: { commitment: commitment('aa', levels) } }
  const sealed = { kind: 'sealed', signal: null, data: { commitment: commitment('bb', note) } }
  const ending = (shown: Json, events: object[]) => ({
    kind: 'closed',
    data: { levels: shown, nonce: 'aa', events: JSON.parse(JSON.stringify(events)), result_r: '1.00' },
  })
  const revealed = (shown: Json, events: object[]) => chain([published, sealed, ending(shown, events)])

  it('accepts levels and events that match their commitments, and the engine’s without a seal', () => {
    expect(verifyReveals(revealed(levels, [entered, opened]))).toEqual([])
  })

  it.each<[string, Json, object[], string]>([
    ['other levels', { ...levels, entry_low: '1.08400' }, [opened], 'levels_do_not_match'],
    ['another event', levels, [{ ...opened, kind: 'stop_moved' }], 'events_do_not_match'],
    ['an event of another signal', levels, [{ ...opened, signal: 'another' }], 'events_do_not_match'],
    ['an event left out', levels, [], 'never_opened'],
    ['an event without its nonce', levels, [{ ...opened, nonce: undefined }], 'events_do_not_match'],
    ['an event without its seal', levels, [{ ...opened, sealed: undefined }], 'events_do_not_match'],
    ['an event that names no seal', levels, [{ ...opened, sealed: 1 }], 'events_do_not_match'],
    [
      'an analyst’s event that was never sealed',
      levels,
      [opened, { ...note, price: '1.1' }],
      'events_do_not_match',
    ],
    ['a seal opened twice', levels, [opened, opened], 'events_do_not_match'],
  ])('reports %s', (_name, shown, events, problem) => {
    expect(verifyReveals(revealed(shown, events))[0]).toMatchObject({ problem })
  })

  it('accepts an unopened seal only while an earlier signal can still open it', () => {
    const other = { ...published, signal: '00000000-0000-4000-8000-000000000002' }
    const end = ending(levels, [])
    expect(verifyReveals(chain([published, sealed]))).toEqual([])
    expect(verifyReveals(chain([published, other, sealed, end]))).toEqual([])
    // A signal published after the seal cannot be its subject.
    expect(verifyReveals(chain([published, sealed, other, end]))).toEqual([
      { sequence: 2, problem: 'never_opened' },
    ])
  })

  it('checks the levels that a free signal shows at its publication', () => {
    const data = { commitment: commitment('aa', levels), levels, nonce: 'aa' }
    expect(verifyReveals(chain([{ kind: 'published', data }]))).toEqual([])
    const other = { ...data, levels: { ...levels, direction: 'sell' } }
    expect(verifyReveals(chain([{ kind: 'published', data: other }]))).toEqual([
      { sequence: 1, problem: 'levels_do_not_match' },
    ])
  })

  it('reports a reveal without a commitment', () => {
    const rows = chain([{ kind: 'closed', data: { levels, nonce: 'aa', events: [] } }])
    expect(verifyReveals(rows)).toEqual([{ sequence: 1, problem: 'never_committed' }])
  })
})
