import { ident, sql } from '../../database/sql.ts'
import type { Query } from '../database.ts'

/**
 * Rows of schema `auth` from and to typed objects, as JSON: PostgreSQL gives each field its column's type, so
 * no store repeats them. Keys are column names written in this source, never a caller's.
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

/** Writes one row; columns that are not named keep their default. */
export async function insertRow(query: Query, table: Table, row: object): Promise<void> {
  const columns = columnsOf(row)
  await query(
    sql`insert into ${ident('auth', table)} (${columns}) select ${columns} from ${populated(table, row)} r`,
  )
}

/** Changes the named columns of the row with that id. */
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

/** The first column of the first row, parsed; null when there is no row. */
export function jsonRow<T>(rows: (string | null)[][]): T | null {
  const text = rows[0]?.[0]
  return text === undefined || text === null ? null : (JSON.parse(text) as T)
}
