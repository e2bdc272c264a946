import { sql } from '../../database/sql.ts'
import type { Query } from '../database.ts'
import { insertRow, jsonRow } from './rows.ts'

/** A row of `auth.saml_relay_states`: a sign-in waiting for the identity provider's response. */
export type RelayState = {
  id: string
  sso_provider_id: string
  /** Id of the request, which the response repeats. */
  request_id: string
  redirect_to: string
  flow_state_id: string | null
  created_at: string
}

export async function insertRelayState(query: Query, state: RelayState): Promise<void> {
  await insertRow(query, 'saml_relay_states', { ...state, updated_at: state.created_at })
}

/** Deletes and returns the sign-in: the second of two concurrent responses finds it deleted. */
export async function takeRelayState(query: Query, id: string): Promise<RelayState | null> {
  return jsonRow(
    await query(sql`delete from auth.saml_relay_states r where r.id = ${id}::uuid returning to_jsonb(r)`),
  )
}
