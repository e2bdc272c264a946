import type { Candle } from 'trading/trade'
import { expect, it } from 'vitest'
import { simulate } from './simulate.ts'
import type { Replayed } from './simulation-data.ts'

const HOUR = 3_600_000
const NONE: readonly Candle[] = []

function ended(place: number): Replayed {
  const publishedAt = Date.UTC(2026, 0, 5) + place * HOUR
  return {
    row: { symbol: 'EURUSD', ended_at: new Date(publishedAt + HOUR).toISOString() } as Replayed['row'],
    signal: {
      id: `signal ${place}`,
      pipSize: '0.0001',
      terms: { publishedAt } as Replayed['signal']['terms'],
      events: [],
    },
  }
}
const list = Array.from({ length: 6 }, (_, place) => ended(place))
const manner = { delayMinutes: 5, spreadPips: '1' }

it('a simulation says of each signal what it would have been, in their order', async () => {
  const trades = await simulate(
    list,
    manner,
    async () => NONE,
    new AbortController().signal,
    () => {},
  )
  expect(trades).toEqual(
    list.map(({ signal }) => ({ id: signal.id, verdict: 'unknown', reason: 'no_minutes' })),
  )
})

it('a simulation that is stopped reads no further signal and gives no answer', async () => {
  const stop = new AbortController()
  const asked: number[] = []
  const running = simulate(
    list,
    manner,
    async (_symbol, from) => {
      asked.push(from)
      if (asked.length === 3) stop.abort()
      return NONE
    },
    stop.signal,
    () => {},
  )
  await expect(running).rejects.toThrow()
  expect(asked).toHaveLength(3)
})
