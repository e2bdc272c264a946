import type { FastifyRequest } from 'fastify'
import { addressOf, type Caller, isUuid, requireUser } from '../caller.ts'
import type { Query } from '../database.ts'
import { authError } from '../errors.ts'
import { nowText, type Service } from '../service.ts'
import { audit } from '../store/audit-log.ts'
import { lockFactor, type SecretFactor } from '../store/factors.ts'
import type { SessionRow } from '../store/sessions.ts'
import { lockUser, type UserRow } from '../store/users.ts'

/** A caller authenticated for the second-factor endpoints. */
export type FactorCaller = Caller & { session: SessionRow }

/** Lifetime in milliseconds of a challenge, and of an enrolment before its first code is verified. */
export const CHALLENGE_LIFE = 300_000

/** A member with a session; anonymous users cannot have factors. Throws 401 and 403. */
export async function requireMember(service: Service, request: FastifyRequest): Promise<FactorCaller> {
  const caller = await requireUser(service, request)
  if (caller.user.is_anonymous) {
    throw authError('no_authorization', 'Anonymous user not allowed to perform these actions', {
      status: 403,
    })
  }
  if (!caller.session) throw authError('session_not_found')
  return { ...caller, session: caller.session }
}

/** The factor named in the path. Throws 404 `validation_failed` for an invalid id. */
export function factorId(request: FastifyRequest, name = 'id'): string {
  const id = (request.params as Record<string, string>)[name] ?? ''
  if (!isUuid(id)) throw authError('validation_failed', 'factor_id must be an UUID', { status: 404 })
  return id
}

/** Locks the user, then the factor; every caller locks in this order. Throws `mfa_factor_not_found`. */
export async function lockOwnFactor(
  query: Query,
  userId: string,
  id: string,
): Promise<{ user: UserRow; factor: SecretFactor }> {
  const user = await lockUser(query, userId)
  const factor = user ? await lockFactor(query, userId, id) : null
  if (!user || !factor) throw authError('mfa_factor_not_found')
  return { user, factor }
}

/** Verified factors other than recovery codes. */
export const verifiedFactors = (user: UserRow) =>
  user.factors.filter(({ status, factor_type }) => status === 'verified' && factor_type !== 'recovery_code')

/** Records a factor event in the audit log, never with a secret or code. */
export async function auditFactor(
  service: Service,
  query: Query,
  request: FastifyRequest,
  actor: UserRow,
  action: Parameters<typeof audit>[2]['action'],
  traits: Record<string, unknown>,
): Promise<void> {
  const event = { actor, address: addressOf(request), now: nowText(service) }
  await audit(query, service.context.random, { ...event, action, traits })
}
