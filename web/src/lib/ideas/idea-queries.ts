// Owns reading and writing ideas: the only file that names their tables and functions for the parts that draw them.
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { IdeaDraft } from 'trading/ideas/idea'
import type { InstrumentRecord } from 'trading/ideas/instrument-records'
import type { IdeaRecord } from 'trading/ideas/record'
import { MEMBER } from '#lib/community/members.ts'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import { readTogether } from '#lib/data/read-together.ts'
import type { Idea, IdeaBrief, IdeaTerms } from './idea.ts'

export const IDEAS = ['ideas'] as const

const EVENTS = 'events:idea_events(sequence,kind,at,price::text,r::text,data)'
const BRIEF = `id,number,author,thread,published_at,sealed,opens_at,commitment,demonstration,
  terms:idea_terms(symbol,terms,nonce),state:idea_states(state,closed_at,realised_r::text,close_reason),opening:idea_openings(opened_at),${EVENTS}`
const WHOLE = `${BRIEF.replace(EVENTS, EVENTS.replace('data)', 'data,note:idea_notes(text))'))},texts_commitment,
  texts:idea_texts(facts,opinion,counter_thesis,nonce),member:community_members(${MEMBER})`

const inOrder = <T extends IdeaBrief>(idea: T): T => ({
  ...idea,
  events: [...idea.events].sort((one, other) => one.sequence - other.sequence),
})

/** The idea of a thread; null where the thread has none. */
export const ideaOfThreadQuery = (thread: string) =>
  queryOptions({
    queryKey: [...IDEAS, 'thread', thread],
    queryFn: async () => {
      const row = unwrap(
        await supabase.from('ideas').select(WHOLE).eq('thread', thread).maybeSingle(),
      ) as Idea | null
      return row && inOrder(row)
    },
    staleTime: 30_000,
    refetchInterval: 60_000,
  })

/** The ideas of a page of threads, by thread. */
export function useIdeasOfThreads(threads: readonly string[]): ReadonlyMap<string, IdeaBrief> {
  const ids = [...threads].sort()
  const { data } = useQuery({
    queryKey: [...IDEAS, 'threads', ids],
    queryFn: async () => {
      const rows = unwrap(await supabase.from('ideas').select(BRIEF).in('thread', ids))
      return new Map((rows as unknown as IdeaBrief[]).map((row) => [row.thread, inOrder(row)]))
    },
    enabled: ids.length > 0,
    placeholderData: (before) => before,
    refetchInterval: 60_000,
  })
  return data ?? NONE
}
const NONE: ReadonlyMap<string, IdeaBrief> = new Map()

/** An author's ideas, the newest first. */
export const ideasOfAuthorQuery = (author: string) =>
  queryOptions({
    queryKey: [...IDEAS, 'author', author],
    queryFn: async () => {
      const rows = unwrap(
        await supabase
          .from('ideas')
          .select(BRIEF)
          .eq('author', author)
          .order('published_at', { ascending: false })
          .limit(200),
      )
      return (rows as unknown as IdeaBrief[]).map(inOrder)
    },
  })

export type BesideIt = IdeaBrief & { member: { name: string | null } }

/** Ideas on an instrument that ended last, whoever made them. */
export const ideasOnQuery = (symbol: string) =>
  queryOptions({
    queryKey: [...IDEAS, 'on', symbol],
    queryFn: async () => {
      const rows = unwrap(
        await supabase
          .from('ideas')
          .select(
            `${BRIEF.replace('terms:idea_terms(', 'terms:idea_terms!inner(').replace('state:idea_states(', 'state:idea_states!inner(')},member:community_members(name)`,
          )
          .eq('terms.symbol', symbol)
          .not('state.closed_at', 'is', null)
          .order('published_at', { ascending: false })
          .limit(5),
      )
      return (rows as unknown as BesideIt[]).map(inOrder)
    },
  })

/** The record of an author; null before their first idea was counted. */
export const recordQuery = (author: string) =>
  queryOptions({
    queryKey: [...IDEAS, 'record', author],
    queryFn: () => recordsTogether(author),
    staleTime: 60_000,
  })

const recordsTogether = readTogether(async (authors) => {
  const rows = unwrap(await supabase.from('idea_records').select('author,record').in('author', authors))
  return new Map(rows.map(({ author, record }) => [author, record as unknown as IdeaRecord]))
})

/** What an author's probabilities came to on each instrument, the most first. */
export const instrumentRecordsQuery = (author: string) =>
  queryOptions({
    queryKey: [...IDEAS, 'by-instrument', author],
    queryFn: async () => {
      const row = unwrap(
        await supabase.from('idea_records').select('by_instrument').eq('author', author).maybeSingle(),
      ) as { by_instrument: unknown } | null
      return (row?.by_instrument ?? []) as InstrumentRecord[]
    },
    staleTime: 60_000,
  })

export type IdeasSummary = { closed: number; expectancy_r: string | null; half_width_r: string | null }

/** What all members' ideas came to. */
export const ideasSummaryQuery = queryOptions({
  queryKey: [...IDEAS, 'summary'],
  queryFn: async () => unwrap(await supabase.rpc('ideas_summary')) as unknown as IdeasSummary,
  staleTime: 60_000,
})

export type Seal = { sequence: number; hash: string; commitment: string; texts_commitment: string }

type SealRow = Pick<Seal, 'sequence' | 'hash'> & { entry: { data: Omit<Seal, 'sequence' | 'hash'> } }

/** The entry that sealed an idea. */
export const ideaSealQuery = (id: string) =>
  queryOptions({
    queryKey: [...IDEAS, 'seal', id],
    queryFn: async (): Promise<Seal | null> => {
      const entry = supabase
        .from('ledger')
        .select('sequence,hash,entry')
        .eq('kind', 'idea_published')
        .eq('entry->data->>idea', id)
      const row = unwrap(await entry.maybeSingle()) as SealRow | null
      return row && { sequence: row.sequence, hash: row.hash, ...row.entry.data }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The minutes that decided an ended idea, by day. */
export const ideaMinutesQuery = (id: string) =>
  queryOptions({
    queryKey: [...IDEAS, 'minutes', id],
    queryFn: async () =>
      unwrap(await supabase.from('idea_minutes').select('idea,day,minutes').eq('idea', id).order('day')),
    staleTime: Number.POSITIVE_INFINITY,
  })

export type TwoReadings = {
  idea: string
  author: string
  thread: string
  number: number
  published_at: string
  record: IdeaRecord
  others: number
  terms: IdeaTerms
  counter_thesis: string | null
  opinion: string | null
  idea_r: string | null
  signal_r: string | null
  held: boolean | null
  graded_at: string | null
}

/** The pinned counter-thesis of a signal. */
export const twoReadingsQuery = (signal: string) =>
  queryOptions({
    queryKey: [...IDEAS, 'readings', signal],
    queryFn: async () =>
      unwrap(await supabase.rpc('two_readings', { signal })) as unknown as TwoReadings | null,
  })

export type PublishedIdea = { id: string; number: number; thread: string; commitment: string; hash: string }

/** Publishes; the same key makes the same idea, however often it is sent. */
export const usePublishIdea = () =>
  useWrite(
    async ({ idea, key }: { idea: IdeaDraft; key: string }) =>
      unwrap(await supabase.rpc('publish_idea', { idea: idea as never, key })) as unknown as PublishedIdea,
    [IDEAS, ['community']],
  )

export type IdeaAct = 'cancel_idea' | 'close_idea' | 'reveal_idea'

export const useIdeaAct = () =>
  useWrite(
    async ({ idea, act }: { idea: string; act: IdeaAct }) =>
      unwrap(await supabase.rpc(act, { idea_id: idea })),
    [IDEAS],
  )

export const useIdeaNote = () =>
  useWrite(
    async ({ idea, words }: { idea: string; words: string }) =>
      unwrap(await supabase.rpc('note_idea', { idea_id: idea, words })),
    [IDEAS],
  )

export const ideaDraftQuery = queryOptions({
  queryKey: [...IDEAS, 'draft'],
  queryFn: async () =>
    unwrap(await supabase.from('idea_drafts').select('input,saved_at').maybeSingle()) as {
      input: unknown
      saved_at: string
    } | null,
  staleTime: 0,
})

/** Keeps the draft; null forgets it. */
export async function keepIdeaDraft(input: object | null): Promise<void> {
  unwrap(
    input === null
      ? await supabase.from('idea_drafts').delete().not('member', 'is', null)
      : await supabase
          .from('idea_drafts')
          .upsert({ input: input as never, saved_at: new Date().toISOString() }, { onConflict: 'member' }),
  )
}
