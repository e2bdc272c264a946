import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { dayOf, surpriseOf } from './announcement.ts'

const { TZ } = process.env
afterEach(() => {
  process.env.TZ = TZ
})
const local = (date: Date) => `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`

describe('the day of an announcement', () => {
  it('[wish §7.1] is the reader’s own for one with a time', () => {
    const announced = { starts_at: '2026-11-19T23:30:00Z', precision: 'exact', day: '2026-11-19' } as const
    process.env.TZ = 'Europe/Paris'
    expect(local(dayOf(announced))).toBe('2026-11-20')
    process.env.TZ = 'America/New_York'
    expect(local(dayOf(announced))).toBe('2026-11-19')
  })

  it('[wish §7.1] is the same everywhere for one that lasts a day', () => {
    const holiday = { starts_at: '2026-11-22T15:00:00Z', precision: 'all_day', day: '2026-11-23' } as const
    for (const zone of ['Asia/Tokyo', 'Europe/Paris', 'America/Los_Angeles', 'Pacific/Kiritimati']) {
      process.env.TZ = zone
      expect(local(dayOf(holiday))).toBe('2026-11-23')
    }
  })
})

describe('a surprise', () => {
  const of = (forecast: string | null, actual: string | null, better: 'higher' | 'lower' | 'neither') =>
    surpriseOf({ forecast, actual }, better)

  it('is good by what is good for the currency, not by more', () => {
    expect(of('4.0', '4.3', 'lower')).toEqual({ value: '0.3', good: false })
    expect(of('4.0', '4.3', 'higher')).toEqual({ value: '0.3', good: true })
    expect(of('4.0', '4.3', 'neither')).toEqual({ value: '0.3', good: null })
    expect(of('2.6', '2.6', 'higher')).toEqual({ value: '0', good: null })
  })

  it('is none without a forecast or an actual value, or of words', () => {
    expect(of(null, '1', 'higher')).toBeNull()
    expect(of('1', null, 'higher')).toBeNull()
    expect(of('1', 'texte', 'higher')).toBeNull()
  })

  it('is exact, and opposite for the opposite', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e6, max: 1e6 }), fc.integer({ min: -1e6, max: 1e6 }), (one, other) => {
        const [forecast, actual] = [(one / 100).toFixed(2), (other / 100).toFixed(2)]
        const there = of(forecast, actual, 'higher')
        const back = of(actual, forecast, 'higher')
        expect(Math.round(Number(there?.value) * 100)).toBe(other - one)
        if (one !== other) expect(there?.good).toBe(!back?.good)
      }),
    )
  })
})
