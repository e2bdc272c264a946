import type { Factor, Session } from '@supabase/auth-js'

/** The second factors of an account that it can sign in with. */
export const verifiedFactors = (session: Pick<Session, 'user'>): Factor[] =>
  (session.user.factors ?? []).filter(({ status }) => status === 'verified')

/**
 * Whether the account has a second factor that this session has not answered: it is at aal1 and could be at aal2 (S-43). This
 * only decides what is shown; the database reads the same claim and decides what is allowed.
 */
export function secondFactorDue(session: Session): boolean {
  return verifiedFactors(session).length > 0 && assuranceOf(session.access_token) !== 'aal2'
}

/** The `aal` claim of an access token; null if it is no token. */
export const assuranceOf = (accessToken: string): string | null => claim(accessToken, 'aal')

/** The session of an access token; unchanged by refreshes. Null if it is no token. */
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
