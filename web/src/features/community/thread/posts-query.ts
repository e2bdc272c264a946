// Owns the reads of a thread: its posts page by page in their order, the reader's mark, and what was done to it.
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { MEMBER, type Member } from '#lib/community/members.ts'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { changeCached } from '#lib/live/change-cached.ts'

export const REACTIONS = ['useful', 'well_argued', 'well_measured', 'good_question', 'thanks'] as const
export type Reaction = (typeof REACTIONS)[number]

export type Post = {
  id: string
  position: number
  body: string
  state: 'published' | 'shielded' | 'hidden' | 'deleted'
  /** Keys of rules: why it is shielded or hidden. */
  reasons: readonly string[]
  anonymous: boolean
  published_at: string
  edited_at: string | null
  revisions: number
  reactions: Partial<Record<Reaction, number>>
  author: Member | null
  /** The reader's own reactions. */
  own: readonly { kind: Reaction }[]
  /** Whether the reader wrote it, anonymously or not. */
  mine: boolean
}

const POST = `id,position,body,state,reasons,anonymous,published_at,edited_at,revisions,reactions,mine,author:community_members!posts_author_fkey(${MEMBER}),own:post_reactions(kind)`

export const PAGE = 30

type Page = readonly Post[]
export type Posts = InfiniteData<Page, Place>
/** Where a page begins, and whether it is read towards the beginning. */
type Place = { at: number; back: boolean }

export const postsKey = (thread: string) => ['community', 'posts', thread] as const

/** Pages around a position; a new position reads the thread from there. */
export const postsQuery = (thread: string, from: number) =>
  infiniteQueryOptions({
    queryKey: [...postsKey(thread), from],
    queryFn: ({ pageParam, signal }) => readPosts(thread, pageParam, signal),
    initialPageParam: { at: from, back: false } as Place,
    getNextPageParam: (page, pages): Place | null => {
      const last = page.at(-1) ?? pages.findLast((one) => one.length > 0)?.at(-1)
      return page.length < PAGE ? null : { at: (last?.position ?? from) + 1, back: false }
    },
    getPreviousPageParam: (page): Place | null => {
      const first = page[0]?.position ?? from
      return first > 1 && (page.length > 0 || from > 1) ? { at: first - 1, back: true } : null
    },
    // What is shown is kept by the thread's topic.
    staleTime: Number.POSITIVE_INFINITY,
  })

async function readPosts(thread: string, { at, back }: Place, signal: AbortSignal): Promise<Page> {
  const read = supabase
    .from('posts')
    .select(POST as '*')
    .eq('thread', thread)
  const near = back ? read.lte('position', at) : read.gte('position', at)
  const rows = unwrap(
    await near.order('position', { ascending: !back }).limit(PAGE).abortSignal(signal),
  ) as unknown as Post[]
  return back ? rows.reverse() : rows
}

/** The posts after a position, in order: what was written meanwhile. */
export async function readPostsAfter(thread: string, position: number): Promise<Post[]> {
  return unwrap(
    await supabase
      .from('posts')
      .select(POST as '*')
      .eq('thread', thread)
      .gt('position', position)
      .order('position')
      .limit(100),
  ) as unknown as Post[]
}

const readPost = async (id: string): Promise<Post | null> =>
  unwrap(
    await supabase
      .from('posts')
      .select(POST as '*')
      .eq('id', id)
      .maybeSingle(),
  ) as unknown as Post | null

/** Changes one post wherever it is shown. */
export function changePost(
  cache: QueryClient,
  thread: string,
  id: string,
  change: (post: Post) => Post,
): void {
  changeCached<Posts>(cache, { queryKey: postsKey(thread) }, (data) => {
    if (!data.pages.some((page) => page.some((post) => post.id === id))) return data
    return {
      ...data,
      pages: data.pages.map((page) =>
        page.some((post) => post.id === id)
          ? page.map((post) => (post.id === id ? change(post) : post))
          : page,
      ),
    }
  })
}

/** Reads one post again: it was edited, masked or removed. */
export async function refreshPost(cache: QueryClient, thread: string, id: string): Promise<void> {
  const post = await readPost(id)
  if (post) changePost(cache, thread, id, () => post)
}

/** Adds posts at the end, once and in order, where the end is shown. */
export function appendPosts(data: Posts, added: readonly Post[]): Posts {
  const last = data.pages.findLast((page) => page.length > 0)?.at(-1)?.position ?? 0
  const sorted = [...new Map(added.map((post) => [post.position, post])).values()]
  const news = sorted
    .filter(({ position }) => position > last)
    .sort((one, other) => one.position - other.position)
  if (news.length === 0) return data
  const end = data.pages.length - 1
  return { ...data, pages: data.pages.map((page, at) => (at === end ? [...page, ...news] : page)) }
}

export type Mark = {
  last_position: number | null
  read_at: string | null
  first_unread: number | null
  unread: number
  level: 'every' | 'none' | null
}

export const markKey = (thread: string) => ['community', 'mark', thread] as const
export const markQuery = (thread: string) =>
  queryOptions({
    queryKey: markKey(thread),
    queryFn: async () => unwrap(await supabase.rpc('thread_mark', { thread })) as unknown as Mark | null,
  })

export const sendMark = async (thread: string, position: number): Promise<void> => {
  unwrap(await supabase.rpc('mark_read', { thread, position }))
}

export type Revision = { revision: number; body: string; written_at: string }
export const revisionsQuery = (post: string) =>
  queryOptions({
    queryKey: ['community', 'revisions', post],
    queryFn: async () =>
      unwrap(
        await supabase
          .from('post_revisions')
          .select('revision,body,written_at')
          .eq('post', post)
          .order('revision', { ascending: false }),
      ) as Revision[],
  })

export type ThreadEvent = {
  id: string
  kind: string
  by: 'author' | 'analyst' | 'admin' | 'system'
  data: { from?: string; to?: string; other?: string; posts?: number }
  at: string
}
export const threadEventsQuery = (thread: string) =>
  queryOptions({
    queryKey: ['community', 'events', thread],
    queryFn: async () =>
      unwrap(
        await supabase.from('thread_events').select('id,kind,by,data,at').eq('thread', thread).order('id'),
      ) as unknown as ThreadEvent[],
  })

export type Held = {
  id: string
  edits: string | null
  request: { body: string; title?: string }
  reasons: readonly string[]
  held_at: string
}
export const heldKey = (thread: string | null) => ['community', 'held', thread] as const
/** What the reader wrote and nobody else sees yet; null: new threads. */
export const heldQuery = (thread: string | null, me: string) =>
  queryOptions({
    queryKey: heldKey(thread),
    queryFn: async () => {
      const read = supabase.from('held_posts').select('id,edits,request,reasons,held_at').eq('author', me)
      return unwrap(
        await (thread === null ? read.is('thread', null) : read.eq('thread', thread)).order('held_at'),
      ) as unknown as Held[]
    },
  })

export type Sanction = { kind: 'mute' | 'ban'; reason: string; until: string | null; decision: string }
export const standingQuery = queryOptions({
  queryKey: ['community', 'standing'],
  queryFn: async () =>
    unwrap(await supabase.rpc('my_standing')) as unknown as { trust: number; sanction: Sanction | null },
  staleTime: 60_000,
})
