import type { FastifyRequest } from 'fastify'
import { bearer } from '../http/gateway.ts'
import { type Claims, TokenError } from '../http/keys.ts'
import { authError } from './errors.ts'
import type { Service } from './service.ts'
import { lapsed } from './sessions/session-life.ts'
import type { SessionRow } from './store/sessions.ts'
import { findUserAndSession, type UserRow } from './store/users.ts'
import { isBanned } from './users/user.ts'

/** Authenticates a request: every endpoint that needs a login passes through these checks (auth reference §1.3). */
export type Caller = { user: UserRow; claims: Claims; session: SessionRow | null }

export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** The signed-in user. Throws 401 without a token and 403 for an invalid token or an ended session. */
export async function requireUser(service: Service, request: FastifyRequest): Promise<Caller> {
  const claims = await requireClaims(service, request)
  const { sub, session_id: sessionId } = claims
  if (!sub) throw authError('bad_jwt', 'invalid claim: missing sub claim')
  if (!isUuid(sub)) throw authError('bad_jwt', 'invalid claim: sub claim must be a UUID', { status: 400 })
  if (sessionId !== undefined && !isUuid(sessionId)) {
    throw authError('bad_jwt', 'invalid claim: session_id claim must be a UUID')
  }
  const { user, session } = await findUserAndSession<SessionRow>(
    service.database.query,
    sub,
    sessionId ?? null,
  )
  if (!user) throw authError('user_not_found')
  if (
    sessionId !== undefined &&
    (!session || lapsed(session, service.settings.sessions, service.context.now()))
  ) {
    throw authError('session_not_found')
  }
  if (isBanned(user, service.context.now())) throw authError('user_banned', undefined, { status: 403 })
  return { user, claims, session }
}

/** Accepts the service key or a token with its role. Throws 401 and 403. */
export async function requireAdmin(service: Service, request: FastifyRequest): Promise<void> {
  const { role } = await requireClaims(service, request)
  if (role !== 'service_role' && role !== 'supabase_admin') throw authError('not_admin')
}

async function requireClaims({ context }: Service, request: FastifyRequest): Promise<Claims> {
  const token = bearer(context.keys, request.headers)
  if (!token) throw authError('no_authorization')
  try {
    return await context.keys.verifyAnybody(token)
  } catch (error) {
    if (!(error instanceof TokenError)) throw error
    throw authError('bad_jwt', `invalid JWT: unable to parse or verify signature, ${problem(error)}`)
  }
}

function problem({ reason, message }: TokenError): string {
  if (reason === 'expired') return 'token has invalid claims: token is expired'
  if (reason === 'signature') return 'token signature is invalid'
  if (reason === 'malformed') return 'token is malformed'
  return message
}

/** The caller's network address. Forwarding headers count only when they come from the trusted proxy. */
export const addressOf = (request: FastifyRequest): string => request.ip

export const userAgentOf = (request: FastifyRequest): string | null =>
  request.headers['user-agent']?.slice(0, 1000) ?? null
