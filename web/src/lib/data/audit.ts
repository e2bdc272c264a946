// Owns the staff's reads of the audit log: all entries, or those of one object.
import { supabase } from './client.ts'
import { unwrap } from './query.ts'
import type { ListResource } from './resource.ts'

type Fields = Readonly<Record<string, unknown>> | null

export type AuditEntry = {
  id: number
  at: string
  actor: string | null
  actor_name: string | null
  actor_role: string
  request_id: string
  table_name: string
  row_key: string
  action: 'insert' | 'update' | 'delete'
  before: Fields
  after: Fields
}

export const AUDIT: ListResource<AuditEntry> = {
  name: 'office-audit',
  list: async ({ filter: { actor, table, row, since, until }, after, most }) =>
    unwrap(
      await supabase.rpc('list_audit', {
        ...(actor ? { of_actor: actor } : {}),
        ...(table ? { of_table: table } : {}),
        ...(row ? { of_row: row } : {}),
        ...(since ? { since } : {}),
        ...(until ? { until } : {}),
        ...(after ? { before_id: after.id } : {}),
        most,
      }),
    ) as unknown as AuditEntry[],
}
