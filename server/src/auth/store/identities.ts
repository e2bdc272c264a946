import type { Query } from '../database.ts'
import { insertRow, updateRow } from './rows.ts'
import type { Metadata } from './users.ts'

/** A row of `auth.identities`: one way a user signs in. */
export type IdentityRow = {
  id: string
  provider_id: string
  user_id: string
  identity_data: Metadata
  provider: string
  last_sign_in_at: string | null
  created_at: string | null
  updated_at: string | null
  email?: string | null
}

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
