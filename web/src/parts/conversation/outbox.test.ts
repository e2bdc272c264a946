import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createOutbox, type Waiting } from './outbox.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

const reply = (id: string) => ({
  id,
  thread: 't',
  body: `text ${id}`,
  replyTo: null,
  anonymous: false,
  at: 1,
})
function outbox() {
  const server = { reachable: true, answers: true, refuses: '', posts: [] as string[] }
  const told: string[] = []
  const box = () =>
    createOutbox<Waiting, string>('vigie-replies:me', {
      send: async ({ id }) => {
        if (!server.reachable) {
          await Promise.resolve()
          throw new TypeError('Failed to fetch')
        }
        if (server.refuses === id) throw Object.assign(new Error('thread_locked'), { code: 'PT409' })
        server.posts.push(id)
        if (!server.answers) throw new TypeError('Failed to fetch')
        return id
      },
      find: async ({ id }) => {
        if (!server.reachable) throw new TypeError('Failed to fetch')
        return server.posts.includes(id) ? id : null
      },
      arrived: ({ id }) => told.push(`arrived ${id}`),
      refused: ({ id }) => told.push(`refused ${id}`),
    })
  return { server, told, box }
}

describe('a reply on its way', () => {
  it('is kept over a reload while there is no network, and leaves in order when there is', async () => {
    const { server, told, box } = outbox()
    server.reachable = false
    const first = box()
    await first.add(reply('a'))
    await first.add(reply('b'))
    expect(told).toEqual([])
    const reloaded = box()
    expect(reloaded.waiting().map(({ id }) => id)).toEqual(['a', 'b'])
    server.reachable = true
    await reloaded.flush()
    expect(told).toEqual(['arrived a', 'arrived b'])
    expect(box().waiting()).toEqual([])
  })

  it('appears once where its answer was lost', async () => {
    const { server, told, box } = outbox()
    server.answers = false
    const first = box()
    await first.add(reply('a'))
    server.answers = true
    await first.flush()
    expect(server.posts).toEqual(['a'])
    expect(told).toEqual(['arrived a'])
  })

  it('goes back to its author where it is refused, and those after it leave', async () => {
    const { server, told, box } = outbox()
    server.reachable = false
    const first = box()
    await first.add(reply('a'))
    await first.add(reply('b'))
    server.reachable = true
    server.refuses = 'a'
    await first.flush()
    expect(told).toEqual(['refused a', 'arrived b'])
    expect(first.waiting()).toEqual([])
  })

  it('leaves where the connection returned while its request was still being lost', async () => {
    const { server, told, box } = outbox()
    server.reachable = false
    const first = box()
    const sending = first.add(reply('a'))
    server.reachable = true
    await first.flush()
    await sending
    expect(server.posts).toEqual(['a'])
    expect(told).toEqual(['arrived a'])
    expect(first.sending()).toBe(null)
  })

  it('is not sent once it was taken back', async () => {
    const { server, told, box } = outbox()
    server.reachable = false
    const first = box()
    await first.add(reply('a'))
    first.drop('a')
    server.reachable = true
    await first.flush()
    expect([server.posts, told]).toEqual([[], []])
  })
})
