import { sql } from '../../database/sql.ts'
import type { Query } from '../database.ts'
import { insertRow, jsonRow, updateRow } from './rows.ts'
import type { IdentityRow, Metadata } from './users.ts'

export async function insertIdentity(query: Query, identity: Omit<IdentityRow, 'email'>): Promise<void> {
  await insertRow(query, 'identities', identity)
}

export async function updateIdentityData(
  query: Query,
  id: string,
  now: string,
  data: Metadata,
): Promise<void> {
  await updateRow(query, 'identities', id, { identity_data: data, updated_at: now })
}

/** Someone at a provider, whoever they are here. */
export async function findIdentity(
  query: Query,
  provider: string,
  subject: string,
): Promise<IdentityRow | null> {
  return jsonRow(
    await query(sql`
      select to_jsonb(i) from auth.identities i where i.provider = ${provider} and i.provider_id = ${subject}`),
  )
}

/** Signed in with once more; the provider's newest words replace the last. */
export async function touchIdentity(query: Query, id: string, now: string, data: Metadata): Promise<void> {
  await updateRow(query, 'identities', id, { identity_data: data, last_sign_in_at: now, updated_at: now })
}

export async function deleteIdentity(query: Query, id: string): Promise<void> {
  await query(sql`delete from auth.identities where id = ${id}::uuid`)
}

/** Whose proven address this is at another provider of the open ones; null for nobody or for several. */
export async function ownerOfProvenEmail(query: Query, email: string): Promise<string | null> {
  const rows = await query(sql`
    select distinct i.user_id from auth.identities i
    where i.email = ${email} and i.identity_data ->> 'email_verified' = 'true' and not starts_with(i.provider, 'sso:')
    limit 2`)
  return rows.length === 1 ? (rows[0]?.[0] ?? null) : null
}
