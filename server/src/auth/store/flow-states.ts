import { sql } from '../../database/sql.ts'
import type { Query } from '../database.ts'
import { insertRow, jsonRow } from './rows.ts'

/** A row of `auth.flow_state`: a PKCE flow until its code is exchanged. */
export type FlowState = {
  id: string
  user_id: string
  auth_code: string
  code_challenge: string
  code_challenge_method: 's256' | 'plain'
  authentication_method: string
  created_at: string
  auth_code_issued_at: string | null
  /** `email`, or the provider's name. */
  provider_type: string
  provider_access_token: string | null
  provider_refresh_token: string | null
}

export async function insertFlowState(
  query: Query,
  flow: Pick<
    FlowState,
    | 'id'
    | 'user_id'
    | 'auth_code'
    | 'code_challenge'
    | 'code_challenge_method'
    | 'authentication_method'
    | 'created_at'
  >,
): Promise<void> {
  await insertRow(query, 'flow_state', { ...flow, provider_type: 'email', updated_at: flow.created_at })
}

/** Issues the code of the newest flow of this type. Null when there is none. */
export async function issueAuthCode(
  query: Query,
  userId: string,
  method: string,
  now: string,
): Promise<string | null> {
  const rows = await query(sql`
    update auth.flow_state set auth_code_issued_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
    where id = (
      select id from auth.flow_state
      where user_id = ${userId}::uuid and authentication_method = ${method} order by created_at desc limit 1
    )
    returning auth_code`)
  return rows[0]?.[0] ?? null
}

/** Deletes and returns the flow of a code, so that a code works once even if the exchange fails. */
export async function takeFlowState(query: Query, authCode: string): Promise<FlowState | null> {
  return jsonRow(
    await query(sql`
      delete from auth.flow_state f where f.auth_code = ${authCode} and f.auth_code_issued_at is not null
      returning to_jsonb(f)`),
  )
}
