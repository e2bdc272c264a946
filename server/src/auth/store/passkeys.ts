import { sql } from '../../database/sql.ts'
import type { Query } from '../database.ts'
import type { Credential, NewCredential } from '../passkeys/webauthn.ts'
import { insertRow, jsonRow } from './rows.ts'

/** A passkey's public data. */
export type PasskeyRow = Credential & {
  row: string
  userId: string
  name: string
  createdAt: string
  lastUsedAt: string | null
}

/** Our own bytea columns as base64url. */
const passkey = sql`jsonb_build_object(
  'row', p.id, 'userId', p.user_id, 'name', p.friendly_name, 'createdAt', p.created_at, 'lastUsedAt', p.last_used_at,
  'id', translate(encode(p.credential_id, 'base64'), E'+/=\n', '-_'),
  'publicKey', translate(encode(p.public_key, 'base64'), E'+/=\n', '-_'),
  'counter', p.sign_count, 'transports', p.transports)`

export async function passkeysOf(query: Query, userId: string): Promise<PasskeyRow[]> {
  const rows = await query(sql`
    select coalesce(jsonb_agg(${passkey} order by p.created_at, p.id), '[]'::jsonb)
    from auth.webauthn_credentials p where p.user_id = ${userId}::uuid`)
  return jsonRow<PasskeyRow[]>(rows) ?? []
}

/** Locked, so that the second of two concurrent uses sees the first one's counter. */
export async function lockPasskey(query: Query, credentialId: string): Promise<PasskeyRow | null> {
  const bytes = Buffer.from(credentialId, 'base64url').toString('hex')
  return jsonRow(
    await query(sql`
      select ${passkey} from auth.webauthn_credentials p where p.credential_id = decode(${bytes}, 'hex') for update`),
  )
}

export async function insertPasskey(
  query: Query,
  id: string,
  userId: string,
  credential: NewCredential,
  now: string,
): Promise<void> {
  const bytes = (text: string) => `\\x${Buffer.from(text, 'base64url').toString('hex')}`
  await insertRow(query, 'webauthn_credentials', {
    id,
    user_id: userId,
    credential_id: bytes(credential.id),
    public_key: bytes(credential.publicKey),
    attestation_type: 'none',
    aaguid: credential.aaguid,
    sign_count: credential.counter,
    transports: credential.transports,
    backup_eligible: credential.backupEligible,
    backed_up: credential.backedUp,
    friendly_name: '',
    created_at: now,
    updated_at: now,
  })
}

export async function usePasskey(
  query: Query,
  id: string,
  use: { counter: number; backedUp: boolean; now: string },
): Promise<void> {
  await query(sql`
    update auth.webauthn_credentials set sign_count = ${use.counter}::bigint, backed_up = ${use.backedUp}::boolean,
      last_used_at = ${use.now}::timestamptz, updated_at = ${use.now}::timestamptz
    where id = ${id}::uuid`)
}

/** Returns false when the user has no such passkey. */
export async function renamePasskey(
  query: Query,
  userId: string,
  id: string,
  name: string,
  now: string,
): Promise<boolean> {
  const rows = await query(sql`
    update auth.webauthn_credentials set friendly_name = ${name}, updated_at = ${now}::timestamptz
    where id = ${id}::uuid and user_id = ${userId}::uuid returning 1`)
  return rows.length > 0
}

export async function deletePasskey(query: Query, userId: string, id: string): Promise<boolean> {
  const rows = await query(sql`
    delete from auth.webauthn_credentials where id = ${id}::uuid and user_id = ${userId}::uuid returning 1`)
  return rows.length > 0
}

export type PasskeyChallenge = { id: string; user_id: string | null; challenge: string; expires_at: string }

export async function insertPasskeyChallenge(
  query: Query,
  challenge: PasskeyChallenge & { type: 'registration' | 'authentication'; now: string },
): Promise<void> {
  await insertRow(query, 'webauthn_challenges', {
    id: challenge.id,
    user_id: challenge.user_id,
    challenge_type: challenge.type,
    session_data: { challenge: challenge.challenge },
    created_at: challenge.now,
    expires_at: challenge.expires_at,
  })
}

/** Deletes and returns the challenge, so that it can be answered once. */
export async function takePasskeyChallenge(
  query: Query,
  id: string,
  type: 'registration' | 'authentication',
): Promise<PasskeyChallenge | null> {
  return jsonRow(
    await query(sql`
      delete from auth.webauthn_challenges c where c.id = ${id}::uuid and c.challenge_type = ${type}
      returning jsonb_build_object('id', c.id, 'user_id', c.user_id,
        'challenge', c.session_data ->> 'challenge', 'expires_at', c.expires_at)`),
  )
}
