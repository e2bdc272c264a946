import { z } from 'zod'
import { addressOf } from '../caller.ts'
import { emailAddress } from '../codes/email-address.ts'
import { phoneNumber } from '../codes/phone-number.ts'
import { authError, invalid } from '../errors.ts'
import { limitGuesses } from '../passwords/guess-limit.ts'
import { weakness } from '../passwords/password-policy.ts'
import { optionalText, readBody } from '../request-body.ts'
import { type GrantHandler, nowText, type Service } from '../service.ts'
import { audit } from '../store/audit-log.ts'
import { findUserByEmail, findUserByPhone, type UserRow, updateUser } from '../store/users.ts'
import { isBanned } from '../users/user.ts'
import { beginSession, sendSession } from './session.ts'

const shape = z.object({ email: optionalText, phone: optionalText, password: optionalText })

/**
 * grant_type=password. An unknown address and a wrong password take the same way, the same time and give the
 * same answer; what else stands in the way is told only to who knows the password.
 */
export const tokenPassword: GrantHandler = async (service, request, reply) => {
  const { context, database, passwords, settings } = service
  const body = readBody(request, shape)
  const { receiver, user } = await find(service, body)
  const forgiveGuess = await limitGuesses(service, request, receiver, user)
  const password = body.password ?? ''
  const matches = await passwords.verify(user?.encrypted_password || null, password)
  if (!user || !matches) throw authError('invalid_credentials')
  await forgiveGuess()
  if (isBanned(user, context.now())) throw authError('user_banned')
  if (body.email && !user.email_confirmed_at) throw authError('email_not_confirmed')
  if (body.phone && !user.phone_confirmed_at) throw authError('phone_not_confirmed')

  const fresh = passwords.isOutdated(user.encrypted_password as string)
    ? await passwords.hash(password)
    : null
  const grant = await database.transaction(async (_query, later) => {
    const now = nowText(service)
    if (fresh) await updateUser(later, user.id, now, { encrypted_password: fresh })
    await audit(later, context.random, {
      action: 'login',
      actor: user,
      address: addressOf(request),
      now,
      traits: { provider: body.email ? 'email' : 'phone' },
    })
    return beginSession(service, later, request, user, 'password')
  })
  const weak_password = weakness(password, settings)
  return sendSession(service, reply, grant, weak_password ? { weak_password } : {})
}

async function find(
  { database, settings }: Service,
  { email, phone }: z.output<typeof shape>,
): Promise<{ receiver: string; user: UserRow | null }> {
  if (email && phone) throw invalid('Only an email address or phone number should be provided on login.')
  if (email) {
    if (!settings.email.enable_signup) throw authError('email_provider_disabled')
    const receiver = emailAddress(email)
    return { receiver, user: await findUserByEmail(database.query, receiver) }
  }
  if (phone) {
    if (!settings.sms.enable_signup) throw authError('phone_provider_disabled')
    const receiver = phoneNumber(phone)
    return { receiver, user: await findUserByPhone(database.query, receiver) }
  }
  throw invalid('missing email or phone')
}
