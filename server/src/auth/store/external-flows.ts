import { sql } from '../../database/sql.ts'
import type { Query } from '../database.ts'
import { insertRow, jsonRow, updateRow } from './rows.ts'

/** A row of `auth.flow_state` for a provider sign-in, from start to end. */
export type ExternalFlow = {
  id: string
  /** Null in the implicit flow, which has no code. */
  auth_code: string | null
  code_challenge: string | null
  code_challenge_method: 's256' | null
  provider_type: string
  authentication_method: 'oauth' | 'sso/saml'
  /** The final redirect target. */
  referrer: string
  /** The provider-side PKCE verifier's row; the first callback deletes it, so a state works once. */
  oauth_client_state_id: string | null
  linking_target_id: string | null
  invite_token: string | null
  email_optional: boolean
  created_at: string
}

export async function insertExternalFlow(query: Query, flow: ExternalFlow): Promise<void> {
  await insertRow(query, 'flow_state', { ...flow, updated_at: flow.created_at })
}

/** PKCE verifier: proves to the provider that the client redeeming the code is the one that requested it. */
export async function insertClientState(
  query: Query,
  state: { id: string; provider_type: string; code_verifier: string; created_at: string },
): Promise<void> {
  await insertRow(query, 'oauth_client_states', state)
}

export async function findExternalFlow(query: Query, id: string): Promise<ExternalFlow | null> {
  return jsonRow(await query(sql`select to_jsonb(f) from auth.flow_state f where f.id = ${id}::uuid`))
}

/** Deletes and returns the flow's verifier. Null if another request with the same state was faster. */
export async function takeVerifier(query: Query, clientStateId: string): Promise<string | null> {
  const rows = await query(sql`
    delete from auth.oauth_client_states where id = ${clientStateId}::uuid returning code_verifier`)
  return rows[0]?.[0] ?? null
}

/** Marks the flow as settled: its code can now be exchanged for a session of the user. */
export async function settleFlow(
  query: Query,
  id: string,
  now: string,
  settled: { user_id: string; provider_access_token: string | null; provider_refresh_token: string | null },
): Promise<void> {
  await updateRow(query, 'flow_state', id, { ...settled, auth_code_issued_at: now, updated_at: now })
}
