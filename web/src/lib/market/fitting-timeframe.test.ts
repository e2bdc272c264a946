import { describe, expect, it } from 'vitest'
import { fittingTimeframe } from './fitting-timeframe.ts'

const OFFERED = ['M5', 'M15', 'H1', 'H4'] as const
const HOUR = 3600

describe('the timeframe of a signal’s chart', () => {
  it('is the signal’s own where its life takes a readable number of bars', () => {
    expect(fittingTimeframe('M15', OFFERED, 13 * HOUR, true)).toBe('M15')
    expect(fittingTimeframe('H1', OFFERED, 48 * HOUR, true)).toBe('H1')
  })

  it('is a longer one where its own would be a wall of hairs, and a shorter one where it would be a few bars', () => {
    expect(fittingTimeframe('M5', OFFERED, 48 * HOUR, true)).toBe('H1')
    expect(fittingTimeframe('H4', OFFERED, 20 * HOUR, true)).toBe('M15')
  })

  it('has fewer bars on a narrow chart', () => {
    expect(fittingTimeframe('M15', OFFERED, 20 * HOUR, true)).toBe('M15')
    expect(fittingTimeframe('M15', OFFERED, 20 * HOUR, false)).toBe('H1')
  })

  it('is the one that comes closest where none fits', () => {
    expect(fittingTimeframe('H1', OFFERED, 600, true)).toBe('M5')
    expect(fittingTimeframe('M15', OFFERED, 90 * 24 * HOUR, true)).toBe('H4')
  })
})
