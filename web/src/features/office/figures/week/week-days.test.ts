import { describe, expect, it } from 'vitest'
import { type WeekItem, weekFrom, weekGroups } from './week-days.ts'

const item = (kind: WeekItem['kind'], day: string, at: string | null = null): WeekItem => ({
  kind,
  day,
  at,
  title: at ?? day,
  to: '/',
})
const DAYS = weekFrom('2026-12-29')

describe('the week of staff', () => {
  it('has seven days from today on, over the end of a year', () => {
    expect(DAYS).toEqual([
      '2026-12-29',
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
      '2027-01-02',
      '2027-01-03',
      '2027-01-04',
    ])
  })

  it('puts together what is due of one kind on one day, in the order of the hours', () => {
    const groups = weekGroups(
      [
        item('events', '2026-12-30', '2026-12-30T17:00Z'),
        item('announcements', '2026-12-30', '2026-12-30T13:30Z'),
        item('events', '2026-12-30', '2026-12-30T09:00Z'),
      ],
      DAYS,
    )
    expect(groups.map(({ kind, items }) => [kind, ...items.map(({ at }) => at)])).toEqual([
      ['announcements', '2026-12-30T13:30Z'],
      ['events', '2026-12-30T09:00Z', '2026-12-30T17:00Z'],
    ])
  })

  it('lists today, as late, what was due before, and nothing of later weeks', () => {
    const groups = weekGroups([item('facts', '2026-12-01'), item('facts', '2027-01-05')], DAYS)
    expect(groups).toEqual([
      {
        kind: 'facts',
        day: '2026-12-29',
        items: [{ ...item('facts', '2026-12-29'), title: '2026-12-01', late: true }],
      },
    ])
  })
})
