import { sql } from '../../database/sql.ts'
import type { Query } from '../database.ts'
import { insertRow, jsonRow, updateRow } from './rows.ts'
import type { FactorRow, Metadata } from './users.ts'

/** A row of `auth.mfa_factors` with its encrypted secret; must not leave this service. */
export type SecretFactor = FactorRow & {
  user_id: string
  factor_type: 'totp' | 'phone' | 'webauthn'
  secret: string | null
  web_authn_credential: Metadata | null
}

/** A row of `auth.mfa_challenges`. */
export type ChallengeRow = {
  id: string
  factor_id: string
  created_at: string
  verified_at: string | null
  ip_address: string
  otp_code: string | null
  web_authn_session_data: Metadata | null
}

export async function insertFactor(
  query: Query,
  factor: Partial<SecretFactor> & Pick<SecretFactor, 'id' | 'user_id' | 'factor_type'>,
  now: string,
): Promise<void> {
  await insertRow(query, 'mfa_factors', { status: 'unverified', created_at: now, updated_at: now, ...factor })
}

export async function updateFactor(query: Query, id: string, now: string, changes: Metadata): Promise<void> {
  await updateRow(query, 'mfa_factors', id, { ...changes, updated_at: now })
}

/** The user's factor, locked until the transaction ends. */
export async function lockFactor(query: Query, userId: string, id: string): Promise<SecretFactor | null> {
  return jsonRow(
    await query(sql`
      select to_jsonb(f) from auth.mfa_factors f where f.id = ${id}::uuid and f.user_id = ${userId}::uuid for update`),
  )
}

export async function deleteFactor(query: Query, id: string): Promise<void> {
  await query(sql`delete from auth.mfa_factors where id = ${id}::uuid`)
}

/** Deletes unfinished enrolments: of one type, or those begun before `before`. */
export async function deleteUnverifiedFactors(
  query: Query,
  userId: string,
  which: { type: string } | { before: string },
): Promise<void> {
  const condition =
    'type' in which ? sql`factor_type::text = ${which.type}` : sql`created_at < ${which.before}::timestamptz`
  await query(sql`
    delete from auth.mfa_factors where user_id = ${userId}::uuid and status = 'unverified' and ${condition}`)
}

export async function insertChallenge(
  query: Query,
  challenge: Omit<ChallengeRow, 'verified_at'>,
): Promise<void> {
  await insertRow(query, 'mfa_challenges', challenge)
}

/** Locked, so that the second of two concurrent answers finds it answered. */
export async function lockChallenge(
  query: Query,
  factorId: string,
  id: string,
): Promise<ChallengeRow | null> {
  return jsonRow(
    await query(sql`
      select to_jsonb(c) from auth.mfa_challenges c
      where c.id = ${id}::uuid and c.factor_id = ${factorId}::uuid for update`),
  )
}

export async function answerChallenge(query: Query, id: string, now: string): Promise<void> {
  await updateRow(query, 'mfa_challenges', id, { verified_at: now })
}

/** Records the step as used; false when it or a later one was used before. */
export async function spendTotpStep(query: Query, factorId: string, step: number): Promise<boolean> {
  const rows = await query(sql`
    insert into _server.spent_totp_steps as spent (factor_id, step) values (${factorId}::uuid, ${step}::bigint)
    on conflict (factor_id) do update set step = excluded.step where spent.step < excluded.step
    returning 1`)
  return rows.length > 0
}
