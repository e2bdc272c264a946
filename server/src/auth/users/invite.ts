import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { auditByAdmin } from '../admin/admin-audit.ts'
import { saving } from '../admin/admin-user-create.ts'
import { requireAdmin } from '../caller.ts'
import { emailAddress } from '../codes/email-address.ts'
import { sendLink } from '../codes/mail-link.ts'
import type { Query } from '../database.ts'
import { authError, invalid } from '../errors.ts'
import { redirectFor } from '../identities/redirect-url.ts'
import { metadata, optionalText, readBody } from '../request-body.ts'
import { nowText, type Service } from '../service.ts'
import { findUserByEmail, type Metadata, type UserRow, updateUser } from '../store/users.ts'
import { createAccount } from './new-user.ts'
import { userJson } from './user.ts'

const shape = z.object({ email: optionalText, data: metadata })

/** POST /invite: creates an account and mails an invitation link. */
export function invite(app: FastifyInstance, service: Service): void {
  app.post('/invite', async (request) => {
    await requireAdmin(service, request)
    const { email: text, data } = readBody(request, shape)
    if (!text) throw invalid('An email address is required')
    const email = emailAddress(text)
    const redirectTo = redirectFor(service.settings, request)
    const now = nowText(service)
    const user = await saving(() =>
      service.database.transaction(async (query) => {
        const invited = await invitee(service, query, email, data)
        const link = { template: 'invite', token: 'confirmation_token', type: 'invite' } as const
        const hash = await sendLink(service, query, {
          ...link,
          user: invited,
          to: email,
          redirectTo,
          challenge: null,
        })
        const sent = { confirmation_token: hash, confirmation_sent_at: now, invited_at: now }
        await updateUser(query, invited.id, now, sent)
        await auditByAdmin(service, query, request, 'user_invited', invited)
        return { ...invited, ...sent, updated_at: now }
      }),
    )
    return userJson(user)
  })
}

/** The account to invite: new, or existing and unconfirmed. Throws `email_exists`. */
export async function invitee(
  service: Service,
  query: Query,
  email: string,
  data: Metadata,
): Promise<UserRow> {
  const known = await findUserByEmail(query, email)
  if (known?.email_confirmed_at) throw authError('email_exists')
  return (
    known ?? createAccount(service, query, { email, phone: null, password: null, data, confirmed: false })
  )
}
