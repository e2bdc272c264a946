// Owns what staff read and write of tickets.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import type { Json } from '#lib/data/database.types.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import { ERRATA } from '#lib/support/errata.ts'
import { type Priority, SUPPORT, type TicketRow, type TicketState, type Topic } from '../tickets.ts'

export const VIEWS = ['waiting', 'mine', 'unassigned', 'snoozed', 'done', 'all'] as const
export type View = (typeof VIEWS)[number]

/** What `ticket_inbox` filters by. */
export type Filters = {
  view: View
  search?: string
  topic?: Topic
  overdue?: boolean
  complaint?: boolean
  member?: string
}

export type InboxRow = TicketRow & {
  unread: boolean
  snoozed_until: string | null
  member: { id: string | null; name: string | null; premium: boolean }
  cursor: { at: string; id: string }
}

const PAGE = 30

export const inboxQuery = (filters: Filters) =>
  infiniteQueryOptions({
    queryKey: [...SUPPORT, 'inbox', filters],
    queryFn: async ({ pageParam }) =>
      unwrap(
        await supabase.rpc('ticket_inbox', {
          filters: filters as NonNullable<Json>,
          most: PAGE,
          ...(pageParam ? { after: pageParam } : {}),
        }),
      ) as unknown as InboxRow[],
    initialPageParam: null as InboxRow['cursor'] | null,
    getNextPageParam: (page) => (page.length < PAGE ? null : (page.at(-1)?.cursor ?? null)),
    placeholderData: keepPreviousData,
  })

export type Counts = Record<'waiting' | 'mine' | 'unassigned' | 'overdue' | 'unread' | 'snoozed', number>
export const countsQuery = queryOptions({
  queryKey: [...SUPPORT, 'counts'],
  queryFn: async () => unwrap(await supabase.rpc('ticket_counts')) as unknown as Counts,
})

export type Colleague = {
  id: string
  name: string
  username: string
  role: 'analyst' | 'admin'
  waiting: number
}
export const colleaguesQuery = queryOptions({
  queryKey: [...SUPPORT, 'staff'],
  queryFn: async () => unwrap(await supabase.rpc('support_staff')) as unknown as Colleague[],
  staleTime: 60_000,
})

export type Context = {
  id: string
  name: string
  username: string
  language: string
  time_zone: string | null
  joined_at: string
  email: string | null
  tier: 'premium' | 'freemium'
  plan: { plan: string; period: 'month' | 'year'; state: string; since: string } | null
  factors: readonly string[]
  passkeys: number
  signals_followed: number
  notices: number
  tickets: { count: number; waiting: number; satisfaction: string | null; rated: number }
  earlier: readonly { id: string; number: number; subject: string; state: TicketState; opened_at: string }[]
}
export const contextQuery = (ticket: string) =>
  queryOptions({
    queryKey: [...SUPPORT, 'context', ticket],
    queryFn: async () =>
      unwrap(await supabase.rpc('ticket_context', { ticket })) as unknown as Context | null,
    staleTime: 60_000,
  })

type Quote = { possible: boolean; until?: string | null; paid?: number; used?: number; refund?: number }
export type MemberMoney = {
  contract: { currency: string; withdrawal: Quote | null } | null
  payments: readonly {
    id: string
    amount: number
    currency: string
    paid_at: string
    state: string
    invoice: string | null
    refundable: number
    refund: { amount: number; tax: number | null } | null
  }[]
}
export const moneyQuery = (ticket: string) =>
  queryOptions({
    queryKey: [...SUPPORT, 'money', ticket],
    queryFn: async () => unwrap(await supabase.rpc('ticket_money', { ticket })) as unknown as MemberMoney,
    staleTime: 30_000,
  })

export type Canned = {
  id: string
  name: string
  topic: Topic | null
  texts: Partial<Record<'fr' | 'en' | 'es' | 'it', string>>
  uses: number
  sufficed: number
  /** Its variables filled for the ticket, in the member's language. */
  text: string | null
}
export const cannedQuery = (ticket: string | null, query: string) =>
  queryOptions({
    queryKey: [...SUPPORT, 'canned', ticket, query],
    queryFn: async () =>
      unwrap(
        await supabase.rpc('canned_answers_for', { query, most: 200, ...(ticket ? { ticket } : {}) }),
      ) as unknown as Canned[],
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

export type SavedView = { id: string; name: string; filters: Filters; shared: boolean; owner: string }
export const viewsQuery = queryOptions({
  queryKey: [...SUPPORT, 'views'],
  queryFn: async () =>
    unwrap(
      await supabase
        .from('ticket_views')
        .select('id,name,filters,shared,owner')
        .order('position')
        .order('name'),
    ) as unknown as SavedView[],
  staleTime: 60_000,
})

// Written by staff --------------------------------------------------------------------------------------------------------

export type Answer = {
  ticket: string
  body: string
  request: string
  seen: number
  next: 'open' | 'pending' | 'on_hold' | 'solved'
  files: readonly { path: string; name: string }[]
  canned: string | null
}
export const useAnswer = () =>
  useWrite(
    async ({ files, canned, ...answer }: Answer) =>
      unwrap(
        await supabase.rpc('answer_ticket', {
          ...answer,
          files: files as unknown as Json,
          ...(canned ? { canned } : {}),
        }),
      ),
    [SUPPORT],
  )

export const useNote = () =>
  useWrite(
    async (note: { ticket: string; body: string; request: string; mentions: string[] }) =>
      unwrap(await supabase.rpc('note_on_ticket', note)),
    [SUPPORT],
  )

export const useAssign = () =>
  useWrite(
    async ({ ticket, assignee }: { ticket: string; assignee: string | null }) =>
      // The generated type does not know that nobody may be named.
      unwrap(await supabase.rpc('assign_ticket', { ticket, assignee: assignee as string })),
    [SUPPORT],
  )

export const useMove = () =>
  useWrite(
    async (move: { ticket: string; state: 'open' | 'pending' | 'on_hold' | 'solved' }) =>
      unwrap(await supabase.rpc('move_ticket', move)),
    [SUPPORT],
  )

export const useSort = () =>
  useWrite(
    async (sort: { ticket: string; topic?: Topic; priority?: Priority }) =>
      unwrap(await supabase.rpc('sort_ticket', sort)),
    [SUPPORT],
  )

export const useSnooze = () =>
  useWrite(
    async ({ ticket, until }: { ticket: string; until: string | null }) =>
      unwrap(await supabase.rpc('snooze_ticket', { ticket, until: until as string })),
    [SUPPORT],
  )

export const useAcknowledge = () =>
  useWrite(
    async (ticket: string) => unwrap(await supabase.rpc('acknowledge_complaint', { ticket })),
    [SUPPORT],
  )

export const useMerge = () =>
  useWrite(
    async (merge: { ticket: string; into_ticket: string }) =>
      unwrap(await supabase.rpc('merge_tickets', merge)),
    [SUPPORT],
  )

export const useSplit = () =>
  useWrite(
    async (split: { ticket: string; messages: string[]; subject: string }) =>
      unwrap(await supabase.rpc('split_ticket', split)) as unknown as { id: string; number: number },
    [SUPPORT],
  )

export const useConfirmMistake = () =>
  useWrite(
    async ({ figure, ...rest }: { ticket: string; figure: object; words: string }) =>
      unwrap(await supabase.rpc('confirm_mistake', { ...rest, figure: figure as NonNullable<Json> })),
    [SUPPORT, ERRATA],
  )

export const useDraftArticle = () =>
  useWrite(
    async (draft: { ticket: string; slug: string }) => unwrap(await supabase.rpc('draft_article_of', draft)),
    [SUPPORT],
  )

export const useKeepView = () =>
  useWrite(
    async ({ name, filters, shared }: { name: string; filters: Filters; shared: boolean }) =>
      unwrap(
        await supabase.from('ticket_views').insert({ name, filters: filters as NonNullable<Json>, shared }),
      ),
    [[...SUPPORT, 'views']],
  )

export const useDropView = () =>
  useWrite(
    async (id: string) => unwrap(await supabase.from('ticket_views').delete().eq('id', id)),
    [[...SUPPORT, 'views']],
  )

export const useSaveCanned = () =>
  useWrite(
    async ({
      id,
      topic,
      ...rest
    }: {
      id: string | null
      name: string
      topic: Topic | null
      texts: Canned['texts']
    }) =>
      unwrap(
        await supabase.rpc('save_canned_answer', {
          ...rest,
          ...(topic ? { topic } : {}),
          ...(id ? { id } : {}),
        }),
      ),
    [[...SUPPORT, 'canned']],
  )

export const useArchiveCanned = () =>
  useWrite(
    async (id: string) => unwrap(await supabase.rpc('archive_canned_answer', { id })),
    [[...SUPPORT, 'canned']],
  )
