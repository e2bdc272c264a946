// Owns the last thing that staff decided, across the desks: what, who and when.
import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'

const KINDS = {
  tickets: ['answered', 'solved'],
  moderation: ['decided', 'approved', 'confirmed', 'reversed'],
  requests: ['approved', 'rejected', 'needs_information'],
} as const
type Desk = keyof typeof KINDS
type Decision = {
  [D in Desk]: { what: `${D}.${(typeof KINDS)[D][number]}`; at: string; actor: string }
}[Desk]

const newest = { ascending: false } as const
type Row = { kind: string; at: string; actor: string | null }

async function lastOf(desk: Desk): Promise<readonly Decision[]> {
  const read = {
    tickets: () =>
      supabase
        .from('ticket_events')
        .select('kind,at,actor')
        .in('kind', KINDS.tickets)
        .in('actor_role', ['analyst', 'admin'])
        .order('at', newest)
        .limit(1),
    moderation: () =>
      supabase
        .from('moderation_events')
        .select('kind,at,actor')
        .in('kind', KINDS.moderation)
        .not('actor', 'is', null)
        .order('id', newest)
        .limit(1),
    requests: () =>
      supabase
        .from('qualification_events')
        .select('kind,at,actor')
        .in('kind', KINDS.requests)
        .order('id', newest)
        .limit(1),
  }[desk]
  const rows: readonly Row[] = unwrap(await read())
  return rows.map(({ kind, at, actor }) => ({ what: `${desk}.${kind}`, at, actor }) as Decision)
}

/** The newest decision at the desks of a role, with the name of who took it; null while there is none. */
export const lastDecisionQuery = (admin: boolean) =>
  queryOptions({
    queryKey: ['office-figures', 'last-decision', admin],
    queryFn: async () => {
      const [staff, ...found] = await Promise.all([
        supabase.rpc('support_staff'),
        lastOf('tickets'),
        lastOf('moderation'),
        ...(admin ? [lastOf('requests')] : []),
      ])
      const colleagues = unwrap(staff) as unknown as readonly { id: string; name: string }[]
      const last = found.flat().toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))[0]
      return last ? { ...last, name: colleagues.find(({ id }) => id === last.actor)?.name ?? null } : null
    },
  })
