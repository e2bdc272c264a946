import type { Query } from '../database.ts'
import { authError } from '../errors.ts'
import { nowText, type Service } from '../service.ts'
import { findIdentity } from '../store/identities.ts'
import { findUserByEmail, lockUser, type UserRow, updateUser } from '../store/users.ts'
import { isBanned } from '../users/user.ts'
import { addIdentity, type Vouched } from './account.ts'

/**
 * Links a provider's identity to a signed-in account. An account without an address takes the provider's verified one;
 * an anonymous account becomes permanent. Throws `identity_already_exists` and `email_exists`.
 */
export async function linkTo(
  service: Service,
  query: Query,
  userId: string,
  vouched: Vouched,
): Promise<UserRow> {
  const { provider, profile } = vouched
  const user = await lockUser(query, userId)
  if (!user) throw authError('user_not_found')
  if (isBanned(user, service.context.now())) throw authError('user_banned', undefined, { status: 403 })
  const known = await findIdentity(query, provider, profile.subject)
  if (known) {
    const another = known.user_id === user.id ? undefined : 'Identity is already linked to another user'
    throw authError('identity_already_exists', another)
  }
  const linked = await addIdentity(service, query, user, vouched)
  const gained = !user.email && profile.emailVerified ? profile.email : null
  if (gained && (await findUserByEmail(query, gained))) throw authError('email_exists')
  const now = nowText(service)
  const changes = {
    is_anonymous: false,
    ...(gained && { email: gained, email_confirmed_at: now }),
  }
  await updateUser(query, user.id, now, changes)
  return { ...linked, ...changes }
}
