import { expect, it } from 'vitest'
import { neverMissed } from '../../bench/live/never-missed.ts'

it('[S-100] every member receives each signal once and in order, despite cut connections and kills of the server, the worker and PostgreSQL', async () => {
  const outcome = await neverMissed({ seconds: 25, members: 12 })
  const { lost, doubled, disordered, leaked } = outcome
  // The message contains the whole outcome, which tells which failed.
  expect([lost, doubled, disordered, leaked], JSON.stringify(outcome)).toEqual([0, 0, 0, 0])
  expect(outcome.cuts).toBeGreaterThan(20)
  expect(Math.min(...Object.values(outcome.kills))).toBeGreaterThan(0)
  expect(outcome.events).toBeGreaterThan(50)
  expect(outcome.told).toBe(outcome.due)
  // Some messages were for premium members only.
  expect(outcome.due).toBeLessThan(outcome.events * outcome.members)
}, 400_000)
