import { sql } from '../../database/sql.ts'
import type { Query } from '../database.ts'
import { authError } from '../errors.ts'
import { withProvider } from '../identities/own-identity.ts'
import { nowText, type Service } from '../service.ts'
import { deleteIdentity } from '../store/identities.ts'
import { deleteSessions } from '../store/sessions.ts'
import { type UserRow, updateUser } from '../store/users.ts'
import { confirmEmail } from '../users/new-user.ts'

/**
 * Secures an existing account before a provider's verified address signs in to it. The account may have been created by
 * someone else in the hope that the owner of the address would join it: until its address is confirmed, no password,
 * identity, factor or session that opens it may survive. An account with a second factor is refused instead; its owner
 * signs in and links the provider manually.
 */
export async function takeOver(
  service: Service,
  query: Query,
  user: UserRow,
  email: string,
): Promise<UserRow> {
  const proven = user.identities.some(
    ({ identity_data: data }) => data.email === email && data.email_verified === true,
  )
  if (proven || user.email !== email) return user
  if (user.factors.some(({ status }) => status === 'verified')) throw authError('email_exists')
  const unconfirmed = user.email_confirmed_at === null
  const strangers = user.identities.filter(({ provider }) => unconfirmed || provider !== 'email')
  for (const { id } of strangers) await deleteIdentity(query, id)
  await deleteSessions(query, user.id, 'global', null)
  await query(sql`delete from auth.webauthn_credentials where user_id = ${user.id}::uuid`)
  const identities = user.identities.filter((identity) => !strangers.includes(identity))
  const { provider: _first, providers: _all, ...rights } = user.raw_app_meta_data ?? {}
  const changes = {
    encrypted_password: '',
    phone: null,
    phone_confirmed_at: null,
    raw_app_meta_data: identities.length > 0 ? withProvider(rights, 'email') : rights,
    ...(unconfirmed && { raw_user_meta_data: {} }),
  }
  await updateUser(query, user.id, nowText(service), changes)
  return confirmEmail(service, query, { ...user, ...changes, identities })
}
