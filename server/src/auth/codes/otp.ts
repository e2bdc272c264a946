import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { addressOf } from '../caller.ts'
import type { Query } from '../database.ts'
import { authError, invalid } from '../errors.ts'
import { beginFlow, type Challenge, readChallenge } from '../identities/pkce.ts'
import { redirectFor } from '../identities/redirect-url.ts'
import { limit } from '../rate-limit.ts'
import { metadata, optionalText, readBody } from '../request-body.ts'
import { nowText, type Service } from '../service.ts'
import { findUserByEmail, lockUser, type UserRow, updateUser } from '../store/users.ts'
import { createAccount, savingUser } from '../users/new-user.ts'
import { askToConfirm, rehearse } from '../users/signup.ts'
import { emailAddress } from './email-address.ts'
import { inEvenTime } from './even-time.ts'
import { limitMails } from './mail-limit.ts'
import { secondsToWait, sendLink } from './mail-link.ts'
import { otpPhone } from './otp-phone.ts'

const shape = z.object({
  email: optionalText,
  phone: optionalText,
  create_user: z.boolean().nullish(),
  data: metadata,
  channel: optionalText,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
})

/** POST /otp and its alias /magiclink: sign in with a link or code instead of a password. */
export function otp(app: FastifyInstance, service: Service): void {
  app.post('/otp', (request) => handle(service, request))
  app.post('/magiclink', (request) => handle(service, request))
}

async function handle(service: Service, request: FastifyRequest): Promise<object> {
  const { database, settings } = service
  const body = readBody(request, shape)
  if (body.email && body.phone) throw invalid('Only an email address or phone number should be provided')
  if (body.phone) {
    const pkce = readChallenge(body) !== null
    const { phone, data, channel } = body
    return otpPhone(service, request, { phone, create: body.create_user !== false, data, channel, pkce })
  }
  if (!body.email) throw invalid('One of email or phone must be set')
  if (!settings.email.enable_signup) throw authError('email_provider_disabled')
  const email = emailAddress(body.email)
  const challenge = readChallenge(body)
  await limit(service, 'otp', addressOf(request))
  await limitMails(service, email)
  const redirectTo = redirectFor(settings, request)
  await inEvenTime(service, async () => {
    const known = await findUserByEmail(database.query, email)
    // Answered as a success: an error would reveal which addresses have an account.
    if (!known && (body.create_user === false || !settings.enable_signup)) return
    await savingUser('Database error saving new user', () =>
      database.transaction(async (query) => {
        const account = { email, phone: null, password: null, data: body.data, confirmed: false }
        if (known) {
          if (body.create_user !== false) await rehearse(service, query, account)
          return sendMagicLink(service, query, known, challenge, redirectTo)
        }
        const user = await createAccount(service, query, account)
        // Without confirmations, the first mail is the same as every later one.
        if (!settings.email.enable_confirmations)
          await sendMagicLink(service, query, user, challenge, redirectTo)
        else await askToConfirm(service, query, user, challenge, redirectTo)
      }),
    )
  })
  return {}
}

async function sendMagicLink(
  service: Service,
  query: Query,
  known: UserRow,
  challenge: Challenge | null,
  redirectTo: string,
): Promise<void> {
  const { context, settings } = service
  const user = (await lockUser(query, known.id)) ?? known
  const wait = secondsToWait(user.recovery_sent_at, settings.email.max_frequency, context.now())
  // Skipped silently: an error would reveal that the account exists.
  if (wait > 0) return
  const now = nowText(service)
  const link = { template: 'magic_link', token: 'recovery_token', type: 'magiclink' } as const
  const hash = await sendLink(service, query, {
    ...link,
    user,
    to: user.email as string,
    redirectTo,
    challenge,
  })
  if (challenge) await beginFlow(service, query, user.id, challenge, 'magiclink')
  await updateUser(query, user.id, now, { recovery_token: hash, recovery_sent_at: now })
}
