import type { Query } from '../database.ts'
import { uuid } from '../secrets.ts'
import { nowText, type Service } from '../service.ts'
import { insertIdentity, updateIdentityData } from '../store/identities.ts'
import type { IdentityRow, Metadata, UserRow } from '../store/users.ts'

/** Identities for an account's own e-mail and phone. Their subject is the user's id, unlike a provider's. */
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

/** Creates or updates the identity for the account's e-mail or phone. */
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

/** Adds a provider to `app_metadata`; the first provider stays the main one. */
export function withProvider(metadata: Metadata | null, provider: string): Metadata {
  const providers = (metadata?.providers as string[] | undefined) ?? []
  return { provider, ...metadata, providers: [...new Set([...providers, provider])] }
}
