import { describe, expect, it } from 'vitest'
import { lapsed } from './session-life.ts'

const noon = new Date('2026-01-01T12:00:00Z')
const hour = 3_600_000
const session = {
  created_at: '2026-01-01T10:00:00+00:00',
  not_after: null,
  refreshed_at: '2026-01-01T11:30:00',
}

describe('a session', () => {
  it('has no limit unless the project sets one', () => {
    expect(lapsed(session, {}, noon)).toBeNull()
  })

  it.each([
    ['its own last moment', { ...session, not_after: '2026-01-01T12:00:00+00:00' }, {}, ''],
    ['its time box', session, { timebox: 2 * hour }, ''],
    ['half an hour without a refresh', session, { inactivity_timeout: hour / 2 }, ' (Inactivity)'],
  ])('ends at %s', (_, row, settings, words) => {
    expect(lapsed(row, settings, noon)).toBe(words)
    expect(lapsed(row, settings, new Date(noon.getTime() - 1))).toBeNull()
  })

  it('that was never refreshed counts as inactive since its start', () => {
    expect(lapsed({ ...session, refreshed_at: null }, { inactivity_timeout: 2 * hour }, noon)).toBe(
      ' (Inactivity)',
    )
  })
})
