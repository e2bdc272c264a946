import type { IncomingHttpHeaders } from 'node:http'
import { bearer } from '../http/gateway.ts'
import { type Keys, TokenError } from '../http/keys.ts'

/** The Authorization header that the function receives: an API key alone is replaced by its token. */
export function authorizationOf(keys: Keys, headers: IncomingHttpHeaders): string | undefined {
  const { authorization } = headers
  if (authorization !== undefined && !/^bearer sb_/i.test(authorization)) return authorization
  const token = bearer(keys, headers)
  return token === null ? undefined : `Bearer ${token}`
}

/**
 * Why a function with `verify_jwt` refuses the caller; null when it does not. Any valid token is accepted, including
 * the anon key's.
 */
export async function refusal(keys: Keys, authorization: string | undefined): Promise<string | null> {
  if (authorization === undefined) return 'Error: Missing authorization header'
  const token = /^Bearer\s+(\S+)$/i.exec(authorization)?.[1]
  if (!token) return "Error: Auth header is not 'Bearer {token}'"
  try {
    await keys.verify(token)
    return null
  } catch (error) {
    if (error instanceof TokenError) return 'Invalid JWT'
    throw error
  }
}
