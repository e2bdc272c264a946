import { type Fragment, sql } from '../../database/sql.ts'
import type { Query } from '../database.ts'
import { insertRow, jsonRow, updateRow } from './rows.ts'

export type Metadata = { [key: string]: unknown }

/** A row of `auth.users`. Times are ISO 8601. Token columns of rows that a project seeded itself may be null. */
export type UserColumns = {
  id: string
  aud: string | null
  role: string | null
  email: string | null
  encrypted_password: string | null
  email_confirmed_at: string | null
  invited_at: string | null
  confirmation_token: string | null
  confirmation_sent_at: string | null
  recovery_token: string | null
  recovery_sent_at: string | null
  email_change: string | null
  email_change_token_new: string | null
  email_change_token_current: string | null
  email_change_sent_at: string | null
  email_change_confirm_status: number | null
  phone: string | null
  phone_confirmed_at: string | null
  phone_change: string | null
  phone_change_token: string | null
  phone_change_sent_at: string | null
  reauthentication_token: string | null
  reauthentication_sent_at: string | null
  last_sign_in_at: string | null
  raw_app_meta_data: Metadata | null
  raw_user_meta_data: Metadata | null
  created_at: string | null
  updated_at: string | null
  banned_until: string | null
  is_sso_user: boolean
  deleted_at: string | null
  is_anonymous: boolean
}

/** A row of `auth.identities`: one way a user signs in. */
export type IdentityRow = {
  id: string
  provider_id: string
  user_id: string
  identity_data: Metadata
  provider: string
  last_sign_in_at: string | null
  created_at: string | null
  updated_at: string | null
  email?: string | null
}

export type FactorRow = {
  id: string
  friendly_name: string | null
  /** A set of recovery codes is shown among the factors and has no row there. */
  factor_type: 'totp' | 'phone' | 'webauthn' | 'recovery_code'
  status: 'unverified' | 'verified'
  phone: string | null
  created_at: string
  updated_at: string
  last_challenged_at: string | null
}

/** A user with what belongs to them. */
export type UserRow = UserColumns & { identities: IdentityRow[]; factors: FactorRow[] }

/** A UserRow of `auth.users u`. Secrets of factors stay in the database. */
export const wholeUser = sql`to_jsonb(u) || jsonb_build_object(
  'identities', coalesce((select jsonb_agg(to_jsonb(i) order by i.created_at, i.id) from auth.identities i where i.user_id = u.id), '[]'::jsonb),
  'factors', coalesce((select jsonb_agg(to_jsonb(f) - '{secret,web_authn_credential}'::text[] order by f.created_at, f.id) from auth.mfa_factors f where f.user_id = u.id), '[]'::jsonb)
    || coalesce((select jsonb_agg(to_jsonb(r) - 'user_id' || '{"factor_type": "recovery_code", "status": "verified"}') from _server.recovery_code_sets r where r.user_id = u.id), '[]'::jsonb)
)`

const find = async (query: Query, condition: Fragment): Promise<UserRow | null> =>
  jsonRow<UserRow>(
    await query(
      sql`select ${wholeUser} from auth.users u where ${condition} and u.deleted_at is null limit 1`,
    ),
  )

export const findUserById = (query: Query, id: string) => find(query, sql`u.id = ${id}::uuid`)

/** Accounts of single sign-on may share an address with this one: they are never found by it. */
export const findUserByEmail = (query: Query, email: string) =>
  find(query, sql`u.email = ${email} and u.is_sso_user = false`)

export const findUserByPhone = (query: Query, phone: string) =>
  find(query, sql`u.phone = ${phone} and u.is_sso_user = false`)

/** Who was invited, or asked to confirm, with that token. */
export const findUserByConfirmationToken = (query: Query, token: string) =>
  find(query, sql`u.confirmation_token = ${token} and u.is_sso_user = false`)

/** The user with their row locked until the transaction ends, so that two changes of one account follow each other. */
export async function lockUser(query: Query, id: string): Promise<UserRow | null> {
  await query(sql`select from auth.users u where u.id = ${id}::uuid for update`)
  return findUserById(query, id)
}

/** For whom a session is asked: the user of a token's claims and the session it names, in one look. */
export async function findUserAndSession<S>(
  query: Query,
  userId: string,
  sessionId: string | null,
): Promise<{ user: UserRow | null; session: S | null }> {
  const found = jsonRow<{ user: UserRow | null; session: S | null }>(
    await query(sql`select jsonb_build_object(
      'user', (select ${wholeUser} from auth.users u where u.id = ${userId}::uuid and u.deleted_at is null),
      'session', (select to_jsonb(s) from auth.sessions s where s.id = ${sessionId}::uuid and s.user_id = ${userId}::uuid)
    )`),
  )
  return found ?? { user: null, session: null }
}

/** A new account as it is first written; token columns are blank, never null, as GoTrue reads them. */
export async function insertUser(
  query: Query,
  user: Partial<UserColumns> & { id: string; created_at: string },
): Promise<void> {
  await insertRow(query, 'users', {
    instance_id: '00000000-0000-0000-0000-000000000000',
    aud: 'authenticated',
    role: 'authenticated',
    confirmation_token: '',
    recovery_token: '',
    email_change_token_new: '',
    email_change: '',
    updated_at: user.created_at,
    ...user,
  })
}

export async function updateUser(
  query: Query,
  id: string,
  now: string,
  changes: Partial<UserColumns>,
): Promise<void> {
  await updateRow(query, 'users', id, { ...changes, updated_at: now })
}
