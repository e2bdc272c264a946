import { QUIET_MS } from 'trading/market/feed-state'
import { describe, expect, it } from 'vitest'
import { entryVerdict, type Liveness } from './entry-verdict.ts'

const live: Liveness = { connection: 'live', market: { state: 'live' }, heardAt: 1_000_000, now: 1_000_000 }
const good = { tooLate: false }

describe('the entry verdict', () => {
  it('requires a recent price, an open market and a live connection', () => {
    expect(entryVerdict(good, live)).toBe('open')
    expect(entryVerdict({ tooLate: true }, live)).toBe('late')
    expect(entryVerdict(good, { ...live, now: live.now + QUIET_MS })).toBe('open')
  })

  it.each([
    ['offline', { connection: 'offline' }],
    ['connecting', { connection: 'connecting' }],
    ['connecting', { connection: 'idle' }],
    ['connecting', { market: null }],
    ['closed', { market: { state: 'closed' } }],
    ['closed', { market: { state: 'closed' }, connection: 'connecting' }],
    ['frozen', { market: { state: 'stale' } }],
    ['frozen', { heardAt: null }],
    ['frozen', { now: live.now + QUIET_MS + 1 }],
  ] as const)('is neither open nor late otherwise: %s', (reason, change) => {
    for (const tooLate of [true, false])
      expect(entryVerdict({ tooLate }, { ...live, ...change })).toBe(reason)
  })

  it('is null for a signal that has ended or shows no levels', () => {
    expect(entryVerdict(null, live)).toBeNull()
  })
})
