import type { FastifyInstance } from 'fastify'
import { type output, z } from 'zod'
import { requireAdmin } from '../caller.ts'
import { emailAddress } from '../codes/email-address.ts'
import { type Link, makeLink } from '../codes/mail-link.ts'
import type { Query } from '../database.ts'
import { authError, invalid } from '../errors.ts'
import { redirectTarget } from '../identities/redirect-url.ts'
import { requireStrong } from '../passwords/password-policy.ts'
import { metadata, optionalText, queryValue, readBody } from '../request-body.ts'
import { nowText, type Service } from '../service.ts'
import { findUserByEmail, type UserColumns, type UserRow, updateUser } from '../store/users.ts'
import { invitee } from '../users/invite.ts'
import { createAccount } from '../users/new-user.ts'
import { userJson } from '../users/user.ts'
import { saving } from './admin-user-create.ts'

const kinds = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const

const shape = z.object({
  type: optionalText,
  email: optionalText,
  password: optionalText,
  new_email: optionalText,
  data: metadata,
  redirect_to: optionalText,
})

type Wanted = Omit<output<typeof shape>, 'type' | 'email'> & { type: (typeof kinds)[number]; email: string }
type Made = { link: Link; user: UserRow; changes: Partial<UserColumns>; verification: string }

/** POST /admin/generate_link: returns the link that a mail would carry, without sending the mail. */
export function adminGenerateLink(app: FastifyInstance, service: Service): void {
  app.post('/admin/generate_link', async (request) => {
    await requireAdmin(service, request)
    const body = readBody(request, shape)
    const type = kinds.find((kind) => kind === body.type)
    if (!type) throw invalid(`Invalid email action link type requested: ${body.type ?? ''}`)
    if (!body.email) throw invalid('An email address is required')
    const redirectTo = redirectTarget(service.settings, [
      body.redirect_to,
      queryValue(request, 'redirect_to'),
    ])
    const wanted = { ...body, type, email: emailAddress(body.email) }
    const passwordHash = await hashFor(service, wanted)
    const { link, user, verification } = await saving(() =>
      service.database.transaction(async (query) => {
        const made = await make(service, query, wanted, passwordHash, redirectTo)
        await updateUser(query, made.user.id, nowText(service), made.changes)
        return { ...made, user: { ...made.user, ...made.changes } }
      }),
    )
    return {
      ...userJson(user),
      action_link: link.url,
      email_otp: link.code,
      hashed_token: link.hash,
      verification_type: verification,
      redirect_to: redirectTo,
    }
  })
}

async function hashFor(service: Service, { type, password }: Wanted): Promise<string | null> {
  if (type !== 'signup') return null
  if (!password) throw invalid('Signup requires a valid password')
  requireStrong(password, service.settings)
  return service.passwords.hash(password)
}

async function make(
  service: Service,
  query: Query,
  wanted: Wanted,
  passwordHash: string | null,
  redirectTo: string,
): Promise<Made> {
  const { email, data } = wanted
  const now = nowText(service)
  const known = await findUserByEmail(query, email)
  // Like GoTrue, turn a magic link for an unknown address into a sign-up.
  const type = wanted.type === 'magiclink' && !known ? 'signup' : wanted.type
  const common = { to: email, redirectTo, challenge: null }
  if (type === 'signup' || type === 'invite') {
    if (type === 'signup' && known?.email_confirmed_at) throw authError('email_exists')
    const account = { email, phone: null, password: passwordHash, data, confirmed: false }
    const user =
      type === 'invite'
        ? await invitee(service, query, email, data)
        : (known ?? (await createAccount(service, query, account)))
    const link = await makeLink(service, query, { ...common, user, token: 'confirmation_token', type })
    const invited = type === 'invite' ? { invited_at: now } : {}
    const changes = { confirmation_token: link.hash, confirmation_sent_at: now, ...invited }
    return { link, user, changes, verification: type }
  }
  if (!known) throw authError('user_not_found', 'User with this email not found', { status: 404 })
  if (type === 'magiclink' || type === 'recovery') {
    const link = await makeLink(service, query, { ...common, user: known, token: 'recovery_token', type })
    return {
      link,
      user: known,
      changes: { recovery_token: link.hash, recovery_sent_at: now },
      verification: type,
    }
  }
  return changeOfAddress(service, query, known, { ...wanted, type }, redirectTo)
}

async function changeOfAddress(
  service: Service,
  query: Query,
  user: UserRow,
  { type, email, new_email }: Wanted,
  redirectTo: string,
): Promise<Made> {
  if (!new_email) throw invalid('The new email address should be provided')
  const wanted = emailAddress(new_email)
  if (await findUserByEmail(query, wanted)) throw authError('email_exists')
  const token = type === 'email_change_new' ? 'email_change_token_new' : 'email_change_token_current'
  const to = type === 'email_change_new' ? wanted : email
  const link = await makeLink(service, query, {
    user,
    to,
    token,
    type: 'email_change',
    redirectTo,
    challenge: null,
  })
  const asked = {
    email_change: wanted,
    email_change_sent_at: nowText(service),
    email_change_confirm_status: 0,
  }
  return { link, user, changes: { ...asked, [token]: link.hash }, verification: 'email_change' }
}
