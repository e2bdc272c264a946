import { sql } from '../../database/sql.ts'
import type { Query } from '../database.ts'
import { insertRow, jsonRow, updateRow } from './rows.ts'

/** A row of `auth.flow_state` for a sign-in with somebody else: begun here, continued there, ended here. */
export type ExternalFlow = {
  id: string
  /** Null in the implicit flow, which has no code to exchange. */
  auth_code: string | null
  code_challenge: string | null
  code_challenge_method: 's256' | null
  provider_type: string
  authentication_method: 'oauth' | 'sso/saml'
  /** Where the browser is led in the end. */
  referrer: string
  /** The secret of the provider's side; its row is deleted by the first answer, which makes a state good once. */
  oauth_client_state_id: string | null
  linking_target_id: string | null
  invite_token: string | null
  email_optional: boolean
  created_at: string
}

export async function insertExternalFlow(query: Query, flow: ExternalFlow): Promise<void> {
  await insertRow(query, 'flow_state', { ...flow, updated_at: flow.created_at })
}

/** The secret that proves towards the provider that whoever trades the code is whoever asked for it. */
export async function insertClientState(
  query: Query,
  state: { id: string; provider_type: string; code_verifier: string; created_at: string },
): Promise<void> {
  await insertRow(query, 'oauth_client_states', state)
}

export async function findExternalFlow(query: Query, id: string): Promise<ExternalFlow | null> {
  return jsonRow(await query(sql`select to_jsonb(f) from auth.flow_state f where f.id = ${id}::uuid`))
}

/** Takes the flow's secret out. Null for the second of two that come with one state. */
export async function takeVerifier(query: Query, clientStateId: string): Promise<string | null> {
  const rows = await query(sql`
    delete from auth.oauth_client_states where id = ${clientStateId}::uuid returning code_verifier`)
  return rows[0]?.[0] ?? null
}

/** From now on the flow's code can be exchanged for a session of the user. */
export async function settleFlow(
  query: Query,
  id: string,
  now: string,
  settled: { user_id: string; provider_access_token: string | null; provider_refresh_token: string | null },
): Promise<void> {
  await updateRow(query, 'flow_state', id, { ...settled, auth_code_issued_at: now, updated_at: now })
}
