// What the member was told: the rows, how many are unread, and their own channel on which each new one is told. Used by the
// bell, which every screen has.
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query'
import type { ACCOUNT, Category } from 'mails/notification-categories'
import { useEffect, useEffectEvent } from 'react'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import { useRefreshAccess } from '#lib/session/session.tsx'
import { gatherArrivals } from './arrivals.ts'
import { joinChannel } from './channel.ts'

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

/** How many are unread and still hold. */
export const unreadQuery = queryOptions({
  queryKey: [...NOTIFICATIONS, 'unread'],
  queryFn: async ({ signal }) => {
    const { count, error } = await supabase
      .from('notifications')
      .select('id', { count: 'exact', head: true })
      .is('read_at', null)
      .is('withdrawn_at', null)
      .abortSignal(signal)
    if (error) throw error
    return count ?? 0
  },
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
    cache.setQueryData(notificationsQuery.queryKey, (data) =>
      changed(data, (row) => ids === null || ids.includes(row.id), {
        read_at: unread ? null : new Date().toISOString(),
      }),
    )
    mutate({ ids, unread }, { onError: () => void cache.invalidateQueries({ queryKey: NOTIFICATIONS }) })
  }
}

type Pages = InfiniteData<readonly Notification[]>

function changed(
  data: Pages | undefined,
  concerns: (row: Notification) => boolean,
  change: Partial<Notification>,
): Pages | undefined {
  return (
    data && {
      ...data,
      pages: data.pages.map((page) => page.map((row) => (concerns(row) ? { ...row, ...change } : row))),
    }
  )
}

/**
 * Puts a notification that is told into what is shown. It carries its whole row: every open page asking the server again for
 * what it was just told would be one request a member and publication.
 */
export function takeTold(cache: QueryClient, told: Notification): void {
  // An answer on its way may count it or not.
  if (cache.isFetching({ queryKey: NOTIFICATIONS }) > 0) {
    void cache.invalidateQueries({ queryKey: NOTIFICATIONS })
    return
  }
  const known = cache
    .getQueryData(notificationsQuery.queryKey)
    ?.pages.some((page) => page.some(({ id }) => id === told.id))
  if (known) return
  cache.setQueryData(notificationsQuery.queryKey, (data) => {
    const [first, ...older] = data?.pages ?? []
    return data && first && { ...data, pages: [[told, ...first], ...older] }
  })
  cache.setQueryData(unreadQuery.queryKey, (unread) => (unread === undefined ? undefined : unread + 1))
}

type Message = Notification | { withdrawn: string; for: string }

/**
 * Hears of notifications as they are told, wherever the member is. What a cut kept away is read anew. `onTold` gets each new
 * one that is told while the page listens.
 */
export function useLiveNotifications(userId: string | null, onTold: (told: Notification) => void): void {
  const cache = useQueryClient()
  // What was paid or given back changes what one has access to.
  const moneyChanged = useEffectEvent(useRefreshAccess())
  // Who listens may change with every screen; the channel stays.
  const tell = useEffectEvent(onTold)
  useEffect(() => {
    if (userId === null) return
    const refresh = () => void cache.invalidateQueries({ queryKey: NOTIFICATIONS })
    // What a screen shows of the same news comes first, and many are counted at once.
    const { add, stop } = gatherArrivals<Notification>((rows) => {
      for (const row of rows) takeTold(cache, row)
    })
    const hear = (message: Message) => {
      if (!('kind' in message)) return refresh()
      add(message)
      tell(message)
    }
    let before = false
    const leave = joinChannel(
      `member:${userId}`,
      {
        notification: hear,
        money: () => {
          void cache.invalidateQueries({ queryKey: ['money'] })
          moneyChanged()
        },
      },
      (state) => {
        // The first time the queries themselves have just read what there is.
        if (state === 'joined' && before) refresh()
        before ||= state === 'joined'
      },
    )
    return () => {
      stop()
      leave()
    }
  }, [userId, cache])
}
