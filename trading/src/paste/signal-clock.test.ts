import { describe, expect, it } from 'vitest'
import { minutesUntil } from './signal-clock.ts'

describe('minutes until a time of day', () => {
  const zone = 'Europe/Paris'
  it('counts to the same day, or to the next one once the time is over', () => {
    const now = Date.UTC(2026, 10, 19, 12, 48)
    expect(minutesUntil({ now, zone }, 22 * 60)).toBe(492)
    expect(minutesUntil({ now, zone }, 9 * 60)).toBe(1152)
    expect(minutesUntil({ now, zone }, 13 * 60 + 48)).toBe(1440)
  })

  it('never ends after the time: seconds are rounded down', () => {
    expect(minutesUntil({ now: Date.UTC(2026, 10, 19, 12, 48, 30), zone }, 22 * 60)).toBe(491)
  })

  it('follows the clock through the end of summer time', () => {
    // 23:00 on Saturday 24 October 2026; the night has an hour more.
    expect(minutesUntil({ now: Date.UTC(2026, 9, 24, 21, 0), zone }, 8 * 60)).toBe(600)
  })
})
