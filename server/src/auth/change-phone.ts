import type { Query } from './database.ts'
import { authError } from './errors.ts'
import { putOwnIdentity, withProvider } from './own-identity.ts'
import { nowText, type Service } from './service.ts'
import { type UserRow, updateUser } from './store/users.ts'

/** A new phone number for an account. Without a provider no code can be sent: where codes are asked for, it is refused. */
export async function setPhone(service: Service, query: Query, user: UserRow, phone: string): Promise<void> {
  if (service.settings.sms.enable_confirmations) {
    throw authError('phone_provider_disabled', 'Unsupported phone provider', { status: 400 })
  }
  const now = nowText(service)
  await putOwnIdentity(service, query, user, 'phone', { phone, phone_verified: true })
  await updateUser(query, user.id, now, {
    phone,
    phone_confirmed_at: now,
    phone_change: '',
    is_anonymous: false,
    raw_app_meta_data: withProvider(user.raw_app_meta_data, 'phone'),
  })
}
