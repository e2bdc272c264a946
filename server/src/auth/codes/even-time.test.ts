import { expect, it } from 'vitest'
import type { Service } from '../service.ts'
import { inEvenTime } from './even-time.ts'

/** A service whose clock advances by the duration of the work and of the waiting. */
function watched(): { service: Service; passed: () => number; work: (taken: number) => Promise<string> } {
  let now = 0
  const context = {
    now: () => new Date(now),
    pause: async (milliseconds: number) => {
      now += milliseconds
    },
  }
  const work = async (taken: number) => {
    now += taken
    return 'done'
  }
  return { service: { context } as unknown as Service, passed: () => now, work }
}

it.each([
  [0, 250],
  [3, 250],
  [40, 250],
  [249, 250],
  [250, 500],
  [260, 500],
])('work of %i ms is answered after %i ms', async (taken, answered) => {
  const { service, passed, work } = watched()
  expect(await inEvenTime(service, () => work(taken))).toBe('done')
  expect(passed()).toBe(answered)
})

it('failing work is answered at the same moment', async () => {
  const { service, passed, work } = watched()
  const failing = inEvenTime(service, async () => {
    await work(40)
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  expect(passed()).toBe(250)
})
