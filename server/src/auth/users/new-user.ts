import type { Query } from '../database.ts'
import { authError } from '../errors.ts'
import { ownIdentity } from '../identities/own-identity.ts'
import { uuid } from '../secrets.ts'
import { nowText, type Service } from '../service.ts'
import { insertIdentity, updateIdentityData } from '../store/identities.ts'
import { deleteOneTimeTokens } from '../store/one-time-tokens.ts'
import {
  type IdentityRow,
  insertUser,
  type Metadata,
  type UserColumns,
  type UserRow,
  updateUser,
} from '../store/users.ts'
import { mergeMetadata } from './user.ts'

/** An account and its first identity, by e-mail or by phone. */
export type NewAccount = {
  email: string | null
  phone: string | null
  /** Hash; null for an account that signs in by links alone. */
  password: string | null
  data: Metadata
  confirmed: boolean
}

/** Writes the account in the caller's transaction. The caller's own data never replace what this service says about the account. */
export async function createAccount(service: Service, query: Query, account: NewAccount): Promise<UserRow> {
  const user = accountRow(service, account)
  const { identities, factors: _none, ...columns } = user
  await insertUser(query, { ...columns, created_at: columns.created_at as string })
  for (const { email: _generated, ...identity } of identities) await insertIdentity(query, identity)
  return user
}

/** The account as it would be written; also what a sign-up with a taken address is shown. */
export function accountRow(
  service: Service,
  account: NewAccount,
  id = uuid(service.context.random),
): UserRow {
  const now = nowText(service)
  const provider = account.email ? 'email' : 'phone'
  const about = {
    sub: id,
    ...(account.email ? { email: account.email } : { phone: account.phone }),
    email_verified: false,
    phone_verified: false,
  }
  const identity: IdentityRow = {
    ...ownIdentity(service, id, provider, { ...account.data, ...about }),
    ...(account.email && { email: account.email }),
  }
  const confirmed = account.confirmed ? { [`${provider}_verified`]: true } : {}
  return {
    ...blankUser,
    id,
    email: account.email,
    phone: account.phone,
    encrypted_password: account.password ?? '',
    email_confirmed_at: account.confirmed && account.email ? now : null,
    phone_confirmed_at: account.confirmed && account.phone ? now : null,
    raw_app_meta_data: { provider, providers: [provider] },
    raw_user_meta_data: { ...account.data, ...about, ...confirmed },
    created_at: now,
    updated_at: now,
    identities: [identity],
    factors: [],
  }
}

/** Every column of an account that nothing is known of yet. */
export const blankUser: Omit<UserColumns, 'id' | 'created_at' | 'updated_at'> = {
  aud: 'authenticated',
  role: 'authenticated',
  email: null,
  encrypted_password: '',
  email_confirmed_at: null,
  invited_at: null,
  confirmation_token: '',
  confirmation_sent_at: null,
  recovery_token: '',
  recovery_sent_at: null,
  email_change: '',
  email_change_token_new: '',
  email_change_token_current: '',
  email_change_sent_at: null,
  email_change_confirm_status: 0,
  phone: null,
  phone_confirmed_at: null,
  phone_change: '',
  phone_change_token: '',
  phone_change_sent_at: null,
  reauthentication_token: '',
  reauthentication_sent_at: null,
  last_sign_in_at: null,
  raw_app_meta_data: {},
  raw_user_meta_data: {},
  banned_until: null,
  is_sso_user: false,
  deleted_at: null,
  is_anonymous: false,
}

/** The address is proven: the account is confirmed, its identity says so, and every pending code stops working. */
export async function confirmEmail(service: Service, query: Query, user: UserRow): Promise<UserRow> {
  const now = nowText(service)
  const verified = { email_verified: true }
  const changes = {
    email_confirmed_at: user.email_confirmed_at ?? now,
    confirmation_token: '',
    recovery_token: '',
    raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, verified),
  }
  await updateUser(query, user.id, now, changes)
  await deleteOneTimeTokens(query, user.id)
  const identities = user.identities.map((identity) =>
    identity.provider === 'email' && identity.identity_data.email === user.email
      ? { ...identity, identity_data: { ...identity.identity_data, ...verified } }
      : identity,
  )
  for (const [index, identity] of identities.entries()) {
    if (identity === user.identities[index]) continue
    await updateIdentityData(query, identity.id, now, identity.identity_data)
  }
  return { ...user, ...changes, identities, updated_at: now }
}

/**
 * What the project's own triggers raise while an account is written must reach the operator's log with its
 * cause, and the client as one sentence.
 */
export async function savingUser<T>(saying: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isDatabaseError(error)) throw authError('unexpected_failure', saying, { cause: error })
    throw error
  }
}

/** Raised by the project's code or a constraint; a lock, a cancel or a lost connection is not. */
function isDatabaseError(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^(55P03|57|08|53)/.test(code)
}

/** Another account took the address between the look and the write. */
export function isTaken(error: unknown): 'email' | 'phone' | null {
  const { constraint } = ((error as { cause?: unknown }).cause ?? error) as { constraint?: string }
  if (constraint === 'users_email_partial_key') return 'email'
  if (constraint === 'users_phone_key') return 'phone'
  return null
}
