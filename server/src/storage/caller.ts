import type { FastifyRequest } from 'fastify'
import type { Scope } from '../database/session.ts'
import { bearer } from '../http/gateway.ts'
import { type Claims, type Keys, TokenError } from '../http/keys.ts'
import { storageError } from './errors.ts'

/** The caller of a verified token. */
export type Caller = { role: string; claims: Claims }

/** Throws AccessDenied with the messages that the client's tests expect; a token is required. */
export async function findCaller(keys: Keys, request: FastifyRequest): Promise<Caller> {
  const token = bearer(keys, request.headers)
  if (token === null) throw storageError('accessDenied', 'Invalid Compact JWS')
  try {
    const claims = await keys.verify(token)
    return { role: claims.role, claims }
  } catch (error) {
    if (error instanceof TokenError) throw storageError('accessDenied', tokenWords(error))
    throw error
  }
}

/** Like `findCaller`, for endpoints that also serve anonymous callers. */
export async function findCallerIfAny(keys: Keys, request: FastifyRequest): Promise<Caller | null> {
  try {
    return await findCaller(keys, request)
  } catch (error) {
    if ((error as { code?: string }).code === 'AccessDenied') return null
    throw error
  }
}

export function tokenWords({ reason, message }: TokenError): string {
  switch (reason) {
    case 'malformed':
      return 'Invalid Compact JWS'
    case 'expired':
      return '"exp" claim timestamp check failed'
    case 'not_yet_valid':
      return '"nbf" claim timestamp check failed'
    case 'claims':
    case 'banned':
    case 'ended':
      return message
    case 'signature':
    case 'signer':
    case 'algorithm':
      return 'signature verification failed'
  }
}

/** The caller's transaction scope, with the settings that policies on storage's tables can read. */
export function scopeOf(caller: Caller, request: FastifyRequest, operation: string): Scope {
  return {
    role: caller.role,
    claims: caller.claims,
    readOnly: false,
    settings: {
      'storage.operation': operation,
      'storage.allow_delete_query': 'true',
      'request.jwt.claim.role': caller.role,
      'request.jwt.claim.sub': typeof caller.claims.sub === 'string' ? caller.claims.sub : '',
      // The caller's address comes from the connection, never from the request's headers.
      'request.headers': JSON.stringify({ ...request.headers, 'x-client-address': request.ip }),
      'request.method': request.method,
      'request.path': (request.raw.url ?? '').split('?')[0] as string,
    },
  }
}
