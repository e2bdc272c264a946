import { sql } from '../../database/sql.ts'
import type { Query } from '../database.ts'
import { jsonRow } from './rows.ts'
import type { SessionRow } from './sessions.ts'

/** A row of `auth.refresh_tokens`. */
export type RefreshTokenRow = {
  id: number
  token: string
  parent: string | null
  revoked: boolean
  user_id: string
  session_id: string | null
  updated_at: string
}

/**
 * The token with its session, whose row stays locked until the transaction ends: refreshes of one session
 * happen one after the other, so two tabs that refresh at once cannot start two families.
 */
export async function lockRefreshToken(
  query: Query,
  token: string,
): Promise<{ token: RefreshTokenRow; session: SessionRow | null } | null> {
  await query(sql`
    select from auth.sessions s join auth.refresh_tokens t on t.session_id = s.id
    where t.token = ${token} for update of s`)
  return jsonRow(
    await query(sql`
      select jsonb_build_object('token', to_jsonb(t), 'session', to_jsonb(s))
      from auth.refresh_tokens t left join auth.sessions s on s.id = t.session_id
      where t.token = ${token}`),
  )
}

/** The newest token of the session that was not revoked. */
export async function activeRefreshToken(query: Query, sessionId: string): Promise<RefreshTokenRow | null> {
  return jsonRow(
    await query(sql`
      select to_jsonb(t) from auth.refresh_tokens t
      where t.session_id = ${sessionId}::uuid and t.revoked = false order by t.id desc limit 1`),
  )
}

/** Revokes a token and puts its child in its place. */
export async function rotateRefreshToken(
  query: Query,
  old: RefreshTokenRow,
  child: string,
  now: string,
): Promise<void> {
  await query(sql`
    with revoked as (
      update auth.refresh_tokens set revoked = true, updated_at = ${now}::timestamptz
      where id = ${old.id}::bigint and revoked = false
    )
    insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
    values ('00000000-0000-0000-0000-000000000000', ${child}, ${old.user_id}, false, ${now}::timestamptz, ${now}::timestamptz, ${old.token}, ${old.session_id}::uuid)`)
}

/** Ends a family: no token of the session can be used again. */
export async function revokeFamily(query: Query, sessionId: string, now: string): Promise<void> {
  await query(sql`
    update auth.refresh_tokens set revoked = true, updated_at = ${now}::timestamptz
    where session_id = ${sessionId}::uuid and revoked = false`)
}
