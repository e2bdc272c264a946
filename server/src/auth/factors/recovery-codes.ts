import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ApiError } from '../../http/api-error.ts'
import type { Query } from '../database.ts'
import { authError, invalid } from '../errors.ts'
import { limit } from '../rate-limit.ts'
import { optionalText, readBody } from '../request-body.ts'
import { type Random, uuid } from '../secrets.ts'
import { nowText, type Service } from '../service.ts'
import { type Grant, sendSession } from '../sessions/session.ts'
import { raiseSession } from '../sessions/session-assurance.ts'
import {
  deleteRecoverySet,
  insertRecoverySet,
  lockRecoverySet,
  type RecoverySet,
  replaceRecoveryCodes,
  spendRecoveryCode,
} from '../store/recovery-codes.ts'
import { lockUser, type Metadata } from '../store/users.ts'
import { auditFactor, type FactorCaller, requireMember, verifiedFactors } from './factor.ts'
import { requireStepUp } from './step-up.ts'

/**
 * /factors/recovery-codes: ten one-time codes for an account whose second factor is lost. They are shown when generated
 * and stored as keyed hashes only. They require another verified factor.
 */
export function recoveryCodes(app: FastifyInstance, service: Service): void {
  const path = '/factors/recovery-codes'
  app.get(path, { exposeHeadRoute: false }, async (request) => {
    const { user } = await requireMember(service, request)
    const set = await lockRecoverySet(service.database.query, user.id)
    if (!set) throw authError('mfa_factor_not_found')
    return { id: set.id, type: 'recovery_code', total: Number(set.total), remaining: Number(set.remaining) }
  })
  app.post(path, async (request) => {
    const { friendly_name: name } = readBody(request, z.object({ friendly_name: optionalText }))
    if ((name ?? '').length > LONGEST_NAME) throw invalid('friendly_name is too long')
    return changed(service, request, (query, caller) =>
      make(service, query, caller, name ?? 'Recovery codes'),
    )
  })
  app.post(`${path}/regenerate`, (request) =>
    changed(service, request, (query, caller) => remake(service, query, caller)),
  )
  app.delete(path, (request) =>
    changed(service, request, async (query, { user }) => {
      const set = await lockRecoverySet(query, user.id)
      if (!set) throw authError('mfa_factor_not_found')
      await deleteRecoverySet(query, user.id)
      await auditFactor(service, query, request, user, 'recovery_codes_deleted', { factor_id: set.id })
      return { id: set.id }
    }),
  )
  app.post(`${path}/verify`, async (request, reply) => {
    const caller = await requireMember(service, request)
    if (!someFactor(service, 'verify_enabled')) throw authError('mfa_recovery_codes_verify_not_enabled')
    const code = readable(readBody(request, z.object({ code: optionalText })).code ?? '')
    if (!code) throw invalid('Code needs to be non-empty')
    await limit(service, 'recovery-guess', caller.user.id)
    const outcome = await service.database.transaction((query) =>
      redeem(service, query, request, caller, code),
    )
    if (outcome instanceof Error) throw outcome
    return sendSession(service, reply, outcome)
  })
}

const CODES = 10
const LONGEST_NAME = 255
/** Omits letters and digits that look alike. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Recovery codes are enabled while any factor type is. */
const someFactor = ({ settings: { mfa } }: Service, what: 'enroll_enabled' | 'verify_enabled') =>
  [mfa.totp, mfa.phone, mfa.web_authn].some((kind) => kind[what])

/** 16 characters of 32: 80 bits. */
const freshCode = (random: Random) => Array.from(random(16), (byte) => ALPHABET[byte & 31]).join('')

/** Ignores case, spaces and dashes. */
const readable = (code: string) => code.toLowerCase().replace(/[\s-]/g, '')

/** Changing the set requires an aal2 session. */
async function changed(
  service: Service,
  request: FastifyRequest,
  change: (query: Query, caller: FactorCaller) => Promise<Metadata>,
): Promise<Metadata> {
  const caller = await requireMember(service, request)
  await limit(service, 'factor-change', caller.user.id)
  if (caller.session.aal !== 'aal2') {
    throw authError('insufficient_aal', 'AAL2 required to manage recovery codes', { status: 403 })
  }
  await requireStepUp(service, caller)
  return service.database.transaction(async (query) => {
    const user = await lockUser(query, caller.user.id)
    if (!user) throw authError('user_not_found')
    const answer = await change(query, { ...caller, user })
    if ('codes' in answer) {
      await auditFactor(service, query, request, user, 'generate_recovery_codes', { factor_id: answer.id })
    }
    return answer
  })
}

async function make(service: Service, query: Query, { user }: FactorCaller, name: string): Promise<Metadata> {
  if (!someFactor(service, 'enroll_enabled')) throw authError('mfa_recovery_codes_enroll_not_enabled')
  if (verifiedFactors(user).length === 0) throw authError('mfa_recovery_codes_sole_factor')
  if (await lockRecoverySet(query, user.id)) {
    throw authError('mfa_verified_factor_exists', 'Recovery codes already exist, regenerate them to continue')
  }
  const id = uuid(service.context.random)
  await insertRecoverySet(query, { id, userId: user.id, name, now: nowText(service) })
  return fill(service, query, { id, friendly_name: name })
}

async function remake(service: Service, query: Query, { user }: FactorCaller): Promise<Metadata> {
  const set = await lockRecoverySet(query, user.id)
  if (!set) throw authError('mfa_factor_not_found')
  return fill(service, query, set)
}

async function fill(
  { context, factorSecrets }: Service,
  query: Query,
  { id, friendly_name }: Pick<RecoverySet, 'id' | 'friendly_name'>,
): Promise<Metadata> {
  const codes = Array.from({ length: CODES }, () => freshCode(context.random))
  const hashes = codes.map((code) => factorSecrets.hash(id, code))
  await replaceRecoveryCodes(query, id, hashes, context.now().toISOString())
  return { id, type: 'recovery_code', friendly_name, total: CODES, codes }
}

/** Returns a refusal instead of throwing it, so that the attempt is committed. */
async function redeem(
  service: Service,
  query: Query,
  request: FastifyRequest,
  { user: known, session }: FactorCaller,
  code: string,
): Promise<Grant | ApiError> {
  const user = await lockUser(query, known.id)
  if (!user) return authError('user_not_found')
  const set = await lockRecoverySet(query, user.id)
  if (!set) return authError('mfa_factor_not_found')
  await auditFactor(service, query, request, user, 'verification_attempted', { factor_id: set.id })
  const hash = service.factorSecrets.hash(set.id, code)
  if (!(await spendRecoveryCode(query, set.id, hash, nowText(service)))) {
    return authError('mfa_verification_failed', 'Invalid recovery code entered')
  }
  const traits = { factor_id: set.id, factor_type: 'recovery_code' }
  await auditFactor(service, query, request, user, 'mfa_code_login', traits)
  return raiseSession(service, query, user, session.id, { method: 'mfa/recovery_code', factorId: set.id })
}
