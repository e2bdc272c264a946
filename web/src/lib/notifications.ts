// What the member was told: the rows, how many are unread, and their own channel on which each new one is told. Used by the
// bell, which every screen has.
import { type InfiniteData, infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { supabase } from './client.ts'
import { unwrap, useWrite } from './query.ts'
import { useRefreshAccess } from './session.tsx'

export type Notification = {
  id: number
  category: 'signals' | 'announcements' | 'trainings' | 'daily_test' | 'marketing' | 'account'
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
  initialPageParam: null as number | null,
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

type Marking = { ids: readonly number[] | null; unread?: boolean }

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

type Message = Notification | { withdrawn: number; for: string }

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
    const hear = (message: Message) => {
      refresh()
      if ('kind' in message) tell(message)
    }
    const channel = supabase
      .channel(`member:${userId}`, { config: { private: true } })
      .on('broadcast', { event: 'notification' }, ({ payload }) => hear(payload as Message))
      .on('broadcast', { event: 'money' }, () => {
        void cache.invalidateQueries({ queryKey: ['money'] })
        moneyChanged()
      })
    let joined = false
    void supabase.realtime.setAuth().then(() =>
      channel.subscribe((status) => {
        if (status !== 'SUBSCRIBED') return
        // The first time the queries themselves have just read what there is.
        if (joined) refresh()
        joined = true
      }),
    )
    return () => void supabase.removeChannel(channel)
  }, [userId, cache])
}
