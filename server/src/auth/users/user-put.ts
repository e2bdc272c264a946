import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { addressOf, type Caller, requireUser } from '../caller.ts'
import { askForNewEmail, setEmail } from '../codes/change-email.ts'
import { askForNewPhone, setPhone } from '../codes/change-phone.ts'
import { emailAddress } from '../codes/email-address.ts'
import { secondsToWait, tooSoon } from '../codes/mail-link.ts'
import { deliver, limitTexts, requireTexts, type Text } from '../codes/phone-code.ts'
import { phoneNumber } from '../codes/phone-number.ts'
import type { Query } from '../database.ts'
import { authError, invalid } from '../errors.ts'
import { requireStepUp } from '../factors/step-up.ts'
import { type Challenge, readChallenge } from '../identities/pkce.ts'
import { redirectFor } from '../identities/redirect-url.ts'
import { prepareNewPassword, setPassword } from '../passwords/change-password.ts'
import { limit } from '../rate-limit.ts'
import { metadata, optionalText, readBody } from '../request-body.ts'
import { nowText, type Service } from '../service.ts'
import { audit } from '../store/audit-log.ts'
import {
  findUserByEmail,
  findUserById,
  findUserByPhone,
  lockUser,
  type Metadata,
  type UserRow,
  updateUser,
} from '../store/users.ts'
import { requireShort } from './metadata-limit.ts'
import { isTaken, savingUser } from './new-user.ts'
import { mergeMetadata, userJson } from './user.ts'

const shape = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  nonce: optionalText,
  current_password: optionalText,
  channel: optionalText,
  data: metadata,
  app_metadata: metadata,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
})

/** Validated changes, ready to be written. Null leaves a value unchanged. */
type Changes = {
  email: string | null
  phone: string | null
  channel: string | null
  passwordHash: string | null
  data: Metadata
  challenge: Challenge | null
  redirectTo: string
}

/** PUT /user: changes one's own password, e-mail, phone and metadata, never one's rights. */
export function userPut(app: FastifyInstance, service: Service): void {
  app.put('/user', async (request) => {
    const caller = await requireUser(service, request)
    await limit(service, 'user-update', addressOf(request))
    const changes = await judge(service, caller, request)
    const unsent: Text[] = []
    try {
      const user = await savingUser('Database error updating user', () =>
        service.database.transaction((query) => apply(service, query, request, caller, changes, unsent)),
      )
      for (const text of unsent) await deliver(service, text)
      return userJson(user)
    } catch (error) {
      const taken = isTaken(error)
      if (!taken) throw error
      throw authError(taken === 'email' ? 'email_exists' : 'phone_exists')
    }
  })
}

async function judge(service: Service, caller: Caller, request: FastifyRequest): Promise<Changes> {
  const { user, session } = caller
  const body = readBody(request, shape)
  const email = different(body.email ? emailAddress(body.email) : null, user.email)
  const phone = different(body.phone ? phoneNumber(body.phone) : null, user.phone)
  const challenge = readChallenge(body)
  const identifying = email ?? phone ?? body.password
  if (Object.keys(body.app_metadata).length > 0) throw authError('not_admin')
  const secondFactor = user.factors.some(({ status }) => status === 'verified')
  if (identifying && secondFactor && session?.aal !== 'aal2') throw authError('insufficient_aal')
  if (user.is_anonymous && body.password && !email && !phone) {
    throw authError(
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
      { status: 422 },
    )
  }
  if (identifying && user.is_sso_user) throw authError('user_sso_managed')
  if (identifying) await requireStepUp(service, caller, body)
  // This endpoint reveals whether an address is taken, so it is limited.
  if (email || phone) await limit(service, 'address-change', addressOf(request))
  const { query } = service.database
  if (email && (await findUserByEmail(query, email))) throw authError('email_exists')
  if (phone && (await findUserByPhone(query, phone))) throw authError('phone_exists')
  if (phone && service.settings.sms.enable_confirmations) {
    if (body.channel && !['sms', 'whatsapp'].includes(body.channel)) {
      throw invalid('Invalid channel, supported values are sms or whatsapp')
    }
    requireTexts(service, phone)
    await limitTexts(service, phone)
  }
  return {
    email,
    phone,
    channel: body.channel,
    challenge,
    data: body.data,
    passwordHash: body.password
      ? await prepareNewPassword(service, user, session, body.password, body.nonce)
      : null,
    redirectTo: redirectFor(service.settings, request),
  }
}

async function apply(
  service: Service,
  query: Query,
  request: FastifyRequest,
  { user: before, session }: Caller,
  { email, phone, channel, passwordHash, data, challenge, redirectTo }: Changes,
  unsent: Text[],
): Promise<UserRow> {
  const { settings, context } = service
  const current = async () => {
    const user = await findUserById(query, before.id)
    if (!user) throw authError('user_not_found')
    return user
  }
  const user = await lockUser(query, before.id)
  if (!user) throw authError('user_not_found')
  if (Object.keys(data).length > 0) {
    const merged = mergeMetadata(user.raw_user_meta_data, data)
    const app = user.raw_app_meta_data ?? {}
    requireShort([merged, app], [user.raw_user_meta_data ?? {}, app])
    await updateUser(query, user.id, nowText(service), { raw_user_meta_data: merged })
  }
  // A code works once.
  if (email || phone) await updateUser(query, user.id, nowText(service), { reauthentication_token: '' })
  if (passwordHash) await setPassword(service, query, user, session?.id ?? null, passwordHash)
  if (phone && !settings.sms.enable_confirmations) await setPhone(service, query, await current(), phone)
  else if (phone) unsent.push(await askForNewPhone(service, query, await current(), phone, channel))
  if (email && !settings.email.enable_confirmations) await setEmail(service, query, await current(), email)
  else if (email) {
    const wait = secondsToWait(user.email_change_sent_at, settings.email.max_frequency, context.now())
    if (wait > 0) throw tooSoon(wait)
    await askForNewEmail(service, query, await current(), email, { challenge, redirectTo })
  }
  const event = { actor: user, address: addressOf(request), now: nowText(service) }
  await audit(query, context.random, { ...event, action: 'user_modified' })
  if (passwordHash) await audit(query, context.random, { ...event, action: 'user_updated_password' })
  return current()
}

const different = (wanted: string | null, present: string | null) => (wanted === present ? null : wanted)
