import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { type Notification, notificationsQuery, takeTold, unreadQuery } from './notifications.ts'

// The client is made for an address, which a test has none of; nothing here asks the server.
vi.mock('#lib/data/client.ts', () => ({ supabase: {} }))

const row = (id: number): Notification => ({
  id: String(id),
  category: 'signals',
  kind: 'signal_published',
  parameters: {},
  link: '/signaux',
  created_at: '2026-11-21T10:00:00Z',
  read_at: null,
  withdrawn_at: null,
  withdrawn_for: null,
})

function opened(unread: number, ids: readonly number[]) {
  const cache = new QueryClient()
  cache.setQueryData(unreadQuery.queryKey, unread)
  cache.setQueryData(notificationsQuery.queryKey, { pages: [ids.map(row)], pageParams: [null] })
  const shown = () =>
    cache
      .getQueryData(notificationsQuery.queryKey)
      ?.pages.flat()
      .map(({ id }) => Number(id))
  return { cache, shown, count: () => cache.getQueryData(unreadQuery.queryKey) }
}

describe('a notification that is told', () => {
  it('stands first and is counted, without asking the server for what it said', () => {
    const { cache, shown, count } = opened(2, [7, 6])
    takeTold(cache, row(8))
    expect([shown(), count()]).toEqual([[8, 7, 6], 3])
    expect(cache.getQueryState(unreadQuery.queryKey)?.isInvalidated).toBe(false)
  })

  it('is counted once when a reading had it before', () => {
    const { cache, shown, count } = opened(3, [8, 7])
    takeTold(cache, row(8))
    expect([shown(), count()]).toEqual([[8, 7], 3])
  })

  it('is read anew while an answer is on its way, which may have it or not', async () => {
    const { cache, count } = opened(2, [7])
    const answers: ((unread: number) => void)[] = []
    const reading = cache.fetchQuery({
      queryKey: unreadQuery.queryKey,
      queryFn: () => new Promise<number>((resolve) => answers.push(resolve)),
    })
    takeTold(cache, row(8))
    expect(count()).toBe(2)
    expect(cache.getQueryState(unreadQuery.queryKey)?.isInvalidated).toBe(true)
    answers[0]?.(2)
    await reading
  })

  it('makes up no list and no count where none was read', () => {
    const cache = new QueryClient()
    takeTold(cache, row(8))
    expect(cache.getQueryData(notificationsQuery.queryKey)).toBeUndefined()
    expect(cache.getQueryData(unreadQuery.queryKey)).toBeUndefined()
  })
})
