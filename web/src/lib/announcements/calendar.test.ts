import { expect, it } from 'vitest'
import type { Announcement } from './announcement.ts'
import { type Calendar, nextHighOf, withTold } from './calendar.ts'

const indicator = { slug: 'us-cpi', better: 'higher', title: { fr: 'Inflation' } }
const held = {
  id: 'one',
  kind: 'release',
  impact: 'high',
  currency: 'USD',
  precision: 'exact',
  state: 'scheduled',
  starts_at: '2026-11-19T13:30:00Z',
  forecast: '2.6',
  revised: '2.5',
  actual: null,
  indicator,
} as unknown as Announcement
const calendar: Calendar = { announcements: [held], sources: {}, sample: false }

it('takes a figure from a message, and forgets what the message leaves out', () => {
  const told = { ...held, indicator: 'us-cpi', title: 'CPI y/y', actual: '2.9' } as never
  const { revised: _, ...without } = told as { revised: string; id: string }
  const after = withTold(calendar, without as never)?.announcements[0]
  expect(after).toMatchObject({ actual: '2.9', revised: null, title: null, indicator })
})

it('takes away what is listed no more, and asks for what it does not have', () => {
  expect(withTold(calendar, { id: 'one', listed: false })?.announcements).toEqual([])
  expect(withTold(calendar, { id: 'other' })).toBeUndefined()
  expect(withTold(calendar, { ...held, indicator: 'another' } as never)).toBeUndefined()
  expect(withTold(calendar, { id: 'other', listed: false })).toBe(calendar)
})

it('names the next one of high impact that will take place', () => {
  const now = Date.parse('2026-11-19T13:00:00Z')
  const later = { ...held, id: 'later', starts_at: '2026-11-19T14:00:00Z' } as Announcement
  expect(nextHighOf([later, held], now)?.id).toBe('one')
  expect(nextHighOf([later, { ...held, state: 'cancelled' }], now)?.id).toBe('later')
  expect(nextHighOf([{ ...held, impact: 'low' }], now)).toBeNull()
})
