import { describe, expect, it } from 'vitest'
import { clockOf, spokenBetween } from './time-left.ts'

const at = (minutes: number, seconds = 0) => (minutes * 60 + seconds) * 1000

describe('a countdown', () => {
  it('is written by minutes and seconds, by hours from one hour on, and not at all from one day on', () => {
    expect(clockOf(at(41, 52))).toBe('41:52')
    expect(clockOf(at(187, 5))).toBe('3:07:05')
    expect(clockOf(at(24 * 60))).toBeNull()
    expect(clockOf(-1)).toBe('00:00')
  })

  it('counts a begun second, so that zero means now', () => expect(clockOf(1)).toBe('00:01'))

  it('speaks once at ten, five and one minutes', () => {
    expect(spokenBetween(at(10, 1), at(10))).toBe(10)
    expect(spokenBetween(at(10), at(9, 59))).toBeNull()
    expect(spokenBetween(at(5, 1), at(4, 59))).toBe(5)
    // A device that slept says only what is still true.
    expect(spokenBetween(at(12), at(0, 30))).toBe(1)
    expect(spokenBetween(at(0, 59), at(0))).toBeNull()
  })
})
