import { expect, it } from 'vitest'
import { shownTime, timeframesFor } from './loser-candles.ts'

const HOUR = 3_600_000

it('shows a signal with the time before it and after it, and a short one not too closely', () => {
  const shown = (endedAt: string) =>
    shownTime({ signal: { publishedAt: '2026-11-17T10:00:00Z', endedAt } as never })
  const long = shown('2026-11-18T10:00:00Z')
  expect((long.to - long.from) / HOUR).toBeCloseTo(24 * 1.7)
  const short = shown('2026-11-17T10:01:00Z')
  expect((short.to - short.from) / HOUR).toBeCloseTo(22 / 60)
})

it('takes candles that are neither too thin nor too few', () => {
  expect(timeframesFor({ from: 0, to: HOUR })).toEqual(['M1', 'M5'])
  expect(timeframesFor({ from: 0, to: 41 * HOUR })).toEqual(['H1', 'H4'])
  expect(timeframesFor({ from: 0, to: 400 * 24 * HOUR })).toEqual(['D1'])
})
