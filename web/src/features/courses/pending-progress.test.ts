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
  for (const place of [1, 2, 3]) progress.keep(step(place))
  await progress.flush()
  expect(sent).toEqual([1, 2, 3])
  expect(kept.get('vigie-progress:a')).toBe('[]')
})

it('[wish §1.8] loses nothing when the page closes without a network: the next page sends it', async () => {
  const first = createProgress('a', () => Promise.reject(new TypeError('fetch failed')))
  first.keep(step(4))
  first.keep(step(5))
  await first.leave()
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
  refused.keep(step(1))
  await refused.flush()
  expect(refused.waiting()).toBe(0)
  const signedOut = createProgress('a', () => Promise.reject({ code: 'PGRST301' }))
  signedOut.keep(step(2))
  await signedOut.leave()
  expect(signedOut.waiting()).toBe(1)
  kept.set('vigie-progress:a', '{broken')
  expect(createProgress('a', async () => {}).waiting()).toBe(0)
})

it('sends what is waiting when its page is left', async () => {
  const sent: number[] = []
  const progress = createProgress(
    'a',
    async ({ place }) => {
      sent.push(place)
    },
    { staysFor: 60_000 },
  )
  progress.keep(step(7))
  await progress.leave()
  expect(sent).toEqual([7])
})

it('sends what was turned past once the reader stays, and says so once', async () => {
  const sent: number[] = []
  const told = await new Promise<number[]>((resolve) => {
    const progress = createProgress(
      'a',
      async ({ place }) => {
        sent.push(place)
      },
      { staysFor: 20, onSent: () => resolve([...sent]) },
    )
    for (const place of [1, 2, 3]) progress.keep(step(place))
    expect(sent).toEqual([])
  })
  expect(told).toEqual([1, 2, 3])
})
