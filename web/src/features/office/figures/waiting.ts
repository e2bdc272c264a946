// Owns what waits for staff, across the desks: how much, since when, and by when an answer was promised.
import type { PostgrestError } from '@supabase/supabase-js'
import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { dueAt, PROMISED_MS } from '#parts/requests/promise.ts'
import { byUrgency, type Desk, type Waiting } from './waiting-order.ts'

type Ticket = { last_message_at: string; cursor: { at: string }; assignee: { name: string } | null }
async function tickets(): Promise<Waiting> {
  const [counts, next] = await Promise.all([
    supabase.rpc('ticket_counts'),
    supabase.rpc('ticket_inbox', { filters: { view: 'waiting' }, most: 1 }),
  ])
  const { waiting, overdue } = unwrap(counts) as { waiting: number; overdue: number }
  const [first] = unwrap(next) as unknown as Ticket[]
  // Tickets whose member has to answer come last, and are due at no time.
  const due = first && Number.isFinite(Date.parse(first.cursor.at)) ? first.cursor.at : null
  return {
    desk: 'support',
    count: waiting,
    late: overdue,
    since: first?.last_message_at ?? null,
    due,
    owner: first?.assignee?.name ?? null,
  }
}

const oldestFirst = { ascending: true } as const
const counted = { count: 'exact' } as const

async function requests(now: number): Promise<Waiting> {
  const pending = () =>
    supabase.from('qualification_requests').select('waiting_since,assignee', counted).eq('state', 'pending')
  const [all, late, staff] = await Promise.all([
    pending().order('waiting_since', oldestFirst).limit(1),
    pending()
      .lt('waiting_since', new Date(now - PROMISED_MS).toISOString())
      .limit(1),
    supabase.rpc('support_staff'),
  ])
  const [first] = unwrap(all)
  const since = first?.waiting_since ?? null
  const colleagues = unwrap(staff) as unknown as readonly { id: string; name: string }[]
  unwrap(late)
  return {
    desk: 'requests',
    count: all.count ?? 0,
    late: late.count ?? 0,
    since,
    due: since && dueAt(since),
    owner: colleagues.find(({ id }) => id === first?.assignee)?.name ?? null,
  }
}

type Oldest = { count: number | null } & (
  | { data: { since: string }[]; error: null }
  | { data: null; error: PostgrestError }
)
/** What waits without a promise: how much, and since when the oldest. */
async function unpromised(desk: Desk, oldest: PromiseLike<Oldest>): Promise<Waiting> {
  const answer = await oldest
  const [first] = unwrap(answer)
  return { desk, count: answer.count ?? 0, late: 0, since: first?.since ?? null, due: null }
}

const cases = () =>
  supabase
    .from('moderation_cases')
    .select('since:opened_at', counted)
    .neq('state', 'decided')
    .order('opened_at', oldestFirst)
    .limit(1)

const failedDeliveries = () =>
  supabase
    .from('webhook_deliveries')
    .select('since:created_at', counted)
    .eq('state', 'failed')
    .order('created_at', oldestFirst)
    .limit(1)

const payouts = () =>
  supabase
    .from('payouts')
    .select('since:requested_at', counted)
    .in('state', ['requested', 'approved'])
    .order('requested_at', oldestFirst)
    .limit(1)

/** What waits at the desks of a role, the most pressing first; desks where nothing waits are left out. */
export const waitingQuery = (admin: boolean) =>
  queryOptions({
    queryKey: ['office-figures', 'waiting', admin],
    queryFn: async (): Promise<readonly Waiting[]> => {
      const found = await Promise.all([
        tickets(),
        unpromised('moderation', cases()),
        ...(admin
          ? [
              requests(Date.now()),
              unpromised('deliveries', failedDeliveries()),
              unpromised('payouts', payouts()),
            ]
          : []),
      ])
      return found.filter(({ count }) => count > 0).sort(byUrgency)
    },
    refetchInterval: 60_000,
  })
