import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthProject, authProject } from './auth-project.ts'

/**
 * GoTrue's columns of schema `auth` (auth reference §12), so that a dump can be restored there. A name without a type
 * leaves it open; `!` means not null.
 */
const tables: Record<string, string> = {
  users: `instance_id uuid, id uuid!, aud, role, email varchar(255), encrypted_password, email_confirmed_at, invited_at,
    confirmation_token, confirmation_sent_at, recovery_token, recovery_sent_at, email_change_token_new, email_change,
    email_change_sent_at, last_sign_in_at, raw_app_meta_data jsonb, raw_user_meta_data jsonb, is_super_admin, created_at,
    updated_at, phone text, phone_confirmed_at, phone_change, phone_change_token, phone_change_sent_at, confirmed_at,
    email_change_token_current, email_change_confirm_status smallint, banned_until, reauthentication_token,
    reauthentication_sent_at, is_sso_user boolean!, deleted_at, is_anonymous boolean!`,
  identities: `provider_id text!, user_id uuid!, identity_data jsonb!, provider text!, last_sign_in_at, created_at,
    updated_at, email, id uuid!`,
  sessions: `id uuid!, user_id uuid!, created_at, updated_at, factor_id uuid, aal auth.aal_level, not_after,
    refreshed_at timestamp without time zone, user_agent, ip inet, tag, oauth_client_id, refresh_token_hmac_key,
    refresh_token_counter, scopes`,
  refresh_tokens: `instance_id, id bigint!, token varchar(255), user_id varchar(255), revoked boolean, created_at,
    updated_at, parent varchar(255), session_id uuid`,
  mfa_factors: `id uuid!, user_id uuid!, friendly_name, factor_type auth.factor_type!, status auth.factor_status!,
    created_at timestamptz!, updated_at timestamptz!, secret, phone, last_challenged_at, web_authn_credential jsonb,
    web_authn_aaguid uuid, last_webauthn_challenge_data jsonb`,
  mfa_challenges: `id uuid!, factor_id uuid!, created_at timestamptz!, verified_at, ip_address inet!, otp_code,
    web_authn_session_data jsonb`,
  mfa_amr_claims: `session_id uuid!, created_at timestamptz!, updated_at timestamptz!, authentication_method text!, id uuid!`,
  one_time_tokens: `id uuid!, user_id uuid!, token_type auth.one_time_token_type!, token_hash text!, relates_to text!,
    created_at timestamp without time zone!, updated_at timestamp without time zone!`,
  flow_state: `id uuid!, user_id uuid, auth_code, code_challenge_method auth.code_challenge_method, code_challenge,
    provider_type text!, provider_access_token, provider_refresh_token, created_at, updated_at,
    authentication_method text!, auth_code_issued_at, invite_token, referrer, oauth_client_state_id uuid,
    linking_target_id uuid, email_optional boolean!`,
  audit_log_entries: `instance_id uuid, id uuid!, payload json, created_at, ip_address varchar(64)!`,
}

const enums = {
  aal_level: ['aal1', 'aal2', 'aal3'],
  factor_type: ['totp', 'webauthn', 'phone'],
  factor_status: ['unverified', 'verified'],
  code_challenge_method: ['s256', 'plain'],
}

let project: AuthProject
beforeAll(async () => {
  project = await authProject()
})
afterAll(() => project.stop())

describe('the columns of schema auth', () => {
  it.each(Object.entries(tables))(
    'of %s match GoTrue’s in name, type and nullability',
    async (table, list) => {
      const { rows } = await project.admin.query<{ name: string; type: string; required: boolean }>(
        `select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as required from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
        [`auth.${table}`],
      )
      const present = new Map(
        rows.map(({ name, type, required }) => [name, `${short(type)}${required ? '!' : ''}`]),
      )
      const wanted = list.split(',').map((entry) => entry.trim().replace(/\s+/g, ' '))
      expect([...present.keys()].sort()).toEqual(wanted.map((entry) => entry.split(' ')[0] as string).sort())
      for (const entry of wanted.filter((text) => text.includes(' '))) {
        const [name = '', ...type] = entry.split(' ')
        expect(`${name} ${present.get(name)}`).toBe(`${name} ${type.join(' ')}`)
      }
    },
  )

  it.each(Object.entries(enums))('of type %s have GoTrue’s values, in its order', async (type, words) => {
    const { rows } = await project.admin.query(`select unnest(enum_range(null::auth.${type}))::text as word`)
    expect(rows.map(({ word }) => word)).toEqual(words)
  })
})

const short = (type: string) =>
  type.replace('character varying', 'varchar').replace('timestamp with time zone', 'timestamptz')
