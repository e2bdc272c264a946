import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressOf, requireUser } from '../caller.ts'
import { authError } from '../errors.ts'
import { limit } from '../rate-limit.ts'
import { oneTimeCode, tokenHash, uuid } from '../secrets.ts'
import { nowText, type Service } from '../service.ts'
import { audit } from '../store/audit-log.ts'
import { queueMail } from '../store/mail-outbox.ts'
import { putOneTimeToken } from '../store/one-time-tokens.ts'
import { type UserRow, updateUser } from '../store/users.ts'
import { secondsToWait, tooSoon } from './mail-link.ts'
import { deliver, limitTexts, putPhoneCode, requireTexts } from './phone-code.ts'

/** GET /reauthenticate: mails a code that PUT /user accepts as `nonce` where the project requires it. */
export function reauthenticate(app: FastifyInstance, service: Service): void {
  app.get('/reauthenticate', { exposeHeadRoute: false }, async (request) => {
    const { context, database, settings } = service
    const { user } = await requireUser(service, request)
    await limit(service, 'otp', addressOf(request))
    if (!user.email) return reauthenticateByText(service, request, user)
    if (!user.email_confirmed_at) {
      throw authError('email_not_confirmed', 'Please verify your email first.', { status: 422 })
    }
    const wait = secondsToWait(user.reauthentication_sent_at, settings.email.max_frequency, context.now())
    if (wait > 0) throw tooSoon(wait)
    const to = user.email
    const now = nowText(service)
    const code = oneTimeCode(context.random, settings.email.otp_length)
    const hash = tokenHash(to, code)
    await database.transaction(async (query) => {
      const token = { token_type: 'reauthentication_token', token_hash: hash, relates_to: to } as const
      await putOneTimeToken(query, { ...token, id: uuid(context.random), user_id: user.id, now })
      await updateUser(query, user.id, now, { reauthentication_token: hash, reauthentication_sent_at: now })
      const data = { SiteURL: settings.site_url, Email: to, Token: code, Data: user.raw_user_meta_data ?? {} }
      const life = settings.email.otp_expiry
      await queueMail(query, { to, template: 'reauthentication', data, life }, now)
      const event = { actor: user, address: addressOf(request), now }
      await audit(query, context.random, { ...event, action: 'user_reauthenticate_requested' })
    })
    return {}
  })
}

/** For accounts with a phone number and no e-mail address. */
async function reauthenticateByText(
  service: Service,
  request: FastifyRequest,
  known: UserRow,
): Promise<object> {
  const { phone } = known
  if (!phone || !known.phone_confirmed_at) {
    throw authError('phone_not_confirmed', 'Please verify your phone first.', { status: 422 })
  }
  requireTexts(service, phone)
  await limitTexts(service, phone)
  const text = await service.database.transaction(async (query) => {
    const event = { actor: known, address: addressOf(request), now: nowText(service) }
    await audit(query, service.context.random, { ...event, action: 'user_reauthenticate_requested' })
    return putPhoneCode(service, query, known, phone, 'reauthentication')
  })
  return deliver(service, text)
}
