import { afterEach, beforeEach, expect, it } from 'vitest'
import { createProgress, type Step } from './pending-progress.ts'

const step = (place: number): Step => ({ lesson: 'l', part: 'slides', place, of: 9, seconds: 0 })
const kept = new Map<string, string>()
const before = globalThis.localStorage
beforeEach(() => {
  kept.clear()
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    },
  })
})
afterEach(() => Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: before }))

it('[wish §1.8] stores each step before it is sent, and sends all in their order', async () => {
  const sent: number[] = []
  const progress = createProgress('a', async ({ place }) => {
    expect(kept.get('vigie-progress:a')).toContain(`"place":${place}`)
    sent.push(place)
  })
  await Promise.all([1, 2, 3].map((place) => progress.keep(step(place))))
  expect(sent).toEqual([1, 2, 3])
  expect(kept.get('vigie-progress:a')).toBe('[]')
})

it('[wish §1.8] loses nothing when the page closes without a network: the next page sends it', async () => {
  const first = createProgress('a', () => Promise.reject(new TypeError('fetch failed')), 60_000)
  await first.keep(step(4))
  await first.keep(step(5))
  first.stop()
  expect(first.waiting()).toBe(2)
  const sent: number[] = []
  const next = createProgress('a', async ({ place }) => {
    sent.push(place)
  })
  await next.flush()
  expect(sent).toEqual([4, 5])
  const other = createProgress('b', () => Promise.reject(new Error('another member')))
  expect(other.waiting()).toBe(0)
})

it('drops what the server refuses for good, keeps it while a session is over, and survives a broken store', async () => {
  const refused = createProgress('a', () => Promise.reject({ code: 'PT404' }))
  await refused.keep(step(1))
  expect(refused.waiting()).toBe(0)
  const signedOut = createProgress('a', () => Promise.reject({ code: 'PGRST301' }), 60_000)
  await signedOut.keep(step(2))
  signedOut.stop()
  expect(signedOut.waiting()).toBe(1)
  kept.set('vigie-progress:a', '{broken')
  expect(createProgress('a', async () => {}).waiting()).toBe(0)
})
