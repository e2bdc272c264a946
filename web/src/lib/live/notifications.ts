// Owns the member's notifications: the rows, the unread count, and the member's own channel that delivers new ones. The bell
// on every screen uses it.
import { type InfiniteData, infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { ToldParameter } from 'mails/notification'
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
  parameters: Record<string, ToldParameter>
  link: string
  created_at: string
  read_at: string | null
  withdrawn_at: string | null
  /** `too_late`, or the final state of the signal. */
  withdrawn_for: string | null
}

const NOTIFICATIONS = ['notifications'] as const
const COLUMNS = 'id,category,kind,parameters,link,created_at,read_at,withdrawn_at,withdrawn_for'
const PAGE = 30

/** The newest first, thirty per page; the id of a page's last row is the cursor of the next. */
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

/** The number of unread notifications not withdrawn, and the number of the last message included in it. */
type Unread = { count: number; number: number }

export const unreadQuery = queryOptions({
  queryKey: [...NOTIFICATIONS, 'unread'],
  queryFn: async ({ signal }) =>
    unwrap((await supabase.rpc('unread_notifications').abortSignal(signal)) as never) as Unread,
  staleTime: 60_000,
})

type Marking = { ids: readonly string[] | null; unread?: boolean }

/** Marks notifications as read or unread; all of them if `ids` is null. Updates at once, and refetches if refused. */
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

/** Messages about notifications on a member's own topic. `unread` is the change of the unread count. */
type Told = Position & { unread: number }
type Arrived = Told & Notification
type Withdrawn = Told & Pick<Notification, 'withdrawn_at' | 'withdrawn_for'> & { notification: string }
/** Without `notifications`, all of them. */
type Read = Told & Pick<Notification, 'read_at'> & { notifications: readonly string[] | null }

export const countTold: Apply<Unread> = (known, _event, { number, unread }: Partial<Told> & Position) =>
  unread === undefined || number <= known.number ? known : { count: known.count + unread, number }

/** Messages carry the full change: if pages refetched, each publication would cost one request per open page. */
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

/** Keeps notifications live on every screen; `onTold` receives each new one. Returns the unread count. */
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
        // A payment or refund changes the member's access.
        refreshAccess()
      },
    },
    readMoney,
  )
  useKeptList(topic, notificationsQuery.queryKey, showTold)
  return useLiveList(topic, { ...unreadQuery, enabled: topic !== null }, countTold).data?.count ?? 0
}
