import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { sql } from '../../database/sql.ts'
import { addressOf } from '../caller.ts'
import { emailAddress } from '../codes/email-address.ts'
import { inEvenTime } from '../codes/even-time.ts'
import { limitMails } from '../codes/mail-limit.ts'
import { secondsToWait, sendLink } from '../codes/mail-link.ts'
import { deliver, limitTexts, putPhoneCode, type Text } from '../codes/phone-code.ts'
import { phoneNumber } from '../codes/phone-number.ts'
import type { Query } from '../database.ts'
import { authError, invalid } from '../errors.ts'
import { beginFlow, type Challenge, readChallenge } from '../identities/pkce.ts'
import { redirectFor } from '../identities/redirect-url.ts'
import { requireUnguessable } from '../passwords/guessable-password.ts'
import { requireStrong } from '../passwords/password-policy.ts'
import { limit } from '../rate-limit.ts'
import { metadata, optionalText, readBody } from '../request-body.ts'
import { uuid } from '../secrets.ts'
import { nowText, type Service } from '../service.ts'
import { beginSession, type Grant, sendSession } from '../sessions/session.ts'
import { audit } from '../store/audit-log.ts'
import { findUserByEmail, findUserByPhone, type UserRow, updateUser } from '../store/users.ts'
import { accountRow, createAccount, isTaken, type NewAccount, savingUser } from './new-user.ts'
import { signUpAnonymously } from './signup-anonymous.ts'
import { isConfirmed, userJson } from './user.ts'

const shape = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: metadata,
  channel: optionalText,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
})

/**
 * POST /signup: creates an account with e-mail or phone and a password. All writes, including those of the project's
 * triggers, are one transaction. A taken address is reported only where sign-ups need no confirmation; elsewhere the
 * answer and its timing are the same as for a new one.
 */
export function signup(app: FastifyInstance, service: Service): void {
  app.post('/signup', async (request, reply) => {
    const { settings } = service
    if (!settings.enable_signup) throw authError('signup_disabled')
    const body = readBody(request, shape)
    if (!body.email && !body.phone) {
      return sendSession(service, reply, await signUpAnonymously(service, request, body.data))
    }
    await limit(service, 'sign-up', addressOf(request))
    const challenge = check(service, body)
    await requireUnguessable(service, body.password ?? '', body)
    const account: NewAccount = {
      email: body.email ? emailAddress(body.email) : null,
      phone: body.phone ? phoneNumber(body.phone) : null,
      password: await service.passwords.hash(body.password ?? ''),
      data: body.data,
      confirmed: body.email ? !settings.email.enable_confirmations : !settings.sms.enable_confirmations,
    }
    const redirectTo = redirectFor(settings, request)
    const secret = account.email !== null && !account.confirmed
    if (secret) await limitMails(service, account.email as string)
    const work = () => register(service, request, account, challenge, redirectTo)
    const result = await (secret ? inEvenTime(service, work) : work())
    return 'refreshToken' in result ? sendSession(service, reply, result) : userJson(result)
  })
}

/** Checks that need no database, in GoTrue's order. Returns the PKCE challenge. */
function check({ settings }: Service, body: z.output<typeof shape>): Challenge | null {
  if (!body.password) throw invalid('Signup requires a valid password')
  requireStrong(body.password, settings)
  if (body.email && body.phone) {
    throw invalid('Only an email address or phone number should be provided on signup.')
  }
  if (body.phone && body.channel && !['sms', 'whatsapp'].includes(body.channel)) {
    throw invalid('Invalid channel, supported values are sms or whatsapp')
  }
  const challenge = readChallenge(body)
  if (body.phone && challenge) throw invalid('PKCE not supported for phone signups')
  if (body.email && !settings.email.enable_signup) {
    throw authError('email_provider_disabled', 'Email signups are disabled', { status: 400 })
  }
  if (body.phone && !settings.sms.enable_signup) {
    throw authError('phone_provider_disabled', 'Phone signups are disabled', { status: 400 })
  }
  return challenge
}

async function register(
  service: Service,
  request: FastifyRequest,
  account: NewAccount,
  challenge: Challenge | null,
  redirectTo: string,
): Promise<Grant | UserRow> {
  const { phone } = account
  // Without a provider no code can be sent, so no account is created that could never be confirmed.
  if (phone && !account.confirmed) {
    if (!service.texts.provider && service.texts.fixedCode(phone) === null) throw noTexts()
    await limitTexts(service, phone)
  }
  try {
    const registered = await savingUser('Database error saving new user', () =>
      service.database.transaction(async (query) => {
        const existing = account.email
          ? await findUserByEmail(query, account.email)
          : await findUserByPhone(query, account.phone as string)
        if (existing) {
          const repeated = await again(service, query, existing, account, challenge, redirectTo)
          await record(service, query, request, existing, 'user_repeated_signup')
          return repeated
        }
        const user = await createAccount(service, query, account)
        await record(service, query, request, user)
        if (account.confirmed) return beginSession(service, query, request, user, 'password')
        if (phone)
          return putPhoneCode(service, query, user, phone, 'confirmation').then((text) => ({ user, text }))
        return askToConfirm(service, query, user, challenge, redirectTo, user.created_at as string)
      }),
    )
    if (!('text' in registered)) return registered
    await deliver(service, registered.text)
    return { ...registered.user, confirmation_sent_at: registered.user.created_at }
  } catch (error) {
    const taken = isTaken(error)
    if (!taken) throw error
    if (account.confirmed) throw authError('user_already_exists')
    return decoy(service, account)
  }
}

const noTexts = () =>
  authError('sms_send_failed', 'Error sending confirmation OTP to provider: no SMS provider is configured')

/**
 * Handles a taken address. An unconfirmed account gets its mail again, unless the last one is too recent; an error would reveal
 * the account. The caller may not be the person who signed up first, so the answer repeats the caller's own data.
 */
async function again(
  service: Service,
  query: Query,
  existing: UserRow,
  account: NewAccount,
  challenge: Challenge | null,
  redirectTo: string,
): Promise<UserRow | { user: UserRow; text: Text }> {
  const { context, settings } = service
  if (account.confirmed) throw authError('user_already_exists')
  await rehearse(service, query, account)
  if (isConfirmed(existing)) return decoy(service, account)
  const shown = asNew(service, account, existing.id)
  if (account.phone) {
    return {
      user: shown,
      text: await putPhoneCode(service, query, existing, account.phone, 'confirmation'),
    }
  }
  const wait = secondsToWait(existing.confirmation_sent_at, settings.email.max_frequency, context.now())
  if (wait === 0) await askToConfirm(service, query, existing, challenge, redirectTo)
  return shown
}

/** Runs the project's triggers for a taken address too: the account is inserted under another address and rolled back. */
export async function rehearse(service: Service, query: Query, account: NewAccount): Promise<void> {
  if (!account.email) return
  const email = `${uuid(service.context.random)}${account.email.slice(account.email.lastIndexOf('@'))}`
  await query(sql`savepoint rehearsal`)
  await createAccount(service, query, { ...account, email })
  await query(sql`rollback to savepoint rehearsal`)
}

/** An answer that looks like a new account. Its id is stable, like that of an unconfirmed account. */
function decoy(service: Service, account: NewAccount): UserRow {
  const { encryptionKey } = service.context.keys
  const digest = createHmac('sha256', encryptionKey)
    .update(`decoy/${account.email ?? account.phone}`)
    .digest()
  return asNew(
    service,
    account,
    uuid(() => digest.subarray(0, 16)),
  )
}

/** The account as its first sign-up was answered: with one time in all columns, since milliseconds between them would tell a first one. */
function asNew(service: Service, account: NewAccount, id: string): UserRow {
  const row = accountRow(service, account, id)
  return { ...row, confirmation_sent_at: row.created_at }
}

/** Sends the confirmation link; `now` is when, in its stored form. */
export async function askToConfirm(
  service: Service,
  query: Query,
  user: UserRow,
  challenge: Challenge | null,
  redirectTo: string,
  now = nowText(service),
): Promise<UserRow> {
  const hash = await sendLink(service, query, {
    user,
    to: user.email as string,
    template: 'confirmation',
    token: 'confirmation_token',
    type: 'signup',
    redirectTo,
    challenge,
  })
  if (challenge) await beginFlow(service, query, user.id, challenge, 'email/signup')
  await updateUser(query, user.id, now, { confirmation_token: hash, confirmation_sent_at: now })
  return { ...user, confirmation_sent_at: now, updated_at: now }
}

async function record(
  service: Service,
  query: Query,
  request: FastifyRequest,
  user: UserRow,
  action?: 'user_repeated_signup',
): Promise<void> {
  await audit(query, service.context.random, {
    action: action ?? (isConfirmed(user) ? 'user_signedup' : 'user_confirmation_requested'),
    actor: user,
    address: addressOf(request),
    now: nowText(service),
    traits: { provider: user.email ? 'email' : 'phone' },
  })
}
