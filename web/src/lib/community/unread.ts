// Owns what the reader has not read in the forum: the forum lists it, the navigation shows its number.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { useSession } from '#lib/session/session.tsx'

export const UNREAD = ['community', 'unread'] as const

export type Unread = {
  total: number
  followed: number
  categories: Readonly<Record<string, number>>
  drafts: number
  ideas: number
  /** When everything was marked as read. */
  read_until: string | null
}

export const unreadQuery = queryOptions({
  queryKey: UNREAD,
  queryFn: async () => unwrap(await supabase.rpc('forum_unread')) as unknown as Unread,
})

/** The number of threads with unread posts; 0 while it is not known. `ready`: other reads go first. */
export function useUnreadThreads(ready: boolean): number {
  const { status } = useSession()
  const { data } = useQuery({ ...unreadQuery, enabled: ready && status === 'signed-in' })
  return data?.total ?? 0
}
