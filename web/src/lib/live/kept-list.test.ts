import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepList } from './kept-list.ts'
import type { Follower } from './topic.ts'

/** The followers of each topic. */
const followers = vi.hoisted(() => new Map<string, Set<Follower>>())
vi.mock('./topic.ts', () => ({
  followTopic: (topic: string, follower: Follower) => {
    const all = followers.get(topic) ?? new Set()
    followers.set(topic, all.add(follower))
    return () => all.delete(follower)
  },
}))

const KEY = ['things']
type Message = { number: number; epoch: string; add?: string }
/** Adds an item unless it is present; returns undefined for a message without one. */
const apply = (things: readonly string[], _event: string, { add }: Message) =>
  add === undefined ? undefined : things.includes(add) ? things : [...things, add]

/** A list whose fetches the test resolves, observed while the test runs. */
function shown() {
  const cache = new QueryClient()
  const answers: ((things: readonly string[]) => void)[] = []
  const observer = new QueryObserver<readonly string[]>(cache, {
    queryKey: KEY,
    queryFn: () => new Promise((resolve) => answers.push(resolve)),
  })
  const leave = observer.subscribe(() => {})
  leaves.push(leave, () => cache.clear())
  return {
    cache,
    answers,
    leave,
    answer: async (...things: string[]) => {
      answers.at(-1)?.(things)
      // The query client notifies its observers in a later turn.
      for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setTimeout(resolve, 0))
    },
    things: () => cache.getQueryData(KEY),
    keep: (topic = 'a') => keepList<readonly string[]>(cache, topic, KEY, apply),
  }
}

const leaves: (() => void)[] = []
beforeEach(() => followers.clear())
afterEach(() => {
  for (const leave of leaves.splice(0)) leave()
})

let number = 0
const tell = (add?: string, topic = 'a') => {
  number += 1
  for (const { hear } of followers.get(topic) ?? [])
    hear('told', { number, epoch: '1', ...(add !== undefined && { add }) } as never)
}
const reload = (at = number, epoch = '1', topic = 'a') => {
  for (const follower of followers.get(topic) ?? []) follower.reload?.({ number: at, epoch })
}

describe('a kept list', () => {
  it('[S-100] applies messages during a fetch, and again those that the answer lacks', async () => {
    const { keep, answer, answers, things } = shown()
    keep()
    tell('before it was there')
    await answer('read')
    expect(things()).toEqual(['read', 'before it was there'])
    tell('live')
    reload(number, '2')
    expect(answers).toHaveLength(2)
    tell('while it is read')
    expect(things()).toEqual(['read', 'before it was there', 'live', 'while it is read'])
    await answer('read', 'live')
    expect(things()).toEqual(['read', 'live', 'while it is read'])
    expect(answers).toHaveLength(2)
  })

  it('is fetched once more if a fetch started before the topic was followed', async () => {
    const { keep, answer, answers, things } = shown()
    keep()
    reload()
    expect(answers).toHaveLength(1)
    await answer('old')
    expect(answers).toHaveLength(2)
    await answer('new')
    expect(things()).toEqual(['new'])
    expect(answers).toHaveLength(2)
  })

  it('is fetched again, once for several messages that lack the data', async () => {
    const { keep, answer, answers, things } = shown()
    keep()
    await answer('a')
    tell()
    tell()
    tell('b')
    expect(answers).toHaveLength(2)
    await answer('a')
    expect(answers).toHaveLength(3)
    await answer('a', 'b', 'c')
    expect([things(), answers.length]).toEqual([['a', 'b', 'c'], 3])
  })

  it('is fetched on return to the screen only if messages were missed', async () => {
    const { keep, answer, answers } = shown()
    const leave = keep()
    reload()
    await answer()
    await answer('a')
    tell('b')
    leave()
    const again = keep()
    reload()
    expect(answers).toHaveLength(2)
    again()
    number += 1
    keep()
    reload()
    expect(answers).toHaveLength(3)
  })

  it('is fetched again for another topic or epoch, whatever the numbers', async () => {
    const { keep, answer, answers } = shown()
    const leave = keep()
    reload()
    await answer()
    await answer('a')
    leave()
    const other = keep('b')
    reload(number, '1', 'b')
    expect(answers).toHaveLength(3)
    await answer('a')
    other()
    keep('b')
    reload(number, '2', 'b')
    expect(answers).toHaveLength(4)
  })

  it('is not fetched if it was never read', () => {
    const { cache, keep } = shown()
    keepList(cache, 'a', ['others'], apply)
    keep()
    tell('x')
    expect(cache.getQueryData(['others'])).toBeUndefined()
  })

  it('does not change after it is left', async () => {
    const { keep, answer, things } = shown()
    const leave = keep()
    await answer('a')
    leave()
    tell('b')
    expect(things()).toEqual(['a'])
  })
})
