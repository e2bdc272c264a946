// Owns what the back-office reads of the audit log.
import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { defineResource } from '#lib/data/resource.ts'
import type { AuditEntry } from '#ui/product/audit-trail.tsx'

export const AUDIT = defineResource<AuditEntry>({
  name: 'office-audit',
  list: async ({ filter, after, most }) => {
    const { actor, table, since, until } = filter
    return unwrap(
      await supabase.rpc('list_audit', {
        ...(actor ? { of_actor: actor } : {}),
        ...(table ? { of_table: table } : {}),
        ...(since ? { since } : {}),
        ...(until ? { until } : {}),
        ...(after ? { before_id: after.id } : {}),
        most,
      }),
    ) as unknown as AuditEntry[]
  },
})

export type Colleague = { user_id: string; first_name: string; last_name: string; username: string }

/** Who may have written: the staff of today. */
export const colleaguesQuery = queryOptions({
  queryKey: ['office-colleagues'],
  queryFn: async () =>
    unwrap(
      await supabase
        .from('members')
        .select('user_id,first_name,last_name,username')
        .not('staff_role', 'is', null)
        .order('username'),
    ) as Colleague[],
  staleTime: 5 * 60_000,
})
