// What an admin decided last, as long as they can take it back.
import { useQuery } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import { type Decision, MOST_SHOWN, QUALIFICATION, type QueuedRequest } from '../queries.ts'

/** How long a decision can be taken back by who took it: the limit of `undo_qualification()`. */
export const UNDO_MS = 10 * 60_000

type Decided = {
  id: string
  state: Decision
  decided_at: string
  member: Pick<QueuedRequest['member'], 'username' | 'first_name' | 'last_name'>
}

type OwnDecision = {
  ids: readonly string[]
  decision: Decision
  at: string
  /** Set if it was about a single request. */
  member: Decided['member'] | null
}

/** The last decision of an admin, on one request or on many; null if there is none that can still be taken back. */
export function useOwnDecision(admin: string | null): OwnDecision | null {
  const { data = [] } = useQuery({
    queryKey: [...QUALIFICATION, 'decided by', admin],
    queryFn: async () =>
      unwrap(
        await supabase
          .from('qualification_requests')
          .select('id,state,decided_at,member:members(username,first_name,last_name)')
          .eq('decided_by', admin as string)
          .in('state', ['approved', 'rejected', 'needs_information'])
          .gt('decided_at', new Date(Date.now() - UNDO_MS).toISOString())
          .order('decided_at', { ascending: false })
          .limit(MOST_SHOWN),
      ) as unknown as readonly Decided[],
    enabled: admin !== null,
  })
  const [last] = data
  if (!last) return null
  // Decided in one transaction, and so at one time.
  const ids = data.filter(({ decided_at }) => decided_at === last.decided_at).map(({ id }) => id)
  return { ids, decision: last.state, at: last.decided_at, member: ids.length === 1 ? last.member : null }
}

/** Takes decisions back; the database passes over those that others took, or that are older. */
export const useUndo = () =>
  useWrite(
    async (ids: readonly string[]) =>
      unwrap(await supabase.rpc('undo_qualification', { request_ids: [...ids] })),
    [QUALIFICATION],
  )
