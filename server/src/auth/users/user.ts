import type { FactorRow, IdentityRow, Metadata, UserRow } from '../store/users.ts'

/** A user as clients see them (auth reference §3.2). Hashes, tokens and internal columns must never appear here. */
export type UserJson = { id: string; email: string; phone: string; [field: string]: unknown }

export function userJson(user: UserRow): UserJson {
  return {
    id: user.id,
    aud: user.aud ?? 'authenticated',
    role: user.role ?? '',
    email: user.email ?? '',
    ...when('email_confirmed_at', user.email_confirmed_at),
    ...when('invited_at', user.invited_at),
    phone: user.phone ?? '',
    ...when('phone_confirmed_at', user.phone_confirmed_at),
    ...when('confirmation_sent_at', user.confirmation_sent_at),
    ...when('confirmed_at', confirmedAt(user)),
    ...when('recovery_sent_at', user.recovery_sent_at),
    ...text('new_email', user.email_change),
    ...when('email_change_sent_at', user.email_change_sent_at),
    ...text('new_phone', user.phone_change),
    ...when('phone_change_sent_at', user.phone_change_sent_at),
    ...when('reauthentication_sent_at', user.reauthentication_sent_at),
    ...when('last_sign_in_at', user.last_sign_in_at),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    ...(user.factors.length > 0 && { factors: user.factors.map(factorJson) }),
    identities: user.identities.map(identityJson),
    ...when('created_at', user.created_at),
    ...when('updated_at', user.updated_at),
    ...when('banned_until', user.banned_until),
    ...when('deleted_at', user.deleted_at),
    is_anonymous: user.is_anonymous,
  }
}

function identityJson(identity: IdentityRow): Metadata {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    ...when('last_sign_in_at', identity.last_sign_in_at),
    ...when('created_at', identity.created_at),
    ...when('updated_at', identity.updated_at),
    ...text('email', identity.email ?? (identity.identity_data.email as string | undefined) ?? null),
  }
}

export function factorJson(factor: FactorRow): Metadata {
  return {
    id: factor.id,
    ...text('friendly_name', factor.friendly_name),
    factor_type: factor.factor_type,
    status: factor.status,
    ...text('phone', factor.phone ?? null),
    ...when('created_at', factor.created_at),
    ...when('updated_at', factor.updated_at),
    ...when('last_challenged_at', factor.last_challenged_at ?? null),
  }
}

/** RFC 3339 in UTC with `Z`; PostgreSQL's JSON writes the same instant with `+00:00`. */
const when = (name: string, time: string | null) => (time ? { [name]: time.replace(/\+00:00$/, 'Z') } : {})
const text = (name: string, value: string | null) => (value ? { [name]: value } : {})

/** The earlier of the two confirmations. */
function confirmedAt({ email_confirmed_at: email, phone_confirmed_at: phone }: UserRow): string | null {
  if (!email || !phone) return email ?? phone
  return Date.parse(email) <= Date.parse(phone) ? email : phone
}

export const isConfirmed = (user: UserRow): boolean =>
  user.email_confirmed_at !== null || user.phone_confirmed_at !== null

export function isBanned(user: UserRow, now: Date): boolean {
  return user.banned_until !== null && Date.parse(user.banned_until) > now.getTime()
}

/** Metadata are merged key by key; `null` deletes a key. The prototype of an object is no key. */
export function mergeMetadata(old: Metadata | null, changes: Metadata): Metadata {
  const merged = new Map(Object.entries(old ?? {}))
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) merged.delete(key)
    else merged.set(key, value)
  }
  return Object.fromEntries(merged)
}
