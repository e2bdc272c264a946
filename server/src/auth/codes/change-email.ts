import type { Query } from '../database.ts'
import { putOwnIdentity, withProvider } from '../identities/own-identity.ts'
import { beginFlow, type Challenge } from '../identities/pkce.ts'
import { nowText, type Service } from '../service.ts'
import { deleteOneTimeToken, deleteOneTimeTokens, type TokenType } from '../store/one-time-tokens.ts'
import { findUserById, type UserColumns, type UserRow, updateUser } from '../store/users.ts'
import { mergeMetadata } from '../users/user.ts'
import { sendLink } from './mail-link.ts'

/**
 * Requests a new e-mail address for an account. Where addresses are confirmed, the change takes effect when the link
 * sent to the new address is followed and, with `double_confirm_changes`, the link sent to the old one as well.
 */
export async function askForNewEmail(
  service: Service,
  query: Query,
  user: UserRow,
  newEmail: string,
  options: { challenge: Challenge | null; redirectTo: string },
): Promise<void> {
  const now = nowText(service)
  const mail = { user, template: 'email_change', type: 'email_change', newEmail, ...options } as const
  const changes: Partial<UserColumns> = {
    email_change: newEmail,
    email_change_sent_at: now,
    email_change_confirm_status: 0,
    email_change_token_current: '',
    email_change_token_new: await sendLink(service, query, {
      ...mail,
      to: newEmail,
      token: 'email_change_token_new',
    }),
  }
  if (service.settings.email.double_confirm_changes && user.email) {
    changes.email_change_token_current = await sendLink(service, query, {
      ...mail,
      to: user.email,
      token: 'email_change_token_current',
    })
  }
  if (options.challenge) await beginFlow(service, query, user.id, options.challenge, 'email_change')
  await updateUser(query, user.id, now, changes)
}

/** Confirms one link of the change. Returns null while the other link is pending. */
export async function confirmNewEmail(
  service: Service,
  query: Query,
  user: UserRow,
  token: TokenType,
): Promise<UserRow | null> {
  const other =
    token === 'email_change_token_new' ? user.email_change_token_current : user.email_change_token_new
  if (other && user.email_change_confirm_status === 0) {
    await deleteOneTimeToken(query, user.id, token)
    await updateUser(query, user.id, nowText(service), { email_change_confirm_status: 1, [token]: '' })
    return null
  }
  return setEmail(service, query, user, user.email_change as string)
}

/** Sets the address of the account and of its e-mail identity. */
export async function setEmail(
  service: Service,
  query: Query,
  user: UserRow,
  email: string,
): Promise<UserRow> {
  const now = nowText(service)
  const about = { email, email_verified: true }
  await putOwnIdentity(service, query, user, 'email', about)
  const changes: Partial<UserColumns> = {
    email,
    email_confirmed_at: now,
    email_change: '',
    email_change_token_new: '',
    email_change_token_current: '',
    email_change_confirm_status: 0,
    is_anonymous: false,
    raw_app_meta_data: withProvider(user.raw_app_meta_data, 'email'),
    raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, about),
  }
  await updateUser(query, user.id, now, changes)
  await deleteOneTimeTokens(query, user.id)
  return (await findUserById(query, user.id)) ?? user
}
