import type { FastifyRequest } from 'fastify'
import { isUuid } from '../caller.ts'
import { authError } from '../errors.ts'
import { CHALLENGE_LIFE, type FactorCaller, requireMember, verifiedFactors } from '../factors/factor.ts'
import { requireStepUp } from '../factors/step-up.ts'
import { uuid } from '../secrets.ts'
import { nowText, type Service } from '../service.ts'
import { insertPasskeyChallenge, type PasskeyRow, takePasskeyChallenge } from '../store/passkeys.ts'
import type { Metadata } from '../store/users.ts'

/** Throws `passkey_disabled` where the project has no passkeys. */
export function requireFeature({ settings }: Service): void {
  if (!settings.passkey.enabled) throw authError('passkey_disabled')
}

/** A user who may manage their passkeys; an account with a second factor needs an aal2 session. Throws 401 and 403. */
export async function requireOwner(service: Service, request: FastifyRequest): Promise<FactorCaller> {
  requireFeature(service)
  const caller = await requireMember(service, request)
  if (caller.user.is_sso_user) throw authError('user_sso_managed')
  if (verifiedFactors(caller.user).length > 0 && caller.session.aal !== 'aal2') {
    throw authError('insufficient_aal', 'AAL2 required to manage passkeys', { status: 403 })
  }
  await requireStepUp(service, caller)
  return caller
}

export function passkeyJson({ row, name, createdAt, lastUsedAt }: PasskeyRow): Metadata {
  const time = (text: string) => text.replace(/\+00:00$/, 'Z')
  return {
    id: row,
    ...(name && { friendly_name: name }),
    created_at: time(createdAt),
    ...(lastUsedAt && { last_used_at: time(lastUsedAt) }),
  }
}

/** The passkey named in the path. Throws 404. */
export function passkeyId(request: FastifyRequest, name = 'id'): string {
  const id = (request.params as Record<string, string>)[name] ?? ''
  if (!isUuid(id)) throw noPasskey()
  return id
}

export const noPasskey = () => authError('validation_failed', 'Passkey not found', { status: 404 })

/** Stores the challenge and returns its expiry. */
export async function putChallenge(
  service: Service,
  type: 'registration' | 'authentication',
  userId: string | null,
  options: { challenge: string },
): Promise<Metadata> {
  const id = uuid(service.context.random)
  const expires = service.context.now().getTime() + CHALLENGE_LIFE
  const row = {
    id,
    user_id: userId,
    challenge: options.challenge,
    expires_at: new Date(expires).toISOString(),
  }
  await insertPasskeyChallenge(service.database.query, { ...row, type, now: nowText(service) })
  return { challenge_id: id, options, expires_at: Math.floor(expires / 1000) }
}

/** Consumes the challenge. Throws `webauthn_challenge_not_found` and `…_expired`. */
export async function takeChallenge(
  service: Service,
  type: 'registration' | 'authentication',
  id: string | null,
  userId: string | null,
): Promise<string> {
  const challenge = id && isUuid(id) ? await takePasskeyChallenge(service.database.query, id, type) : null
  if (!challenge || challenge.user_id !== userId) throw authError('webauthn_challenge_not_found')
  if (Date.parse(challenge.expires_at) <= service.context.now().getTime()) {
    throw authError('webauthn_challenge_expired')
  }
  return challenge.challenge
}
