import type { IncomingHttpHeaders } from 'node:http'
import { bearer } from '../http/gateway.ts'
import { type Keys, TokenError } from '../http/keys.ts'

/** The Authorization header as the gateway passes it on: an API key alone stands for its token. */
export function authorizationOf(keys: Keys, headers: IncomingHttpHeaders): string | undefined {
  const { authorization } = headers
  if (authorization !== undefined && !/^bearer sb_/i.test(authorization)) return authorization
  const token = bearer(keys, headers)
  return token === null ? undefined : `Bearer ${token}`
}

/** Why a caller of a function that verifies tokens is refused; null when all is well. Any good token will do, the anon key too. */
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
