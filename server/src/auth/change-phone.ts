import type { Query } from './database.ts'
import { authError } from './errors.ts'
import { uuid } from './secrets.ts'
import { nowText, type Service } from './service.ts'
import { insertIdentity, updateIdentityData } from './store/identities.ts'
import { type UserRow, updateUser } from './store/users.ts'

/** A new phone number for an account. Without a provider no code can be sent: where codes are asked for, it is refused. */
export async function setPhone(service: Service, query: Query, user: UserRow, phone: string): Promise<void> {
  if (service.settings.sms.enable_confirmations) {
    throw authError('phone_provider_disabled', 'Unsupported phone provider', { status: 400 })
  }
  const now = nowText(service)
  const about = { phone, phone_verified: true }
  const known = user.identities.find(({ provider }) => provider === 'phone')
  if (known) await updateIdentityData(query, known.id, now, { ...known.identity_data, ...about })
  else {
    await insertIdentity(query, {
      id: uuid(service.context.random),
      provider_id: user.id,
      user_id: user.id,
      provider: 'phone',
      identity_data: { sub: user.id, email_verified: false, ...about },
      last_sign_in_at: now,
      created_at: now,
      updated_at: now,
    })
  }
  const providers = new Set((user.raw_app_meta_data?.providers as string[] | undefined) ?? []).add('phone')
  await updateUser(query, user.id, now, {
    phone,
    phone_confirmed_at: now,
    phone_change: '',
    is_anonymous: false,
    raw_app_meta_data: { provider: 'phone', ...user.raw_app_meta_data, providers: [...providers] },
  })
}
