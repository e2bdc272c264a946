import { type Fragment, sql } from '../../database/sql.ts'
import type { Query } from '../database.ts'
import { jsonRow } from './rows.ts'

/** A row of `auth.sessions`. `refreshed_at` is UTC without an offset. */
export type SessionRow = {
  id: string
  user_id: string
  created_at: string
  aal: 'aal1' | 'aal2' | 'aal3' | null
  factor_id: string | null
  not_after: string | null
  refreshed_at: string | null
}

/** One entry of the `amr` claim: an authentication method and its time. */
export type Proof = { method: string; timestamp: number }

export type LogoutScope = 'global' | 'local' | 'others'

/** Deletes sessions with their refresh tokens; this service then refuses their access tokens. */
export async function deleteSessions(
  query: Query,
  userId: string,
  scope: LogoutScope,
  sessionId: string | null,
): Promise<void> {
  const all = sql`delete from auth.sessions where user_id = ${userId}::uuid`
  if (scope === 'global' || sessionId === null) await query(all)
  else if (scope === 'local') await query(sql`${all} and id = ${sessionId}::uuid`)
  else await query(sql`${all} and id <> ${sessionId}::uuid`)
}

/** Newest first, as in the claim; times in Unix seconds. */
export const proofsOfSession = (id: Fragment): Fragment => sql`
  select coalesce(jsonb_agg(jsonb_build_object(
    'method', authentication_method, 'timestamp', floor(extract(epoch from updated_at))
  ) order by updated_at desc), '[]'::jsonb)
  from auth.mfa_amr_claims where session_id = ${id}`

export const proofsOf = async (query: Query, sessionId: string): Promise<Proof[]> =>
  jsonRow<Proof[]>(await query(proofsOfSession(sql`${sessionId}::uuid`))) ?? []

/** Records when and from where the session was refreshed. */
export async function touchSession(
  query: Query,
  id: string,
  touch: { now: string; address: string; userAgent: string | null },
): Promise<void> {
  await query(sql`
    update auth.sessions set
      refreshed_at = ${touch.now}::timestamptz at time zone 'utc', updated_at = ${touch.now}::timestamptz,
      ip = ${touch.address}::inet, user_agent = ${touch.userAgent}
    where id = ${id}::uuid`)
}
