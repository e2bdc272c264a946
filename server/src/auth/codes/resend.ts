import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { addressOf } from '../caller.ts'
import type { Query } from '../database.ts'
import { authError, invalid } from '../errors.ts'
import { type Challenge, readChallenge } from '../identities/pkce.ts'
import { redirectFor } from '../identities/redirect-url.ts'
import { limit } from '../rate-limit.ts'
import { optionalText, readBody } from '../request-body.ts'
import type { Service } from '../service.ts'
import { findUserByEmail, lockUser, type UserRow } from '../store/users.ts'
import { askToConfirm } from '../users/signup.ts'
import { askForNewEmail } from './change-email.ts'
import { emailAddress } from './email-address.ts'
import { inEvenTime } from './even-time.ts'
import { limitMails } from './mail-limit.ts'
import { secondsToWait } from './mail-link.ts'
import { resendText } from './resend-text.ts'

const shape = z.object({
  type: optionalText,
  email: optionalText,
  phone: optionalText,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
})

/** POST /resend: sends the last confirmation mail again. The answer is the same when there is none, or when it is too soon. */
export function resend(app: FastifyInstance, service: Service): void {
  app.post('/resend', async (request) => {
    const { database, settings } = service
    const body = readBody(request, shape)
    if (body.type === 'sms' || body.type === 'phone_change') return resendText(service, request, body)
    const email = receiver(service, body)
    const challenge = readChallenge(body)
    await limit(service, 'otp', addressOf(request))
    await limitMails(service, email)
    const redirectTo = redirectFor(settings, request)
    await inEvenTime(service, async () => {
      const known = await findUserByEmail(database.query, email)
      if (!known) return
      await database.transaction(async (query) => {
        const user = await lockUser(query, known.id)
        if (!user) return
        if (body.type === 'signup') await again(service, query, user, challenge, redirectTo)
        else await changeAgain(service, query, user, challenge, redirectTo)
      })
    })
    return {}
  })
}

function receiver({ settings }: Service, { type, email, phone }: z.output<typeof shape>): string {
  const kinds = ['signup', 'email_change', 'sms', 'phone_change']
  if (!type || !kinds.includes(type))
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
  if (!email === !phone) throw invalid('Type provided requires either an email address or a phone number')
  if (!email) throw invalid('Type provided requires an email address')
  if (!settings.email.enable_signup) throw authError('email_provider_disabled')
  return emailAddress(email)
}

async function again(
  service: Service,
  query: Query,
  user: UserRow,
  challenge: Challenge | null,
  redirectTo: string,
): Promise<void> {
  if (user.email_confirmed_at || !user.confirmation_sent_at || isYoung(service, user.confirmation_sent_at))
    return
  await askToConfirm(service, query, user, challenge, redirectTo)
}

async function changeAgain(
  service: Service,
  query: Query,
  user: UserRow,
  challenge: Challenge | null,
  redirectTo: string,
): Promise<void> {
  if (!user.email_change || isYoung(service, user.email_change_sent_at)) return
  await askForNewEmail(service, query, user, user.email_change, { challenge, redirectTo })
}

const isYoung = ({ context, settings }: Service, sentAt: string | null): boolean =>
  secondsToWait(sentAt, settings.email.max_frequency, context.now()) > 0
