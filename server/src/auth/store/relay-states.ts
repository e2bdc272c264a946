import { sql } from '../../database/sql.ts'
import type { Query } from '../database.ts'
import { insertRow, jsonRow } from './rows.ts'

/** A row of `auth.saml_relay_states`: a sign-in sent to an identity provider, until its answer comes. */
export type RelayState = {
  id: string
  sso_provider_id: string
  /** Id of the request; the answer names it. */
  request_id: string
  redirect_to: string
  flow_state_id: string | null
  created_at: string
}

export async function insertRelayState(query: Query, state: RelayState): Promise<void> {
  await insertRow(query, 'saml_relay_states', { ...state, updated_at: state.created_at })
}

/** Takes the sign-in out: of two answers to it, the second finds it gone. */
export async function takeRelayState(query: Query, id: string): Promise<RelayState | null> {
  return jsonRow(
    await query(sql`delete from auth.saml_relay_states r where r.id = ${id}::uuid returning to_jsonb(r)`),
  )
}
