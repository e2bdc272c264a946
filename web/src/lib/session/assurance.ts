import type { Factor, Session } from '@supabase/auth-js'

/** The second factors of an account that can be answered with. */
export const verifiedFactors = (session: Pick<Session, 'user'>): Factor[] =>
  (session.user.factors ?? []).filter(({ status }) => status === 'verified')

/**
 * Whether the account has a second factor that this session was not opened with: the level it could have is aal2, the one it has
 * is aal1 (S-43). What is read here decides what is shown; the database reads the same claim and decides what may be done.
 */
export function secondFactorDue(session: Session): boolean {
  return verifiedFactors(session).length > 0 && assuranceOf(session.access_token) !== 'aal2'
}

/** The `aal` claim of an access token; null for what is no token. */
export const assuranceOf = (accessToken: string): string | null => claim(accessToken, 'aal')

/** Which session an access token belongs to; it stays the same over refreshes. Null for what is no token. */
export const sessionIdOf = (accessToken: string): string | null => claim(accessToken, 'session_id')

function claim(accessToken: string, name: string): string | null {
  const payload = accessToken.split('.')[1]
  if (!payload) return null
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (one) =>
      one.charCodeAt(0),
    )
    const value = (JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>)[name]
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}
