import type { Query } from '../database.ts'
import { uuid } from '../secrets.ts'
import { nowText, type Service } from '../service.ts'
import { insertIdentity, updateIdentityData } from '../store/identities.ts'
import type { IdentityRow, Metadata, UserRow } from '../store/users.ts'

/** The identities of an account's own e-mail and phone: they bear the user's id, unlike those of a provider. */
export type OwnProvider = 'email' | 'phone'

export function ownIdentity(
  service: Service,
  userId: string,
  provider: OwnProvider,
  data: Metadata,
): Omit<IdentityRow, 'email'> {
  const now = nowText(service)
  return {
    id: uuid(service.context.random),
    provider_id: userId,
    user_id: userId,
    provider,
    identity_data: { email_verified: false, phone_verified: false, ...data, sub: userId },
    last_sign_in_at: now,
    created_at: now,
    updated_at: now,
  }
}

/** What is now known of the account's e-mail or phone, in its identity; the first time makes one. */
export async function putOwnIdentity(
  service: Service,
  query: Query,
  user: Pick<UserRow, 'id' | 'identities'>,
  provider: OwnProvider,
  about: Metadata,
): Promise<void> {
  const known = user.identities.find((identity) => identity.provider === provider)
  if (!known) await insertIdentity(query, ownIdentity(service, user.id, provider, about))
  else await updateIdentityData(query, known.id, nowText(service), { ...known.identity_data, ...about })
}

/** `app_metadata` with one more way to sign in; the first way stays the first. */
export function withProvider(metadata: Metadata | null, provider: string): Metadata {
  const providers = (metadata?.providers as string[] | undefined) ?? []
  return { provider, ...metadata, providers: [...new Set([...providers, provider])] }
}
