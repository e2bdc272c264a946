import type { Query } from '../database.ts'
import { type Random, uuid } from '../secrets.ts'
import { insertRow } from './rows.ts'

/** GoTrue's actions, with the group of each. */
const groups = {
  login: 'account',
  logout: 'account',
  user_signedup: 'team',
  user_invited: 'team',
  user_deleted: 'team',
  user_repeated_signup: 'user',
  user_confirmation_requested: 'user',
  user_recovery_requested: 'user',
  user_reauthenticate_requested: 'user',
  user_modified: 'user',
  identity_unlinked: 'user',
  user_updated_password: 'user',
  token_refreshed: 'token',
  token_revoked: 'token',
  factor_in_progress: 'factor',
  factor_unenrolled: 'factor',
  factor_updated: 'factor',
  factor_deleted: 'factor',
  challenge_created: 'factor',
  verification_attempted: 'factor',
  mfa_code_login: 'factor',
  passkey_created: 'factor',
  passkey_updated: 'factor',
  passkey_deleted: 'factor',
  generate_recovery_codes: 'recovery_codes',
  recovery_codes_deleted: 'recovery_codes',
} as const

export type AuditEvent = {
  action: keyof typeof groups
  actor: { id: string; email: string | null; phone: string | null }
  address: string
  now: string
  traits?: Record<string, unknown>
}

/** Written in the transaction of the change. Never contains a token, password or code. */
export async function audit(query: Query, random: Random, event: AuditEvent): Promise<void> {
  const { actor } = event
  await insertRow(query, 'audit_log_entries', {
    instance_id: '00000000-0000-0000-0000-000000000000',
    id: uuid(random),
    created_at: event.now,
    ip_address: event.address,
    payload: {
      action: event.action,
      actor_id: actor.id,
      actor_username: actor.email || actor.phone || '',
      actor_via_sso: false,
      log_type: groups[event.action],
      ...(event.traits && { traits: event.traits }),
    },
  })
}
