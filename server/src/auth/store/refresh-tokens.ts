import { type Fragment, sql } from '../../database/sql.ts'
import type { Query } from '../database.ts'
import { jsonRow } from './rows.ts'
import { type Proof, proofsOfSession, type SessionRow } from './sessions.ts'
import { type UserRow, wholeUser } from './users.ts'

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

/** Everything that a refresh depends on; `active` comes from `activeRefreshToken`. */
export type Presented = {
  token: RefreshTokenRow
  session: SessionRow | null
  user: UserRow | null
  active: RefreshTokenRow | null
  proofs: Proof[]
}

/**
 * The token with its session, whose row stays locked until the transaction ends: this serialises refreshes of one
 * session, so that two concurrent tabs cannot start two token families. The token is read by a separate statement,
 * which sees what was committed during the wait for the lock.
 */
export async function lockPresented(query: Query, later: Query, token: string): Promise<Presented | null> {
  await later(sql`
    select from auth.sessions s join auth.refresh_tokens t on t.session_id = s.id
    where t.token = ${token} for update of s`)
  return jsonRow(
    await query(sql`
      select jsonb_build_object(
        'token', to_jsonb(t), 'session', to_jsonb(s),
        'user', (select ${wholeUser} from auth.users u where u.id = s.user_id and u.deleted_at is null),
        'active', (${activeOf(sql`s.id`)}),
        'proofs', (${proofsOfSession(sql`s.id`)}))
      from auth.refresh_tokens t left join auth.sessions s on s.id = t.session_id
      where t.token = ${token}`),
  )
}

/** The session's newest unrevoked token. */
export const activeRefreshToken = async (query: Query, sessionId: string): Promise<RefreshTokenRow | null> =>
  jsonRow(await query(activeOf(sql`${sessionId}::uuid`)))

const activeOf = (sessionId: Fragment): Fragment => sql`
  select to_jsonb(a) from auth.refresh_tokens a
  where a.session_id = ${sessionId} and a.revoked = false order by a.id desc limit 1`

/** Revokes a token and inserts its successor. */
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

/** Revokes all tokens of the session. */
export async function revokeFamily(query: Query, sessionId: string, now: string): Promise<void> {
  await query(sql`
    update auth.refresh_tokens set revoked = true, updated_at = ${now}::timestamptz
    where session_id = ${sessionId}::uuid and revoked = false`)
}
