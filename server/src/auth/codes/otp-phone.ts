import type { FastifyRequest } from 'fastify'
import { addressOf } from '../caller.ts'
import { authError, invalid } from '../errors.ts'
import { limit } from '../rate-limit.ts'
import type { Service } from '../service.ts'
import { findUserByPhone, lockUser, type Metadata } from '../store/users.ts'
import { createAccount, savingUser } from '../users/new-user.ts'
import { deliver, limitTexts, putPhoneCode, requireTexts } from './phone-code.ts'
import { phoneNumber } from './phone-number.ts'

export type PhoneOtp = {
  phone: string
  create: boolean
  data: Metadata
  channel: string | null
  pkce: boolean
}

/** POST /otp with a phone number: sends a code by text message to an account or, where sign-ups are open, to a new one. */
export async function otpPhone(service: Service, request: FastifyRequest, asked: PhoneOtp): Promise<object> {
  const { database, settings } = service
  const channel = asked.channel ?? 'sms'
  if (!settings.sms.enable_signup)
    throw authError('phone_provider_disabled', 'Unsupported phone provider', { status: 400 })
  if (!['sms', 'whatsapp'].includes(channel))
    throw invalid('Invalid channel, supported values are sms or whatsapp')
  if (asked.pkce) throw invalid('PKCE not supported for phone signups')
  const phone = phoneNumber(asked.phone)
  requireTexts(service, phone)
  await limit(service, 'otp', addressOf(request))
  await limitTexts(service, phone)
  const known = await findUserByPhone(database.query, phone)
  if (!known && !asked.create) throw authError('otp_disabled')
  if (!known && !settings.enable_signup) throw authError('signup_disabled')
  const text = await savingUser('Database error saving new user', () =>
    database.transaction(async (query) => {
      const account = { email: null, phone, password: null, data: asked.data, confirmed: false }
      const user = known ? await lockUser(query, known.id) : await createAccount(service, query, account)
      if (!user) throw authError('otp_disabled')
      return putPhoneCode(service, query, user, phone, 'confirmation', channel)
    }),
  )
  return deliver(service, text)
}
