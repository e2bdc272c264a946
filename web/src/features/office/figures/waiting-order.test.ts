import { describe, expect, it } from 'vitest'
import { byUrgency, type Waiting } from './waiting-order.ts'

const waiting = (desk: Waiting['desk'], due: string | null, since: string): Waiting => ({
  desk,
  count: 1,
  late: 0,
  since,
  due,
})

describe('what waits for staff', () => {
  it('is in the order of its promises, and then by age', () => {
    const list = [
      waiting('payouts', null, '2026-11-10T00:00:00Z'),
      waiting('requests', '2026-11-20T08:00:00Z', '2026-11-18T08:00:00Z'),
      waiting('moderation', null, '2026-11-09T00:00:00Z'),
      waiting('support', '2026-11-19T08:00:00Z', '2026-11-19T04:00:00Z'),
    ]
    expect(list.toSorted(byUrgency).map(({ desk }) => desk)).toEqual([
      'support',
      'requests',
      'moderation',
      'payouts',
    ])
  })
})
