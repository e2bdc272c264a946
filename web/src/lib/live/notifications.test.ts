import { describe, expect, it, vi } from 'vitest'
import { countTold, type Notification, showTold } from './notifications.ts'

// Creating the client needs an address, which a test does not have; no test here sends a request.
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

const shown = (...ids: number[]) => ({ pages: [ids.map(row)], pageParams: [null] })
const tell = (event: string, message: object, pages = shown(7, 6)) =>
  showTold(pages, event, message as never)?.pages.flat()

describe('a notification message', () => {
  it('appears first and once, whether the list was read before or after it', () => {
    expect(tell('notification', row(8))?.map(({ id }) => id)).toEqual(['8', '7', '6'])
    expect(tell('notification', row(7))?.map(({ id }) => id)).toEqual(['7', '6'])
  })

  it('changes the count by the amount in its message, unless already counted', () => {
    const count = (number: number, unread?: number) =>
      countTold({ count: 3, number: 10 }, 'notification', { number, unread } as never)
    expect(count(11, 1)).toEqual({ count: 4, number: 11 })
    expect(count(12, -3)).toEqual({ count: 0, number: 12 })
    expect(count(10, 1)).toEqual({ count: 3, number: 10 })
    expect(count(11)).toEqual({ count: 3, number: 10 })
  })

  it('shows as withdrawn, and as read after another page marked it', () => {
    const withdrawn = { withdrawn_at: '2026-11-21T11:00:00Z', withdrawn_for: 'too_late' }
    expect(tell('withdrawn', { notification: '6', ...withdrawn })?.[1]).toMatchObject(withdrawn)
    const read_at = '2026-11-21T12:00:00Z'
    const read = (notifications: string[] | null) =>
      tell('read', { notifications, read_at })?.map((one) => one.read_at)
    expect(read(['6'])).toEqual([null, read_at])
    expect(read(null)).toEqual([read_at, read_at])
  })

  it('leaves the list unchanged for other events', () => {
    const pages = shown(1)
    expect(showTold(pages, 'money', {} as never)).toBe(pages)
  })
})
