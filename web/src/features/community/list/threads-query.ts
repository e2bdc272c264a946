// Owns the reads of the list: its pages, its search, and the rows of what was just written.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { THREAD, THREADS, type ThreadRow } from '../forum.ts'
import type { Filters, View } from './filters.ts'

const PAGE = 30

/** The column that each view is ordered by, and after which its next page begins. */
const ORDER = {
  populaires: 'heat',
  recents: 'last_post_at',
  'sans-reponse': 'created_at',
} as const satisfies Record<View, keyof ThreadRow>

type Page = { threads: readonly ThreadRow[]; after: string | null }

/** An idea that the reader may read; its thread is left out without one. */
const RUNNING_IDEA = 'running:ideas!inner(state:idea_states!inner(closed_at))'
const STILL_RUNNING = 'running.state.closed_at' as 'id'

export const threadsQuery = (filters: Filters, language: string) =>
  infiniteQueryOptions({
    queryKey: [...THREADS, filters, filters.search ? language : null],
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      filters.search ? searchPage(filters, language, signal) : readPage(filters, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ after }) => after,
  })

async function readPage(filters: Filters, after: string | null, signal: AbortSignal): Promise<Page> {
  const column = ORDER[filters.view]
  const followed = filters.list === 'suivis'
  const columns = [
    THREAD,
    followed && 'forum_subscriptions!inner(level)',
    filters.running && RUNNING_IDEA,
  ].filter(Boolean)
  let read = supabase
    .from('threads')
    .select(columns.join() as '*')
    .eq('state', 'published')
  if (followed) read = read.eq('forum_subscriptions.level' as 'id', 'every')
  if (filters.running) read = read.is(STILL_RUNNING, null)
  if (filters.view === 'sans-reponse') read = read.eq('replies', 0)
  if (filters.category) read = read.eq('category', filters.category)
  if (filters.symbol) read = read.eq('symbol', filters.symbol)
  if (filters.author) read = read.eq('author', filters.author)
  if (filters.from) read = read.gte('created_at', filters.from)
  if (filters.to) read = read.lt('created_at', `${filters.to}T23:59:59.999`)
  if (after !== null) read = read.lt(column, after)
  const threads = unwrap(
    await read.order(column, { ascending: false }).order('id').limit(PAGE).abortSignal(signal),
  ) as unknown as ThreadRow[]
  const last = threads.at(-1)
  return { threads, after: last && threads.length === PAGE ? String(last[column]) : null }
}

/** The best hits; a search has one page. */
async function searchPage(filters: Filters, language: string, signal: AbortSignal): Promise<Page> {
  const found = unwrap(
    await supabase
      .rpc('search_threads', {
        query: filters.search,
        language,
        ...(filters.category ? { category: filters.category } : {}),
        ...(filters.symbol ? { symbol: filters.symbol } : {}),
        ...(filters.author ? { author: filters.author } : {}),
        ...(filters.from ? { from: filters.from } : {}),
        ...(filters.to ? { to: filters.to } : {}),
      })
      .abortSignal(signal),
  ) as unknown as { thread: string; position: number; excerpt: string }[]
  const rows = await readThreads(found.map(({ thread }) => thread))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const threads = found.flatMap(({ thread, position, excerpt }) => {
    const row = byId.get(thread)
    return row ? [{ ...row, excerpt: excerpt || row.excerpt, hit: position }] : []
  })
  return { threads, after: null }
}

/** The rows of threads, as the reader may see them. */
export async function readThreads(ids: readonly string[]): Promise<ThreadRow[]> {
  if (ids.length === 0) return []
  return unwrap(
    await supabase
      .from('threads')
      .select(THREAD as '*')
      .in('id', ids)
      .eq('state', 'published'),
  ) as unknown as ThreadRow[]
}

export type Draft = {
  id: string
  thread: string | null
  category: string | null
  symbol: string | null
  title: string
  body: string
  anonymous: boolean
  reply_to: string | null
  saved_at: string
  of: { title: string } | null
}

export const DRAFTS = ['community', 'drafts'] as const

export const draftsQuery = queryOptions({
  queryKey: DRAFTS,
  queryFn: async () =>
    unwrap(
      await supabase
        .from('forum_drafts')
        .select('id,thread,category,symbol,title,body,anonymous,reply_to,saved_at,of:threads(title)' as '*')
        .order('saved_at', { ascending: false }),
    ) as unknown as Draft[],
})

/** How many threads wait for an answer, and how many have an idea that runs, of a category or of all. */
export const waitingQuery = (category: string | null) =>
  queryOptions({
    queryKey: [...THREADS, 'waiting', category],
    queryFn: async ({ signal }) => {
      const counted = (columns: string) => {
        const read = supabase
          .from('threads')
          .select(columns as 'id', { count: 'exact', head: true })
          .eq('state', 'published')
          .abortSignal(signal)
        return category ? read.eq('category', category) : read
      }
      const [unanswered, running] = await Promise.all([
        counted('id').eq('replies', 0),
        counted(`id,${RUNNING_IDEA}`).is(STILL_RUNNING, null),
      ])
      unwrap(unanswered)
      unwrap(running)
      return { unanswered: unanswered.count ?? 0, running: running.count ?? 0 }
    },
    staleTime: 30_000,
  })

export type Summary = {
  members: number
  members_of_week: number
  threads: number
  posts: number
  posts_today: number
  first_reply_minutes: number | null
}

export const summaryQuery = queryOptions({
  queryKey: ['community', 'summary'],
  queryFn: async () => unwrap(await supabase.rpc('community_summary')) as unknown as Summary,
  staleTime: 60_000,
})
