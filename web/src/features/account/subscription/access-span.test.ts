import { expect, it } from 'vitest'
import { accessSpan } from './access-span.ts'

const period = (starts_at: string, ends_at: string) => ({ source: 'test', starts_at, ends_at })
const now = Date.parse('2026-11-20T12:00:00Z')

const span = (starts: string, ends: string) => ({ starts: Date.parse(starts), ends: Date.parse(ends) })

it('joins periods that follow each other', () => {
  const joined = accessSpan(
    [
      period('2026-11-20T00:00:00Z', '2026-11-30T00:00:00Z'),
      period('2026-11-10T00:00:00Z', '2026-11-20T00:00:00Z'),
    ],
    now,
  )
  expect(joined).toEqual(span('2026-11-10T00:00:00Z', '2026-11-30T00:00:00Z'))
})

it.each([
  [[]],
  [[period('2026-11-01T00:00:00Z', '2026-11-20T12:00:00Z')]],
  [[period('2026-11-20T12:00:01Z', '2026-12-01T00:00:00Z')]],
])('is null when none runs now (%j)', (periods) => {
  expect(accessSpan(periods, now)).toBeNull()
})

it('is not stretched by a period that begins after a gap, nor hidden by one', () => {
  const running = accessSpan(
    [
      period('2026-11-19T12:00:00Z', '2026-11-22T12:00:00Z'),
      period('2026-12-01T00:00:00Z', '2026-12-31T00:00:00Z'),
    ],
    now,
  )
  expect(running).toEqual(span('2026-11-19T12:00:00Z', '2026-11-22T12:00:00Z'))
})
