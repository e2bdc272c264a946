import type { SessionRow } from '../store/sessions.ts'

/** `[auth.sessions]` of the configuration, in milliseconds; absent means unlimited. */
export type SessionSettings = { timebox?: number | undefined; inactivity_timeout?: number | undefined }

/** Why a session has expired, as the end of the client's message; null while it is valid. */
export function lapsed(
  session: Pick<SessionRow, 'created_at' | 'not_after' | 'refreshed_at'>,
  { timebox, inactivity_timeout: inactivity }: SessionSettings,
  now: Date,
): '' | ' (Inactivity)' | null {
  const created = Date.parse(session.created_at)
  if (session.not_after && Date.parse(session.not_after) <= now.getTime()) return ''
  if (timebox && created + timebox <= now.getTime()) return ''
  // `refreshed_at` is UTC without an offset.
  const seen = session.refreshed_at ? Date.parse(`${session.refreshed_at}Z`) : created
  if (inactivity && seen + inactivity <= now.getTime()) return ' (Inactivity)'
  return null
}
