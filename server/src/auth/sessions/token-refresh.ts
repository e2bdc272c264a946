import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ApiError } from '../../http/api-error.ts'
import { addressOf, userAgentOf } from '../caller.ts'
import type { Query } from '../database.ts'
import { authError, invalid } from '../errors.ts'
import { optionalText, readBody } from '../request-body.ts'
import { isRefreshToken, refreshToken } from '../secrets.ts'
import { type GrantHandler, nowText, type Service } from '../service.ts'
import { audit } from '../store/audit-log.ts'
import { lockPresented, type Presented, revokeFamily, rotateRefreshToken } from '../store/refresh-tokens.ts'
import { type SessionRow, touchSession } from '../store/sessions.ts'
import { isBanned } from '../users/user.ts'
import { type Grant, sendSession } from './session.ts'
import { lapsed } from './session-life.ts'

const shape = z.object({ refresh_token: optionalText })

/**
 * grant_type=refresh_token: a token is good once. Used again it gives the same successor to a client that lost
 * the answer, or a sibling within the reuse interval; any later it was stolen, and the whole family ends.
 */
export const tokenRefresh: GrantHandler = async (service, request, reply) => {
  const { refresh_token: token } = readBody(request, shape)
  if (!token) throw authError('validation_failed', 'refresh_token required')
  if (!isRefreshToken(token)) throw invalid('Refresh token is not valid')
  // A refusal is returned, not thrown: what it revoked must be committed.
  const outcome = await service.database.transaction((query, later) =>
    refresh(service, { query, later }, request, token),
  )
  if (outcome instanceof Error) throw outcome
  return sendSession(service, reply, outcome)
}

async function refresh(
  service: Service,
  { query, later }: { query: Query; later: Query },
  request: FastifyRequest,
  text: string,
): Promise<Grant | ApiError> {
  const { context, settings } = service
  const presented = await lockPresented(query, later, text)
  if (!presented) return authError('refresh_token_not_found')
  const { session, user, proofs } = presented
  if (!session || !user) {
    return authError('session_not_found', 'Invalid Refresh Token: No Valid Session Found', { status: 400 })
  }
  if (isBanned(user, context.now())) return authError('user_banned', 'Invalid Refresh Token: User Banned')
  const ended = lapsed(session, settings.sessions, context.now())
  if (ended !== null) return authError('session_expired', `Invalid Refresh Token: Session Expired${ended}`)

  const now = nowText(service)
  const next = await successor(service, later, presented, session)
  const event = { actor: user, address: addressOf(request), now }
  if (next === null) {
    await audit(later, context.random, { ...event, action: 'token_revoked' })
    return authError('refresh_token_already_used')
  }
  await audit(later, context.random, { ...event, action: 'token_refreshed' })
  await touchSession(later, session.id, { now, address: event.address, userAgent: userAgentOf(request) })
  return {
    user,
    sessionId: session.id,
    refreshToken: next,
    aal: session.aal ?? 'aal1',
    proofs,
  }
}

/** The token that takes this one's place; null when it must not be used any more. */
async function successor(
  service: Service,
  later: Query,
  { token, active }: Presented,
  session: SessionRow,
): Promise<string | null> {
  const { context, settings } = service
  const now = nowText(service)
  if (token.revoked) {
    if (active?.parent === token.token) return active.token
    const reusableUntil = Date.parse(token.updated_at) + settings.refresh_token_reuse_interval * 1000
    if (context.now().getTime() > reusableUntil || !active) {
      if (settings.enable_refresh_token_rotation) await revokeFamily(later, session.id, now)
      return null
    }
  }
  const child = refreshToken(context.random)
  await rotateRefreshToken(later, token, child, now)
  return child
}
