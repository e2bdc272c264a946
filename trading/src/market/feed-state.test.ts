import { describe, expect, it } from 'vitest'
import { feedState, LATE_BAR_MS, QUIET_MS, shownState } from './feed-state.ts'

const NOW = Date.UTC(2026, 10, 23, 14, 32)
const fresh = { lastBarAt: NOW - 120_000, lastQuoteAt: NOW - 1000, openSince: NOW - 3_600_000 }

describe('feedState', () => {
  it('is live while quotes and bars arrive, and closed outside market hours in any case', () => {
    expect(feedState(true, fresh, NOW).state).toBe('live')
    expect(feedState(false, { ...fresh, lastQuoteAt: null }, NOW).state).toBe('closed')
  })

  it('is stale once quotes pause for too long, and reports since when', () => {
    const lastQuoteAt = NOW - QUIET_MS
    expect(feedState(true, { ...fresh, lastQuoteAt }, NOW).state).toBe('live')
    expect(feedState(true, { ...fresh, lastQuoteAt }, NOW + 1)).toEqual({
      state: 'stale',
      reason: 'no_quotes',
      since: lastQuoteAt,
    })
  })

  it('is stale once the last complete bar is too old', () => {
    const lastBarAt = NOW - 60_000 - LATE_BAR_MS
    expect(feedState(true, { ...fresh, lastBarAt }, NOW).state).toBe('live')
    expect(feedState(true, { ...fresh, lastBarAt, lastQuoteAt: NOW }, NOW + 1)).toEqual({
      state: 'stale',
      reason: 'no_bars',
      since: lastBarAt + 60_000,
    })
  })

  it('tolerates a pause after the market opens', () => {
    const weekend = { lastBarAt: NOW - 172_800_000, lastQuoteAt: NOW - 172_800_000 }
    expect(feedState(true, { ...weekend, openSince: NOW - 1000 }, NOW).state).toBe('live')
    expect(feedState(true, { ...weekend, openSince: NOW - QUIET_MS - 1 }, NOW).state).toBe('stale')
  })
})

describe('shownState', () => {
  const report = {
    state: 'live' as const,
    since: NOW - 5000,
    lastBarAt: NOW,
    lastQuoteAt: NOW - 3000,
    seenAt: NOW,
  }
  it('uses a report only while its reporter is active', () => {
    expect(shownState(true, report, NOW)).toEqual({ state: 'live', since: null })
    expect(shownState(true, report, NOW + QUIET_MS + 1)).toEqual({ state: 'stale', since: NOW - 3000 })
    expect(shownState(true, { ...report, state: 'stale' }, NOW)).toEqual({
      state: 'stale',
      since: NOW - 5000,
    })
    // The market opened since the report: the next one is due within seconds.
    expect(shownState(true, { ...report, state: 'closed' }, NOW)).toEqual({ state: 'live', since: null })
  })

  it('is stale for an instrument whose prices stopped while its class is live', () => {
    const frozen = NOW - 120_000
    expect(shownState(true, report, NOW, frozen)).toEqual({ state: 'stale', since: frozen })
    expect(shownState(true, { ...report, state: 'stale' }, NOW, frozen).since).toBe(NOW - 5000)
    expect(shownState(false, report, NOW, frozen)).toEqual({ state: 'closed', since: null })
  })

  it('is closed by market hours alone, and stale without a report', () => {
    expect(shownState(false, null, NOW)).toEqual({ state: 'closed', since: null })
    expect(shownState(true, null, NOW)).toEqual({ state: 'stale', since: null })
  })
})
