import { describe, expect, it } from 'vitest'
import { areShown, type FirstSteps, stepsOf } from './first-steps.ts'

const NEW: FirstSteps = {
  joined_at: '2026-11-19T12:41:00Z',
  put_off_at: null,
  recomputed_at: null,
  risk: null,
  lesson: { course: 'risk', lesson: 'little', minutes: 18, texts: {}, in: {} },
  lesson_read_at: null,
  tested_at: null,
}
const NOW = Date.parse('2026-11-19T13:00:00Z')
const done = '2026-11-19T12:50:00Z'

describe('the first steps', () => {
  it('are four, with their minutes', () => {
    expect(stepsOf(NEW, 8).map(({ key, minutes }) => [key, minutes])).toEqual([
      ['recompute', 1],
      ['risk', 2],
      ['lesson', 18],
      ['test', 8],
    ])
  })

  it('leave out what this installation does not have', () => {
    expect(stepsOf({ ...NEW, lesson: null }, null).map(({ key }) => key)).toEqual(['recompute', 'risk'])
  })

  it('lead the dashboard of a new member only, until they are done or put off', () => {
    const shown = (known: FirstSteps, now = NOW) => areShown(known, stepsOf(known, 8), now)
    expect(shown(NEW)).toBe(true)
    expect(shown({ ...NEW, put_off_at: done })).toBe(false)
    expect(shown(NEW, NOW + 31 * 86_400_000)).toBe(false)
    const risk = { capital_minor: 100, currency: 'EUR' as const, risk_percent: '1' }
    expect(shown({ ...NEW, recomputed_at: done, risk, lesson_read_at: done, tested_at: done })).toBe(false)
  })
})
