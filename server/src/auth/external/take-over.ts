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
 * An account that a provider's verified address leads to, made safe for the owner of that address. Whoever
 * made it may have been someone else, waiting for the owner to come: until the address is proven, by a mail of
 * ours or by a provider, nothing that opens the account may survive. An account with a second factor cannot be
 * made safe so, and is refused: its owner signs in and links the provider by hand.
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
