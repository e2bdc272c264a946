import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { addressOf } from '../caller.ts'
import { secondsToWait } from '../codes/mail-link.ts'
import { limitTexts } from '../codes/phone-code.ts'
import { textOf, tooSoonForText } from '../codes/sms.ts'
import { authError, invalid } from '../errors.ts'
import { relyingParty } from '../passkeys/relying-party.ts'
import { creationOptions, requestOptions, storedCredential } from '../passkeys/webauthn.ts'
import { limit } from '../rate-limit.ts'
import { optionalText, readBody } from '../request-body.ts'
import { oneTimeCode, uuid } from '../secrets.ts'
import { nowText, type Service } from '../service.ts'
import { insertChallenge, type SecretFactor, updateFactor } from '../store/factors.ts'
import type { Metadata, UserRow } from '../store/users.ts'
import { auditFactor, CHALLENGE_LIFE, factorId, lockOwnFactor, requireMember } from './factor.ts'

const shape = z.object({
  channel: optionalText,
  webauthn: z.object({ rpId: optionalText }).nullish(),
})

/** What a challenge stores, and how its code reaches the user. */
type Put = {
  otp_code: string | null
  web_authn_session_data: Metadata | null
  answer: Metadata
  text?: string
}

/** POST /factors/{id}/challenge: requests a code or a signature, to be answered once within five minutes. */
export function factorChallenge(app: FastifyInstance, service: Service): void {
  app.post('/factors/:id/challenge', async (request) => {
    const { user } = await requireMember(service, request)
    const id = factorId(request)
    const body = readBody(request, shape)
    const channel = body.channel ?? 'sms'
    if (!['sms', 'whatsapp'].includes(channel)) {
      throw invalid('Invalid channel, supported values are sms or whatsapp')
    }
    await limit(service, 'factor', addressOf(request))
    const site = relyingParty(service)
    if (body.webauthn?.rpId && body.webauthn.rpId !== site.id)
      throw invalid('webauthn: rpId is not this site')
    const { answer, send } = await begin(service, request, user, id)
    if (send) await service.texts.send(send.phone, send.text, channel)
    return answer
  })
}

/** Stores before sending: no row stays locked while the provider answers. */
function begin(
  service: Service,
  request: FastifyRequest,
  { id: userId }: UserRow,
  id: string,
): Promise<{ answer: Metadata; send: { phone: string; text: string } | null }> {
  return service.database.transaction(async (query) => {
    const { context } = service
    const { user, factor } = await lockOwnFactor(query, userId, id)
    const challengeId = uuid(context.random)
    const now = nowText(service)
    const put = await ask(service, user, factor, challengeId)
    const row = { id: challengeId, factor_id: factor.id, created_at: now, ip_address: addressOf(request) }
    const { otp_code, web_authn_session_data } = put
    await insertChallenge(query, { ...row, otp_code, web_authn_session_data })
    await updateFactor(query, factor.id, now, { last_challenged_at: now })
    await auditFactor(service, query, request, user, 'challenge_created', {
      factor_id: factor.id,
      challenge_id: challengeId,
    })
    const expires_at = Math.floor((context.now().getTime() + CHALLENGE_LIFE) / 1000)
    return {
      answer: { id: challengeId, type: factor.factor_type, expires_at, ...put.answer },
      send: put.text ? { phone: factor.phone as string, text: put.text } : null,
    }
  })
}

async function ask(service: Service, user: UserRow, factor: SecretFactor, challengeId: string): Promise<Put> {
  const { context, settings, factorSecrets, texts } = service
  const nothing = { otp_code: null, web_authn_session_data: null, answer: {} }
  if (factor.factor_type === 'totp') {
    if (!settings.mfa.totp.verify_enabled) throw authError('mfa_totp_verify_not_enabled')
    return nothing
  }
  if (factor.factor_type === 'phone') {
    const { verify_enabled, otp_length, max_frequency, template } = settings.mfa.phone
    if (!verify_enabled) throw authError('mfa_phone_verify_not_enabled')
    const wait = secondsToWait(factor.last_challenged_at, max_frequency, context.now())
    if (wait > 0) throw tooSoonForText(wait)
    const phone = factor.phone as string
    await limitTexts(service, phone)
    const fixed = texts.fixedCode(phone)
    const code = fixed ?? oneTimeCode(context.random, otp_length)
    const stored = { ...nothing, otp_code: factorSecrets.hash(challengeId, code) }
    return fixed ? stored : { ...stored, text: textOf(template, code) }
  }
  if (!settings.mfa.web_authn.verify_enabled) throw authError('mfa_webauthn_verify_not_enabled')
  const site = relyingParty(service)
  const begun =
    factor.status === 'verified'
      ? { type: 'request', publicKey: await requestOptions(site, [storedCredential(factor)]) }
      : { type: 'create', publicKey: await creationOptions(site, user, []) }
  return {
    ...nothing,
    web_authn_session_data: { challenge: begun.publicKey.challenge, type: begun.type },
    answer: { webauthn: { type: begun.type, credential_options: { publicKey: begun.publicKey } } },
  }
}
