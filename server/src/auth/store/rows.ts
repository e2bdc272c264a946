import { ident, sql } from '../../database/sql.ts'
import type { Query } from '../database.ts'

/**
 * Converts rows of schema `auth` from and to typed objects via JSON: PostgreSQL casts each field to its column's type,
 * so the stores need not. Keys are column names from this source code, never from a caller.
 */
type Table =
  | 'users'
  | 'identities'
  | 'sessions'
  | 'refresh_tokens'
  | 'mfa_amr_claims'
  | 'one_time_tokens'
  | 'flow_state'
  | 'oauth_client_states'
  | 'sso_providers'
  | 'sso_domains'
  | 'saml_providers'
  | 'saml_relay_states'
  | 'audit_log_entries'
  | 'mfa_factors'
  | 'mfa_challenges'
  | 'webauthn_credentials'
  | 'webauthn_challenges'

/** Inserts one row; omitted columns keep their default. */
export async function insertRow(query: Query, table: Table, row: object): Promise<void> {
  const columns = columnsOf(row)
  await query(
    sql`insert into ${ident('auth', table)} (${columns}) select ${columns} from ${populated(table, row)} r`,
  )
}

/** Updates the given columns of the row with this id. */
export async function updateRow(query: Query, table: Table, id: string, changes: object): Promise<void> {
  const columns = Object.keys(changes).map((name) => sql`${ident(name)} = r.${ident(name)}`)
  if (columns.length === 0) return
  await query(
    sql`update ${ident('auth', table)} t set ${sql.join(columns, ', ')} from ${populated(table, changes)} r where t.id = ${id}::uuid`,
  )
}

const columnsOf = (row: object) =>
  sql.join(
    Object.keys(row).map((name) => ident(name)),
    ', ',
  )

const populated = (table: Table, row: object) =>
  sql`jsonb_populate_record(null::${ident('auth', table)}, ${JSON.stringify(row)}::jsonb)`

/** The first column of the first row, parsed as JSON; null without a row. */
export function jsonRow<T>(rows: (string | null)[][]): T | null {
  const text = rows[0]?.[0]
  return text === undefined || text === null ? null : (JSON.parse(text) as T)
}
