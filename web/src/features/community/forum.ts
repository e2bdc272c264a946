// Owns what the forum's list and its threads read alike: categories, a thread's row, what is unread.
import { queryOptions } from '@tanstack/react-query'
import type { Language } from 'mails/languages'
import { MEMBER, type Member } from '#lib/community/members.ts'
import { UNREAD } from '#lib/community/unread.ts'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'

export type Category = {
  slug: string
  names: Record<Language, string>
  icon: string
  opened_by: 'members' | 'staff'
  of_ideas: boolean
  /** Seconds between two posts of a member in one thread. */
  slow_mode: number
}

export type ThreadRow = {
  id: string
  category: string
  title: string
  state: 'published' | 'hidden' | 'deleted' | 'merged'
  symbol: string | null
  created_at: string
  pinned_at: string | null
  locked_at: string | null
  lock_reason: string | null
  accepted_post: string | null
  merged_into: string | null
  replies: number
  readers: number
  last_position: number
  /** The position of the last post that counts. */
  last_shown: number
  last_post_at: string
  heat: number
  excerpt: string
  author: Member | null
  last: Member | null
  /** A hundred at most. */
  unread_posts: number
  /** Whether it has ten points and more now (community/popularity.sql). */
  popular: boolean
  /** Of the demonstration. */
  demonstration: boolean
  /** In a search: the position of the post that was found. */
  hit?: number
}

export const THREAD = `id,category,title,state,symbol,created_at,pinned_at,locked_at,lock_reason,accepted_post,merged_into,replies,readers,last_position,last_shown,last_post_at,heat,excerpt,author:community_members!threads_author_fkey(${MEMBER}),last:community_members!threads_last_author_fkey(${MEMBER}),unread_posts,popular,demonstration`

export const THREADS = ['community', 'threads'] as const

export const categoriesQuery = queryOptions({
  queryKey: ['community', 'categories'],
  queryFn: async () =>
    unwrap(
      await supabase
        .from('forum_categories')
        .select('slug,names,icon,opened_by,of_ideas,slow_mode')
        .order('position'),
    ) as unknown as Category[],
  staleTime: 10 * 60_000,
})

export const threadQuery = (id: string) =>
  queryOptions({
    queryKey: ['community', 'thread', id],
    queryFn: async () =>
      unwrap(
        await supabase
          .from('threads')
          .select(THREAD as '*')
          .eq('id', id)
          .maybeSingle(),
      ) as unknown as ThreadRow | null,
  })

export const useMarkAllRead = () =>
  useWrite(
    async (category: string | null) =>
      unwrap(await supabase.rpc('mark_all_read', category ? { category } : {})),
    [UNREAD, THREADS],
  )

export const useFollow = (thread: string) =>
  useWrite(
    async (on: boolean) => unwrap(await supabase.rpc('follow', on ? { thread, level: 'every' } : { thread })),
    [['community', 'mark', thread], UNREAD],
  )
