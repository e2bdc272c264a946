import { describe, expect, it } from 'vitest'
import { monthsBack, quartersBack } from './tax-periods.ts'

describe('periods of tax returns', () => {
  const today = '2026-02-12'
  it('are quarters with their last days, across a change of year', () => {
    expect(quartersBack(today, 2)).toEqual([
      { key: '2026-T1', year: 2026, place: 1, first: '2026-01-01', last: '2026-03-31' },
      { key: '2025-T4', year: 2025, place: 4, first: '2025-10-01', last: '2025-12-31' },
    ])
  })
  it('are months, including short ones', () => {
    expect(monthsBack(today, 3).map(({ key, first, last }) => [key, first, last])).toEqual([
      ['2026-M2', '2026-02-01', '2026-02-28'],
      ['2026-M1', '2026-01-01', '2026-01-31'],
      ['2025-M12', '2025-12-01', '2025-12-31'],
    ])
  })
})
