import { expect, it } from 'vitest'
import { neverMissed } from '../bench/never-missed.ts'

it('[S-100] every member hears of each signal once and in order, through cut lines and a kill of the server, the worker and PostgreSQL', async () => {
  const outcome = await neverMissed({ seconds: 25, members: 12 })
  const { lost, doubled, disordered, leaked } = outcome
  // Said whole: which of them it was is what one wants to know.
  expect([lost, doubled, disordered, leaked], JSON.stringify(outcome)).toEqual([0, 0, 0, 0])
  expect(outcome.cuts).toBeGreaterThan(20)
  expect(Math.min(...Object.values(outcome.kills))).toBeGreaterThan(0)
  expect(outcome.events).toBeGreaterThan(50)
  expect(outcome.told).toBe(outcome.due)
  // Some of it was for half of the members alone.
  expect(outcome.due).toBeLessThan(outcome.events * outcome.members)
}, 400_000)
