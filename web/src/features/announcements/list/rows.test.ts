import { expect, it } from 'vitest'
import type { Announcement } from '#lib/announcements/announcement.ts'
import { linesOf } from './rows.ts'

const announced = (id: string, at: Date, more: Partial<Announcement> = {}): Announcement => ({
  id,
  indicator: null,
  period: null,
  kind: 'release',
  country: 'US',
  currency: 'USD',
  impact: 'low',
  title: id,
  starts_at: at.toISOString(),
  precision: 'exact',
  day: `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`,
  forecast: null,
  forecast_low: null,
  forecast_high: null,
  previous: null,
  revised: null,
  actual: null,
  state: 'scheduled',
  released_at: null,
  moved_from: null,
  source: 'staff',
  sample: false,
  closes_at: null,
  ...more,
})
const [from, until] = [new Date(2026, 10, 19), new Date(2026, 10, 26)]
const at = (day: number, hour: number) => new Date(2026, 10, day, hour)
const keys = (announcements: readonly Announcement[], now: Date) =>
  linesOf(announcements, now.getTime(), from, until).map((line) =>
    line.kind === 'day' ? `day ${line.day.getDate()}: ${line.count}` : line.key,
  )

it('puts now between what was and what comes on its day, after what lasts the day', () => {
  const all = [
    announced('late', at(19, 16)),
    announced('holiday', at(19, 0), { kind: 'holiday', precision: 'all_day' }),
    announced('early', at(19, 8)),
    announced('tomorrow', at(20, 8)),
  ]
  expect(keys(all, at(19, 13))).toEqual([
    'day 19: 2',
    'holiday',
    'early',
    'now',
    'late',
    'day 20: 1',
    'tomorrow',
  ])
})

it('has a line for now on a day without announcements, and none outside of its days', () => {
  const all = [announced('one', at(19, 8)), announced('other', at(21, 8))]
  expect(keys(all, at(20, 13))).toEqual(['day 19: 1', 'one', 'day 20: 0', 'now', 'day 21: 1', 'other'])
  expect(keys(all, at(28, 13))).toEqual(['day 19: 1', 'one', 'day 21: 1', 'other'])
})

it('leaves out what another zone’s day brought along', () => {
  expect(keys([announced('before', at(18, 23)), announced('after', at(26, 0))], at(28, 1))).toEqual([])
})

it('lists the strongest first among those of one moment', () => {
  const all = [announced('a', at(19, 8)), announced('b', at(19, 8), { impact: 'high' })]
  expect(keys(all, at(28, 1))).toEqual(['day 19: 2', 'b', 'a'])
})
