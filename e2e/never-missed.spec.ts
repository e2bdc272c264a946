import { expect, it } from 'vitest'
import { neverMissed } from '../bench/never-missed.ts'

it('[S-100] every member hears of each signal once and in order, through cut lines and a kill of the server, the worker and PostgreSQL', async () => {
  const outcome = await neverMissed({ seconds: 25, members: 12 })
  expect(outcome).toMatchObject({ lost: 0, doubled: 0, disordered: 0, leaked: 0 })
  expect(outcome.cuts).toBeGreaterThan(20)
  expect(Math.min(...Object.values(outcome.kills))).toBeGreaterThan(0)
  expect(outcome.events).toBeGreaterThan(50)
  expect(outcome.told).toBe(outcome.events * outcome.members)
}, 400_000)
