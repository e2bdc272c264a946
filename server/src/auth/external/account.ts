import type { FastifyRequest } from 'fastify'
import { addressOf } from '../caller.ts'
import type { Query } from '../database.ts'
import { authError } from '../errors.ts'
import { withProvider } from '../identities/own-identity.ts'
import { uuid } from '../secrets.ts'
import { nowText, type Service } from '../service.ts'
import { audit } from '../store/audit-log.ts'
import { findIdentity, insertIdentity, ownerOfProvenEmail, touchIdentity } from '../store/identities.ts'
import {
  findUserByEmail,
  type IdentityRow,
  insertUser,
  lockUser,
  type UserRow,
  updateUser,
} from '../store/users.ts'
import { blankUser, confirmEmail } from '../users/new-user.ts'
import { isBanned, mergeMetadata } from '../users/user.ts'
import type { ExternalProfile } from './provider.ts'
import { takeOver } from './take-over.ts'

/** Someone as another service vouches for them. `provider` is a provider's name, or `sso:` and an SSO provider's id. */
export type Vouched = { provider: string; profile: ExternalProfile; emailOptional: boolean }

export const isSso = (provider: string): boolean => provider.startsWith('sso:')

/**
 * The account of someone a provider vouches for, found, linked or made, in the transaction of the sign-in
 * (auth reference §4). Only an address that the provider has verified leads to an existing account: anybody
 * can type another's address into a profile. Single sign-on accounts stay apart from all others.
 * The account may still wait for its address to be confirmed. Throws `user_banned`, `signup_disabled`,
 * `email_exists`, `provider_email_needs_verification`.
 */
export async function accountOf(
  service: Service,
  query: Query,
  request: FastifyRequest,
  vouched: Vouched,
): Promise<UserRow> {
  const { provider, profile } = vouched
  const known = await findIdentity(query, provider, profile.subject)
  if (known) return returning(service, query, known, vouched)
  const owner = isSso(provider) ? null : await ownerOf(query, profile)
  if (!owner) return newcomer(service, query, request, vouched)
  requireWelcome(service, owner)
  return addIdentity(service, query, await takeOver(service, query, owner, profile.email as string), vouched)
}

async function ownerOf(query: Query, { email, emailVerified }: ExternalProfile): Promise<UserRow | null> {
  if (!email || !emailVerified) return null
  const id = (await findUserByEmail(query, email))?.id ?? (await ownerOfProvenEmail(query, email))
  return id ? lockUser(query, id) : null
}

async function returning(
  service: Service,
  query: Query,
  identity: IdentityRow,
  { provider, profile }: Vouched,
): Promise<UserRow> {
  const now = nowText(service)
  const user = await lockUser(query, identity.user_id)
  if (!user) throw authError('user_not_found')
  requireWelcome(service, user)
  await touchIdentity(query, identity.id, now, profile.claims)
  const changes = {
    raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, profile.claims),
    ...(isSso(provider) && profile.email && { email: profile.email }),
  }
  await updateUser(query, user.id, now, changes)
  const identities = user.identities.map((row) =>
    row.id === identity.id
      ? { ...row, identity_data: profile.claims, email: profile.email, last_sign_in_at: now, updated_at: now }
      : row,
  )
  const current = { ...user, ...changes, identities }
  const proves = profile.emailVerified && profile.email === user.email
  return proves && !user.email_confirmed_at ? confirmEmail(service, query, current) : current
}

async function newcomer(
  service: Service,
  query: Query,
  request: FastifyRequest,
  vouched: Vouched,
): Promise<UserRow> {
  const { settings } = service
  const { provider, profile } = vouched
  if (!settings.enable_signup) throw authError('signup_disabled')
  const { email, emailVerified } = profile
  if (!email && !vouched.emailOptional) {
    throw authError('email_address_not_provided')
  }
  // An unproven address that is somebody's already stays theirs.
  const taken = email && !emailVerified && !isSso(provider) && (await findUserByEmail(query, email))
  if (taken) throw needsVerification(provider)
  const now = nowText(service)
  const columns = {
    ...blankUser,
    id: uuid(service.context.random),
    email,
    email_confirmed_at: email && (emailVerified || !settings.email.enable_confirmations) ? now : null,
    raw_app_meta_data: { provider, providers: [provider] },
    raw_user_meta_data: profile.claims,
    is_sso_user: isSso(provider),
    created_at: now,
    updated_at: now,
  }
  await insertUser(query, columns)
  const user = {
    ...columns,
    identities: [await identityFor(service, query, columns.id, vouched)],
    factors: [],
  }
  await audit(query, service.context.random, {
    action: 'user_signedup',
    actor: user,
    address: addressOf(request),
    now,
    traits: { provider },
  })
  return user
}

/** One more way to sign in to an account. */
export async function addIdentity(
  service: Service,
  query: Query,
  user: UserRow,
  vouched: Vouched,
): Promise<UserRow> {
  const now = nowText(service)
  const changes = {
    raw_app_meta_data: withProvider(user.raw_app_meta_data, vouched.provider),
    raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, vouched.profile.claims),
  }
  const identity = await identityFor(service, query, user.id, vouched)
  await updateUser(query, user.id, now, changes)
  return { ...user, ...changes, identities: [...user.identities, identity], updated_at: now }
}

async function identityFor(
  service: Service,
  query: Query,
  userId: string,
  { provider, profile }: Vouched,
): Promise<IdentityRow> {
  const now = nowText(service)
  const identity = {
    id: uuid(service.context.random),
    provider_id: profile.subject,
    user_id: userId,
    identity_data: profile.claims,
    provider,
    last_sign_in_at: now,
    created_at: now,
    updated_at: now,
  }
  await insertIdentity(query, identity)
  return { ...identity, email: profile.email }
}

function requireWelcome(service: Service, user: UserRow): void {
  if (isBanned(user, service.context.now())) throw authError('user_banned', undefined, { status: 403 })
}

const needsVerification = (provider: string) =>
  authError(
    'provider_email_needs_verification',
    `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
  )
