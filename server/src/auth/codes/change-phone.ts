import type { Query } from '../database.ts'
import { authError } from '../errors.ts'
import { putOwnIdentity, withProvider } from '../identities/own-identity.ts'
import { nowText, type Service } from '../service.ts'
import { deleteOneTimeTokens } from '../store/one-time-tokens.ts'
import { findUserByPhone, type UserRow, updateUser } from '../store/users.ts'
import { mergeMetadata } from '../users/user.ts'
import { putPhoneCode, type Text } from './phone-code.ts'

/** Sets a new phone number: at once where numbers are not confirmed, else once its code is verified. */
export async function setPhone(service: Service, query: Query, user: UserRow, phone: string): Promise<void> {
  const now = nowText(service)
  await putOwnIdentity(service, query, user, 'phone', { phone, phone_verified: true })
  await updateUser(query, user.id, now, {
    phone,
    phone_confirmed_at: now,
    phone_change: '',
    phone_change_token: '',
    is_anonymous: false,
    raw_app_meta_data: withProvider(user.raw_app_meta_data, 'phone'),
  })
}

/** Stores the pending number and creates its code. */
export async function askForNewPhone(
  service: Service,
  query: Query,
  user: UserRow,
  phone: string,
  channel: string | null,
): Promise<Text> {
  await updateUser(query, user.id, nowText(service), { phone_change: phone })
  return putPhoneCode(service, query, user, phone, 'phone_change', channel ?? 'sms')
}

/** Confirms the pending number. Throws when another account has taken it since. */
export async function confirmNewPhone(service: Service, query: Query, user: UserRow): Promise<UserRow> {
  const phone = user.phone_change
  if (!phone) throw authError('otp_expired')
  const owner = await findUserByPhone(query, phone)
  if (owner && owner.id !== user.id) throw authError('phone_exists')
  await setPhone(service, query, user, phone)
  await deleteOneTimeTokens(query, user.id)
  const now = nowText(service)
  return {
    ...user,
    phone,
    phone_confirmed_at: now,
    phone_change: '',
    phone_change_token: '',
    updated_at: now,
  }
}

/** Confirms the number that the account signed up with. */
export async function confirmPhone(service: Service, query: Query, user: UserRow): Promise<UserRow> {
  const now = nowText(service)
  const changes = {
    phone_confirmed_at: user.phone_confirmed_at ?? now,
    confirmation_token: '',
    raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, { phone_verified: true }),
  }
  await putOwnIdentity(service, query, user, 'phone', { phone: user.phone, phone_verified: true })
  await updateUser(query, user.id, now, changes)
  await deleteOneTimeTokens(query, user.id)
  return { ...user, ...changes, updated_at: now }
}
