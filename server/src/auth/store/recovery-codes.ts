import { sql } from '../../database/sql.ts'
import type { Query } from '../database.ts'
import { jsonRow } from './rows.ts'

/** A user's set of ten recovery codes, stored as hashes only. */
export type RecoverySet = { id: string; friendly_name: string; total: number; remaining: number }

/** Locked, so that a code cannot be used twice concurrently, nor while the set is being replaced. */
export async function lockRecoverySet(query: Query, userId: string): Promise<RecoverySet | null> {
  await query(sql`select from _server.recovery_code_sets where user_id = ${userId}::uuid for update`)
  return jsonRow(
    await query(sql`
      select jsonb_build_object('id', s.id, 'friendly_name', s.friendly_name,
        'total', count(c.code_hash), 'remaining', count(c.code_hash) filter (where c.used_at is null))
      from _server.recovery_code_sets s left join _server.recovery_codes c on c.set_id = s.id
      where s.user_id = ${userId}::uuid group by s.id`),
  )
}

export async function insertRecoverySet(
  query: Query,
  set: { id: string; userId: string; name: string; now: string },
): Promise<void> {
  await query(sql`
    insert into _server.recovery_code_sets (id, user_id, friendly_name, created_at, updated_at)
    values (${set.id}::uuid, ${set.userId}::uuid, ${set.name}, ${set.now}::timestamptz, ${set.now}::timestamptz)`)
}

/** Replaces all earlier codes. */
export async function replaceRecoveryCodes(
  query: Query,
  setId: string,
  hashes: string[],
  now: string,
): Promise<void> {
  await query(sql`delete from _server.recovery_codes where set_id = ${setId}::uuid`)
  await query(sql`
    insert into _server.recovery_codes (set_id, code_hash)
    select ${setId}::uuid, jsonb_array_elements_text(${JSON.stringify(hashes)}::jsonb)`)
  await query(
    sql`update _server.recovery_code_sets set updated_at = ${now}::timestamptz where id = ${setId}::uuid`,
  )
}

/** Marks the code as used; false when it is unknown or already used. */
export async function spendRecoveryCode(
  query: Query,
  setId: string,
  hash: string,
  now: string,
): Promise<boolean> {
  const rows = await query(sql`
    update _server.recovery_codes set used_at = ${now}::timestamptz
    where set_id = ${setId}::uuid and code_hash = ${hash} and used_at is null returning 1`)
  return rows.length > 0
}

export async function deleteRecoverySet(query: Query, userId: string): Promise<void> {
  await query(sql`delete from _server.recovery_code_sets where user_id = ${userId}::uuid`)
}
