import { sql } from '../../database/sql.ts'
import type { Query } from '../database.ts'
import { authError } from '../errors.ts'
import { refreshToken, uuid } from '../secrets.ts'
import { nowText, type Service } from '../service.ts'
import { activeRefreshToken, rotateRefreshToken } from '../store/refresh-tokens.ts'
import { insertRow, jsonRow } from '../store/rows.ts'
import { proofsOf, type SessionRow } from '../store/sessions.ts'
import { findUserById, type UserRow } from '../store/users.ts'
import type { Grant } from './session.ts'

/**
 * The authenticator assurance level (AAL) of sessions. A session is at aal2 only while its user has a verified factor.
 * Levels change only here, in the transaction that verifies or removes the factor.
 */
export type Proven = { method: 'totp' | 'mfa/phone' | 'mfa/webauthn' | 'mfa/recovery_code'; factorId: string }

/** Raises the session to aal2 with a new refresh token, and ends the user's other aal1 sessions. */
export async function raiseSession(
  service: Service,
  query: Query,
  user: UserRow,
  sessionId: string,
  { method, factorId }: Proven,
): Promise<Grant> {
  const { random } = service.context
  const now = nowText(service)
  const session = jsonRow<SessionRow>(
    await query(sql`select to_jsonb(s) from auth.sessions s where s.id = ${sessionId}::uuid for update`),
  )
  if (!session) throw authError('session_not_found')
  await query(sql`
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (${uuid(random)}::uuid, ${sessionId}::uuid, ${now}::timestamptz, ${now}::timestamptz, ${method})
    on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`)
  await query(sql`
    update auth.sessions set aal = 'aal2', factor_id = ${factorId}::uuid, updated_at = ${now}::timestamptz
    where id = ${sessionId}::uuid`)
  await query(sql`
    delete from auth.sessions
    where user_id = ${user.id}::uuid and id <> ${sessionId}::uuid and coalesce(aal::text, 'aal1') = 'aal1'`)
  const token = refreshToken(random)
  const active = await activeRefreshToken(query, sessionId)
  if (active) await rotateRefreshToken(query, active, token, now)
  else {
    const row = { token, user_id: user.id, session_id: sessionId, revoked: false, parent: null }
    await insertRow(query, 'refresh_tokens', { ...row, created_at: now, updated_at: now })
  }
  return {
    user: (await findUserById(query, user.id)) ?? user,
    sessionId,
    refreshToken: token,
    aal: 'aal2',
    proofs: await proofsOf(query, sessionId),
  }
}

/**
 * After a factor is removed: lowers the sessions that it raised to aal1. When no factor is left, lowers all sessions
 * and deletes the recovery codes.
 */
export async function lowerSessions(query: Query, userId: string, factorId: string): Promise<void> {
  const rows = await query(sql`
    select 1 from auth.mfa_factors where user_id = ${userId}::uuid and status = 'verified' limit 1`)
  const concerned = rows.length > 0 ? sql`factor_id = ${factorId}::uuid` : sql`true`
  await query(sql`
    delete from auth.mfa_amr_claims where (authentication_method = 'totp' or authentication_method like 'mfa/%')
      and session_id in (select id from auth.sessions where user_id = ${userId}::uuid and ${concerned})`)
  await query(sql`
    update auth.sessions set aal = 'aal1', factor_id = null where user_id = ${userId}::uuid and ${concerned}`)
  if (rows.length === 0) {
    await query(sql`delete from _server.recovery_code_sets where user_id = ${userId}::uuid`)
  }
}
