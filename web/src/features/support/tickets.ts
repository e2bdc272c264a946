// Owns what members read and write of their tickets, and what both sides read of one: its words, files, steps and promise.
import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import type { Json } from '#lib/data/database.types.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import type { AskedFigure } from '#lib/support/figure-address.ts'

export const TOPICS = [
  'account',
  'billing',
  'contract',
  'figure',
  'signals',
  'learning',
  'community',
  'referral',
  'technical',
  'other',
  'complaint',
] as const
export type Topic = (typeof TOPICS)[number]
export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const
export type Priority = (typeof PRIORITIES)[number]
export type TicketState = 'new' | 'open' | 'pending' | 'on_hold' | 'solved' | 'closed'

/** A ticket as lists show it, to both sides. */
export type TicketRow = {
  id: string
  number: number
  subject: string
  excerpt: string
  topic: Topic
  priority: Priority
  state: TicketState
  channel: 'site' | 'mail'
  messages: number
  last_message_at: string
  last_by: 'member' | 'staff' | 'product'
  opened_at: string
  answer_due_at: string
  solve_due_at: string
  first_answered_at: string | null
  solved_at: string | null
  closed_at: string | null
  paused_since: string | null
  satisfaction: number | null
  acknowledge_due_at: string | null
  acknowledged_at: string | null
  complaint_due_at: string | null
  assignee: { id: string; name: string } | null
  unread?: boolean
}

export type StoredFile = { id: string; path: string; name: string; bytes: number; type: string }
export type Message = {
  id: string
  role: 'member' | 'staff' | 'product'
  name: string
  own: boolean | null
  body: string
  quoted: string | null
  channel: 'site' | 'mail'
  at: string
  /** The number of the ticket that it was written in. */
  moved_from: number | null
  /** When the other side had it on their screen. */
  seen_at: string | null
  files: readonly StoredFile[]
}
export type Note = {
  id: string
  name: string
  own: boolean | null
  body: string
  at: string
  mentions: readonly { id: string; name: string; username: string }[]
}
export type Step = {
  id: string
  kind: string
  at: string
  role: 'member' | 'analyst' | 'admin' | 'product'
  name: string | null
  data: Readonly<Record<string, unknown>>
}
export type Pause = { since: string; until: string | null; kind: 'pending' | 'on_hold' | 'solved' }
type Other = { id: string; number: number }

/** One ticket with all that belongs to it. */
export type Ticket = TicketRow & {
  clock: {
    pauses: readonly Pause[]
    seal: string
    answered_in_seconds: number | null
    answer_kept: boolean | null
    solve_kept: boolean | null
    promise: { answer_minutes: number; solve_minutes: number }
  }
  facts: Facts | null
  proof: Proof | null
  satisfaction_words: string | null
  policy: {
    topic: Topic
    reopens: 'unless_thanks' | 'always' | 'never'
    reopen_days: number
    close_days: number
    is_complaint: boolean
  }
  mediator: string | null
  merged_into: Other | null
  merged: readonly (Other & { subject: string })[]
  split_from: Other | null
  follows: Other | null
  followed_by: readonly Other[]
  errata: readonly Erratum[]
  message_list: readonly Message[]
  events: readonly Step[]
  /** Staff read these. */
  member?: { id: string | null; name: string | null; premium: boolean }
  notes?: readonly Note[]
  snoozed_until?: string | null
}

/** What the member let us attach. */
export type Facts = {
  browser?: string
  screen?: string
  errors?: readonly { code: string; at?: string }[]
  plan?: { tier: 'premium' | 'freemium'; plan?: string; period?: 'month' | 'year'; since?: string }
  invoice?: { number: string; total: number; currency: string; payment: string }
  signal?: { number: number; id: string }
}
/** What a ticket about a figure opens with: computed by the database at that moment. */
export type Proof = {
  figure: { kind: AskedFigure['kind']; name?: string; number?: number; filters?: object }
  formula: string | null
  value: unknown
  inputs: Readonly<Record<string, unknown>> | null
  rows: readonly Readonly<Record<string, unknown>>[]
  computed_at: string
  head: { sequence?: number; hash?: string } | null
}
/** A mistake of ours that was confirmed: its words, and the entry of the ledger that holds their hash. */
export type Erratum = {
  id: string
  figure: Proof['figure']
  text: string
  at: string
  sequence: number
  hash: string
}

export const SUPPORT = ['support'] as const

export const ownTicketsQuery = queryOptions({
  queryKey: [...SUPPORT, 'own'],
  queryFn: async () => unwrap(await supabase.rpc('my_tickets', { most: 100 })) as unknown as TicketRow[],
})

export const ticketQuery = (id: string) =>
  queryOptions({
    queryKey: [...SUPPORT, 'ticket', id],
    queryFn: async () => unwrap(await supabase.rpc('ticket_file', { ticket: id })) as unknown as Ticket,
  })

export const HOURS = [...SUPPORT, 'hours'] as const
export type Hours = {
  zone: string
  open: boolean
  until: string | null
  opens_at: string | null
  hours: readonly { weekday: number; opens: string; closes: string }[]
  closed_days: readonly string[]
}
export const hoursQuery = queryOptions({
  queryKey: HOURS,
  queryFn: async () => unwrap(await supabase.rpc('support_hours_state')) as unknown as Hours,
  staleTime: 5 * 60_000,
})

// Written by members ------------------------------------------------------------------------------------------------------

export type NewTicket = {
  topic: Topic
  priority: Exclude<Priority, 'urgent'>
  subject: string
  body: string
  request: string
  files: readonly { path: string; name: string }[]
  facts: Readonly<Record<string, Json | undefined>> | null
  figure: AskedFigure | null
}

export const useOpenTicket = () =>
  useWrite(
    async ({ facts, figure, files, ...ticket }: NewTicket) =>
      unwrap(
        await supabase.rpc('open_ticket', {
          ...ticket,
          files: files as unknown as Json,
          ...(facts ? { facts: facts as Json } : {}),
          ...(figure ? { figure: figure as Json } : {}),
        }),
      ) as { id: string; number: number },
    [SUPPORT],
  )

export type Replied = { ticket: string; message: string; became: string }

export const useCloseOwn = () =>
  useWrite(async (ticket: string) => unwrap(await supabase.rpc('close_own_ticket', { ticket })), [SUPPORT])

export const useRate = () =>
  useWrite(
    async (rating: { ticket: string; score: number; words: string }) =>
      unwrap(await supabase.rpc('rate_ticket', rating)),
    [SUPPORT],
  )

export const useRemoveFacts = () =>
  useWrite(async (ticket: string) => unwrap(await supabase.rpc('remove_ticket_facts', { ticket })), [SUPPORT])

export const seeTicket = async (ticket: string): Promise<void> => {
  unwrap(await supabase.rpc('see_ticket', { ticket }))
}
