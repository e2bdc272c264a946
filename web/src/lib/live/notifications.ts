// What the member was told: the rows, how many are unread, and their own channel on which each new one is told. Used by the
// bell, which every screen has.
import { type InfiniteData, infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { ACCOUNT, Category } from 'mails/notification-categories'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import { useRefreshAccess } from '#lib/session/session.tsx'
import type { Apply } from './kept-list.ts'
import type { Position } from './topic-feed.ts'
import { useKeptList, useLiveList } from './use-live-list.ts'
import { useTopic } from './use-topic.ts'

export type Notification = {
  id: string
  category: Category | typeof ACCOUNT
  kind: string
  parameters: Record<string, string | number>
  link: string
  created_at: string
  read_at: string | null
  withdrawn_at: string | null
  /** too_late, or the state in which its signal ended. */
  withdrawn_for: string | null
}

const NOTIFICATIONS = ['notifications'] as const
const COLUMNS = 'id,category,kind,parameters,link,created_at,read_at,withdrawn_at,withdrawn_for'
const PAGE = 30

/** The newest first, thirty at a time; a page ends at the id of its last row. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: [...NOTIFICATIONS, 'list'],
  queryFn: async ({ pageParam, signal }) => {
    const asked = supabase.from('notifications').select(COLUMNS).order('id', { ascending: false }).limit(PAGE)
    const page = pageParam === null ? asked : asked.lt('id', pageParam)
    return unwrap((await page.abortSignal(signal)) as never) as readonly Notification[]
  },
  initialPageParam: null as string | null,
  getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
  staleTime: 60_000,
})

/** How many are unread and still hold, and the number of the last message that is counted. */
type Unread = { count: number; number: number }

export const unreadQuery = queryOptions({
  queryKey: [...NOTIFICATIONS, 'unread'],
  queryFn: async ({ signal }) =>
    unwrap((await supabase.rpc('unread_notifications').abortSignal(signal)) as never) as Unread,
  staleTime: 60_000,
})

type Marking = { ids: readonly string[] | null; unread?: boolean }

/** Marks some as read, or as unread again; all where `ids` is null. Shows at once, and goes back when it is refused. */
export function useReadNotifications() {
  const cache = useQueryClient()
  const { mutate } = useWrite(
    async ({ ids, unread = false }: Marking) =>
      unwrap(await supabase.rpc('read_notifications', ids ? { ids: [...ids], unread } : { unread })),
    [NOTIFICATIONS],
  )
  return ({ ids, unread = false }: Marking) => {
    cache.setQueryData(
      notificationsQuery.queryKey,
      (data) =>
        data &&
        changed(data, (row) => ids === null || ids.includes(row.id), {
          read_at: unread ? null : new Date().toISOString(),
        }),
    )
    mutate({ ids, unread }, { onError: () => void cache.invalidateQueries({ queryKey: NOTIFICATIONS }) })
  }
}

type Pages = InfiniteData<readonly Notification[]>

function changed(
  data: Pages,
  concerns: (row: Notification) => boolean,
  change: Partial<Notification>,
): Pages {
  return {
    ...data,
    pages: data.pages.map((page) => page.map((row) => (concerns(row) ? { ...row, ...change } : row))),
  }
}

/** What is told on a member's own topic of their notifications; each says by how much it changes the count of unread ones. */
type Told = Position & { unread: number }
type Arrived = Told & Notification
type Withdrawn = Told & Pick<Notification, 'withdrawn_at' | 'withdrawn_for'> & { notification: string }
/** All of them where none is named. */
type Read = Told & Pick<Notification, 'read_at'> & { notifications: readonly string[] | null }

export const countTold: Apply<Unread> = (known, _event, { number, unread }: Partial<Told> & Position) =>
  unread === undefined || number <= known.number ? known : { count: known.count + unread, number }

/** A message carries all that changes: every open page asking the server for it would be one request a member and publication. */
export const showTold: Apply<Pages> = (pages, event, message: never) => {
  if (event === 'notification') {
    const told: Arrived = message
    const [first = [], ...older] = pages.pages
    const isKnown = pages.pages.some((page) => page.some(({ id }) => id === told.id))
    return isKnown ? pages : { ...pages, pages: [[told, ...first], ...older] }
  }
  if (event === 'withdrawn') {
    const { notification, withdrawn_at, withdrawn_for }: Withdrawn = message
    return changed(pages, ({ id }) => id === notification, { withdrawn_at, withdrawn_for })
  }
  if (event === 'read') {
    const { notifications, read_at }: Read = message
    return changed(pages, ({ id }) => notifications?.includes(id) ?? true, { read_at })
  }
  return pages
}

/**
 * Hears of notifications as they are told, wherever the member is; `onTold` gets each new one. Returns how many are unread.
 */
export function useLiveNotifications(userId: string | null, onTold: (told: Notification) => void): number {
  const cache = useQueryClient()
  const topic = userId && `member:${userId}`
  const refreshAccess = useRefreshAccess()
  const readMoney = () => void cache.invalidateQueries({ queryKey: ['money'] })
  useTopic(
    topic,
    {
      notification: onTold,
      money: () => {
        readMoney()
        // What was paid or given back changes what one has access to.
        refreshAccess()
      },
    },
    readMoney,
  )
  useKeptList(topic, notificationsQuery.queryKey, showTold)
  return useLiveList(topic, { ...unreadQuery, enabled: topic !== null }, countTold).data?.count ?? 0
}
