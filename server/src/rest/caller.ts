import type { IncomingHttpHeaders } from 'node:http'
import { bearer } from '../http/gateway.ts'
import { type Claims, type Keys, TokenError } from '../http/keys.ts'
import { errors } from './errors.ts'

/** The caller: role and claims of a verified token, or the anonymous role. Nothing here can raise a role. */
export type Caller = { role: string; claims: Claims }

export const VISITOR: Caller = { role: 'anon', claims: { role: 'anon' } }

/** Verifies the request's token. Throws PGRST301 or PGRST303. */
export async function findCaller(keys: Keys, headers: IncomingHttpHeaders): Promise<Caller> {
  const { authorization } = headers
  if (authorization !== undefined && !/^bearer\b/i.test(authorization)) return VISITOR
  if (authorization !== undefined && /^bearer\s*$/i.test(authorization)) {
    throw errors.token('PGRST301', 'Empty JWT is sent in Authorization header')
  }
  const token = bearer(keys, headers)
  if (token === null) return VISITOR
  // As in Supabase's gateway, an API key that is not a JWT identifies nobody; only a bearer token must be valid.
  if (authorization === undefined && token.split('.').length !== 3) return VISITOR
  try {
    const claims = await keys.verify(token)
    return { role: claims.role, claims }
  } catch (error) {
    throw error instanceof TokenError ? refusal(error, token) : error
  }
}

const NOT_A_NUMBER = /^"(exp|nbf|iat)" claim must be a number/

function refusal({ reason, message }: TokenError, token: string): Error {
  const parts = token.split('.').length
  switch (reason) {
    case 'malformed':
      return parts === 3
        ? errors.token('PGRST301', 'JWT cryptographic operation failed')
        : errors.token('PGRST301', `Expected 3 parts in JWT; got ${parts}`)
    case 'signature':
    case 'signer':
      return errors.token(
        'PGRST301',
        'No suitable key or wrong key type',
        'None of the keys was able to decode the JWT',
      )
    case 'algorithm':
      return errors.token('PGRST301', 'Wrong or unsupported encoding algorithm')
    case 'expired':
      return errors.token('PGRST303', 'JWT expired')
    case 'banned':
    case 'ended':
      return errors.token('PGRST303', message)
    case 'not_yet_valid':
      return errors.token('PGRST303', 'JWT not yet valid')
    case 'claims': {
      const claim = NOT_A_NUMBER.exec(message)?.[1]
      return errors.token(
        'PGRST303',
        claim ? `The JWT '${claim}' claim must be a number` : 'Parsing claims failed',
      )
    }
  }
}
