import { sql } from '../../database/sql.ts'
import type { Query } from '../database.ts'
import { jsonRow } from './rows.ts'

export type TokenType =
  | 'confirmation_token'
  | 'reauthentication_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'phone_change_token'

export type OneTimeTokenRow = {
  user_id: string
  token_type: TokenType
  token_hash: string
  relates_to: string
}

/** One token per user and type: a new one replaces and invalidates the last. */
export async function putOneTimeToken(
  query: Query,
  token: OneTimeTokenRow & { id: string; now: string },
): Promise<void> {
  await query(sql`
    insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
    values (${token.id}::uuid, ${token.user_id}::uuid, ${token.token_type}::auth.one_time_token_type, ${token.token_hash}, ${token.relates_to},
      ${token.now}::timestamptz at time zone 'utc', ${token.now}::timestamptz at time zone 'utc')
    on conflict (user_id, token_type) do update set
      id = excluded.id, token_hash = excluded.token_hash, relates_to = excluded.relates_to,
      created_at = excluded.created_at, updated_at = excluded.updated_at`)
}

/** The token with one of these hashes, locked: the second of two concurrent requests finds it deleted. */
export async function lockOneTimeToken(
  query: Query,
  hashes: string[],
  types: TokenType[],
): Promise<OneTimeTokenRow | null> {
  return jsonRow(
    await query(sql`
      select to_jsonb(t) from auth.one_time_tokens t
      where t.token_hash in (${list(hashes)}) and t.token_type::text in (${list(types)})
      limit 1 for update`),
  )
}

/** Invalidates every pending code and link of the user. */
export async function deleteOneTimeTokens(query: Query, userId: string): Promise<void> {
  await query(sql`delete from auth.one_time_tokens where user_id = ${userId}::uuid`)
}

export async function deleteOneTimeToken(query: Query, userId: string, type: TokenType): Promise<void> {
  await query(sql`
    delete from auth.one_time_tokens
    where user_id = ${userId}::uuid and token_type = ${type}::auth.one_time_token_type`)
}

const list = (values: string[]) =>
  sql.join(
    values.map((value) => sql`${value}`),
    ', ',
  )
