// Owns what moderators read and write: the queue, a case, decisions and appeals.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import type { Measure } from '../reasons.ts'

export const VIEWS = ['open', 'appeals', 'done'] as const
export type View = (typeof VIEWS)[number]

type Author = {
  id: string
  name: string
  handle: string | null
  joined_at: string
  trust: number
  gone: boolean
}
export type Appeal = {
  id: string
  words: string
  filed_at: string
  outcome: 'confirmed' | 'reversed' | null
  answer: string | null
  own_decision: boolean
}

export type CaseRow = {
  id: string
  kind: 'post' | 'held' | 'member' | 'place'
  /** 4 threatens a life or somebody's safety, 1 is out of place. */
  harm: 1 | 2 | 3 | 4
  reasons: readonly string[]
  opened_at: string
  state: 'open' | 'awaiting_second' | 'decided'
  /** Null: the words are nobody's of the community. */
  author: (Author & { anonymous: boolean }) | null
  excerpt: string | null
  visible: boolean
  shown: 'published' | 'shielded' | 'hidden' | 'deleted' | null
  place: { thread: string | null; title: string | null; position: number | null; readers: number } | null
  sources: { shield: boolean; hold: boolean; notices: number }
  decided: { measure: Measure; at: string; by: string | null } | null
  appeal: Appeal | null
}

export const STATEMENT = ['decision', 'facts', 'ground', 'means', 'scope', 'redress'] as const
export type Statement = Record<(typeof STATEMENT)[number], string>

type Neighbour = { id: string; author: Author | null; body: string; published_at: string }

export type CaseFile = CaseRow & {
  text: string | null
  now: string | null
  findings: readonly { rule: string; offset: number | null; length: number; words: string | null }[]
  before: readonly Neighbour[]
  after: readonly Neighbour[]
  before_count: number
  after_count: number
  idea: {
    number: number
    sealed_at: string
    sequence: number
    symbol?: string
    direction?: 'buy' | 'sell'
    entry?: string
    stop?: string
    result_r?: string | null
  } | null
  notices: readonly {
    id: string
    reason: string
    words: string
    filed_at: string
    crime: boolean
    place: string | null
    member: (Author & { filed: number; upheld: number }) | null
  }[]
  author_file: {
    posts: number
    days: number
    decisions: readonly {
      id: string
      measure: Measure
      reasons: readonly string[]
      at: string
      appealed: boolean
    }[]
  } | null
  trail: readonly { at: string; kind: string; who: string | null; words: string | null }[]
  decision: {
    id: string
    measure: Measure
    statement: Statement
    decided_at: string
    due_at: string | null
    sent_at: string | null
    reversed_at: string | null
    own: boolean
  } | null
}

export type Figures = {
  open: number
  appeals: number
  median_minutes: number | null
  decided: number
  overturned: number
  promise_hours: number
  due: number
  kept: number
}

export const CASES = ['moderation'] as const

export const figuresQuery = queryOptions({
  queryKey: [...CASES, 'figures'],
  queryFn: async () => unwrap(await supabase.rpc('moderation_figures')) as unknown as Figures,
})

export const queueQuery = (view: View) =>
  queryOptions({
    queryKey: [...CASES, 'queue', view],
    queryFn: async () =>
      unwrap(await supabase.rpc('moderation_queue', { of_view: view, most: 100 })) as unknown as CaseRow[],
    placeholderData: keepPreviousData,
  })

export const caseQuery = (id: string) =>
  queryOptions({
    queryKey: [...CASES, 'case', id],
    queryFn: async () =>
      unwrap(await supabase.rpc('moderation_case', { case_id: id })) as unknown as CaseFile,
  })

/** What a moderator chose. */
export type Choice = {
  reasons: string[]
  measure: Measure
  days?: number
  law?: string
  words_become?: 'mask' | 'hide'
  /** What is masked instead of what the shield found. */
  spans?: Span[]
}
/** Characters from an offset, as the database counts them, and the name of what they hide. */
type Span = [offset: number, length: number, label: string]
type Preview = { statement: Statement; language: string; masked: string | null; needs_second: boolean }

export const previewQuery = (id: string, choice: Choice) =>
  queryOptions({
    queryKey: ['moderation-preview', id, choice],
    queryFn: async () =>
      unwrap(await supabase.rpc('preview_decision', { case_id: id, ...choice })) as unknown as Preview,
    placeholderData: keepPreviousData,
    retry: false,
  })

export const useDecide = () =>
  useWrite(
    async ({ id, choice, statement }: { id: string; choice: Choice; statement: Partial<Statement> }) =>
      unwrap(
        await supabase.rpc('decide', {
          case_id: id,
          ...choice,
          ...(Object.keys(statement).length > 0 ? { statement } : {}),
        }),
      ),
    [CASES],
  )

/** The same decision about several cases; the answer has those that were refused. */
export const useDecideMany = () =>
  useWrite(
    async ({ ids, choice, statement }: { ids: string[]; choice: Choice; statement: Partial<Statement> }) => {
      const { spans: _, ...shared } = choice
      const answers = unwrap(
        await supabase.rpc('decide_many', {
          case_ids: ids,
          ...shared,
          ...(Object.keys(statement).length > 0 ? { statement } : {}),
        }),
      )
      return (answers as unknown as { case_id: string; refused?: string }[]).filter(({ refused }) => refused)
    },
    [CASES],
  )

export const useApprove = () =>
  useWrite(async (ids: string[]) => unwrap(await supabase.rpc('approve_held', { case_ids: ids })), [CASES])

export type Sanction = {
  id: string
  kind: 'warn' | 'mute' | 'ban'
  reason: string
  ends_at: string | null
}

/** The sanctions of a member that have not ended. */
export const sanctionsQuery = (member: string) =>
  queryOptions({
    queryKey: [...CASES, 'sanctions', member],
    queryFn: async () =>
      unwrap(
        await supabase
          .from('sanctions')
          .select('id,kind,reason,ends_at')
          .eq('member', member)
          .is('lifted_at', null)
          .or(`ends_at.is.null,ends_at.gt.${new Date().toISOString()}`)
          .order('starts_at', { ascending: false }),
      ) as Sanction[],
  })

export const useLift = () =>
  useWrite(
    async ({ id, words }: { id: string; words: string }) =>
      unwrap(await supabase.rpc('lift_sanction', { sanction_id: id, words })),
    [CASES],
  )

export const useUndo = () =>
  useWrite(async (id: string) => unwrap(await supabase.rpc('undo_decision', { decision_id: id })), [CASES])

export const useSecond = () =>
  useWrite(
    async ({ id, agree, words }: { id: string; agree: boolean; words: string }) =>
      unwrap(await supabase.rpc('second_decision', { decision_id: id, agree, words })),
    [CASES],
  )

export const useOpinion = () =>
  useWrite(
    async ({ id, asks, words }: { id: string; asks: boolean; words: string }) =>
      unwrap(
        asks
          ? await supabase.rpc('ask_opinion', { case_id: id, question: words })
          : await supabase.rpc('give_opinion', { case_id: id, words }),
      ),
    [CASES],
  )

export const useDecideAppeal = () =>
  useWrite(
    async ({ id, overturn, words }: { id: string; overturn: boolean; words: string }) =>
      unwrap(await supabase.rpc('decide_appeal', { appeal_id: id, overturn, words })),
    [CASES],
  )
