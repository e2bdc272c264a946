import { describe, expect, it } from 'vitest'
import { refundSteps } from './refund-steps.ts'

const quote = {
  possible: true,
  // 23:59:59 in Paris.
  until: '2026-11-26T22:59:59Z',
  currency: 'EUR',
  paid: 3900,
  used: 910,
  refund: 2990,
  days_used: 7,
  days: 30,
}
const STARTS = Date.parse('2026-11-12T17:04:00Z')
const NOW = Date.parse('2026-11-19T12:48:00Z')

describe('what a withdrawal gives back', () => {
  it('[S-106] falls at each midnight in Paris, from all that was paid to the last day', () => {
    const steps = refundSteps(quote, STARTS, NOW) ?? []
    expect(steps.map(({ refund }) => refund)).toEqual([
      3900, 3770, 3640, 3510, 3380, 3250, 3120, 2990, 2860, 2730, 2600, 2470, 2340, 2210, 2080,
    ])
    expect(steps[0]?.at).toBe(STARTS)
    expect(steps.slice(1).map(({ at }) => new Date(at).toISOString().slice(8, 16))).toEqual(
      Array.from({ length: 14 }, (_, day) => `${12 + day}T23:00`),
    )
  })

  it('is the quote’s amount today', () => {
    const steps = refundSteps(quote, STARTS, NOW) ?? []
    expect(steps.findLast(({ at }) => at <= NOW)?.refund).toBe(quote.refund)
  })

  it('is not drawn where nothing was paid or the quote counts otherwise, nor once the right has ended', () => {
    expect(refundSteps({ ...quote, paid: 0, used: 0, refund: 0 }, STARTS, NOW)).toBeNull()
    expect(refundSteps({ ...quote, refund: 3100 }, STARTS, NOW)).toBeNull()
    expect(refundSteps(quote, STARTS, Date.parse('2026-11-26T23:00:00Z'))).toBeNull()
    expect(refundSteps({ ...quote, until: null }, STARTS, NOW)).toBeNull()
  })
})
