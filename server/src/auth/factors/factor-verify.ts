import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ApiError } from '../../http/api-error.ts'
import { addressOf, isUuid } from '../caller.ts'
import type { Query } from '../database.ts'
import { type AuthErrorCode, authError, invalid } from '../errors.ts'
import { relyingParty } from '../passkeys/relying-party.ts'
import { storedCredential, verifyCreation, verifyRequest } from '../passkeys/webauthn.ts'
import { limit } from '../rate-limit.ts'
import { optionalText, readBody } from '../request-body.ts'
import { nowText, type Service } from '../service.ts'
import { type Grant, sendSession } from '../sessions/session.ts'
import { type Proven, raiseSession } from '../sessions/session-assurance.ts'
import {
  answerChallenge,
  type ChallengeRow,
  deleteUnverifiedFactors,
  lockChallenge,
  type SecretFactor,
  spendTotpStep,
  updateFactor,
} from '../store/factors.ts'
import type { Metadata } from '../store/users.ts'
import {
  auditFactor,
  CHALLENGE_LIFE,
  type FactorCaller,
  factorId,
  lockOwnFactor,
  requireMember,
  verifiedFactors,
} from './factor.ts'
import { totpStep } from './totp.ts'

const shape = z.object({
  challenge_id: optionalText,
  code: optionalText,
  webauthn: z.object({ type: optionalText, credential_response: z.unknown().optional() }).nullish(),
})
type Answer = z.output<typeof shape>

const methods = { totp: 'totp', phone: 'mfa/phone', webauthn: 'mfa/webauthn' } as const
const settingOf = { totp: 'totp', phone: 'phone', webauthn: 'web_authn' } as const
const disabled = {
  totp: 'mfa_totp_verify_not_enabled',
  phone: 'mfa_phone_verify_not_enabled',
  webauthn: 'mfa_webauthn_verify_not_enabled',
} as const satisfies Record<string, AuthErrorCode>

/** POST /factors/{id}/verify: answers a challenge. A correct answer raises the session to aal2 with a new refresh token. */
export function factorVerify(app: FastifyInstance, service: Service): void {
  app.post('/factors/:id/verify', async (request, reply) => {
    const caller = await requireMember(service, request)
    const id = factorId(request)
    const answer = readBody(request, shape)
    await limit(service, 'factor', addressOf(request))
    // Six digits can be guessed from many addresses at once.
    await limit(service, 'factor-guess', id)
    const outcome = await service.database.transaction((query) =>
      verify(service, query, request, caller, id, answer),
    )
    if (outcome instanceof Error) throw outcome
    return sendSession(service, reply, outcome)
  })
}

/** Returns a refusal instead of throwing it, so that the attempt is committed. */
async function verify(
  service: Service,
  query: Query,
  request: FastifyRequest,
  { user: known, session }: FactorCaller,
  id: string,
  answer: Answer,
): Promise<Grant | ApiError> {
  const { user, factor } = await lockOwnFactor(query, known.id, id)
  const type = factor.factor_type
  if (!service.settings.mfa[settingOf[type]].verify_enabled) return authError(disabled[type])
  if (type !== 'webauthn' && !answer.code) return invalid('Code needs to be non-empty')
  // A thief of the password may have enrolled this factor before the owner verified another; it must not bypass that one.
  if (factor.status === 'unverified' && verifiedFactors(user).length > 0 && session.aal !== 'aal2') {
    return authError('insufficient_aal', 'AAL2 required to verify a new factor', { status: 403 })
  }
  const challenge = await openChallenge(service, query, request, factor, answer.challenge_id)
  if (challenge instanceof Error) return challenge
  const traits = { factor_id: id, challenge_id: challenge.id }
  await auditFactor(service, query, request, user, 'verification_attempted', traits)
  const proof = await prove(service, query, factor, challenge, answer)
  if (proof instanceof Error) return proof

  const now = nowText(service)
  await answerChallenge(query, challenge.id, now)
  await updateFactor(query, id, now, { status: 'verified', ...proof })
  await deleteUnverifiedFactors(query, user.id, { type })
  await auditFactor(service, query, request, user, 'mfa_code_login', { factor_id: id, factor_type: type })
  const proven: Proven = { method: methods[type], factorId: id }
  return raiseSession(service, query, user, session.id, proven)
}

/** The challenge, if it may still be answered. */
async function openChallenge(
  service: Service,
  query: Query,
  request: FastifyRequest,
  factor: SecretFactor,
  id: string | null,
): Promise<ChallengeRow | ApiError> {
  const challenge = id && isUuid(id) ? await lockChallenge(query, factor.id, id) : null
  if (!challenge) {
    const words = 'MFA factor with the provided challenge ID not found'
    return authError('mfa_factor_not_found', words, { status: 422 })
  }
  if (challenge.verified_at || challenge.ip_address !== addressOf(request))
    return authError('mfa_ip_address_mismatch')
  if (Date.parse(challenge.created_at) + CHALLENGE_LIFE <= service.context.now().getTime()) {
    const words = `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`
    return authError('mfa_challenge_expired', words)
  }
  return challenge
}

/** Updates the factor's row after a successful verification. */
async function prove(
  service: Service,
  query: Query,
  factor: SecretFactor,
  challenge: ChallengeRow,
  answer: Answer,
): Promise<Metadata | ApiError> {
  const { context, factorSecrets } = service
  const code = answer.code ?? ''
  if (factor.factor_type === 'totp') {
    const secret = factorSecrets.open(factor.id, factor.secret ?? '')
    const step = totpStep(secret, code, context.now())
    // A code is accepted once, so that an observed code cannot be reused (RFC 6238 §5.2).
    if (step === null || !(await spendTotpStep(query, factor.id, step)))
      return authError('mfa_verification_failed')
    return {}
  }
  if (factor.factor_type === 'phone') {
    const expected = Buffer.from(challenge.otp_code ?? '')
    const given = Buffer.from(factorSecrets.hash(challenge.id, code))
    if (expected.length !== given.length || !timingSafeEqual(expected, given)) {
      return authError('mfa_verification_failed', 'Invalid MFA Phone code entered')
    }
    return {}
  }
  try {
    return await proveKey(service, factor, challenge, answer)
  } catch (error) {
    return error as ApiError
  }
}

async function proveKey(
  service: Service,
  factor: SecretFactor,
  { web_authn_session_data: asked }: ChallengeRow,
  { webauthn }: Answer,
): Promise<Metadata> {
  const site = relyingParty(service)
  const challenge = asked?.challenge as string
  if (asked?.type === 'create') {
    const { aaguid, ...credential } = await verifyCreation(site, challenge, webauthn?.credential_response)
    return { web_authn_credential: credential, web_authn_aaguid: aaguid }
  }
  const credential = storedCredential(factor)
  const { counter } = await verifyRequest(site, challenge, webauthn?.credential_response, credential)
  return { web_authn_credential: { ...credential, counter } }
}
