// Owns the mapping from errors of the auth service or its client to the sentence a person reads. It goes by codes, and by
// words only where the client throws without a code. The original wording is never shown.

const BY_CODE = {
  invalid_credentials: 'invalid_credentials',
  email_not_confirmed: 'email_not_confirmed',
  phone_not_confirmed: 'phone_not_confirmed',
  user_already_exists: 'account_exists',
  email_exists: 'account_exists',
  phone_exists: 'account_exists',
  user_banned: 'account_suspended',
  over_request_rate_limit: 'too_many_attempts',
  over_email_send_rate_limit: 'too_many_messages',
  over_sms_send_rate_limit: 'too_many_messages',
  weak_password: 'weak_password',
  same_password: 'same_password',
  email_address_invalid: 'address_refused',
  email_address_not_authorized: 'address_refused',
  validation_failed: 'address_refused',
  signup_disabled: 'signup_closed',
  email_provider_disabled: 'email_closed',
  phone_provider_disabled: 'phone_closed',
  sms_send_failed: 'sms_not_sent',
  otp_expired: 'link_expired',
  flow_state_expired: 'link_expired',
  flow_state_not_found: 'link_expired',
  bad_code_verifier: 'link_other_browser',
  pkce_code_verifier_not_found: 'link_other_browser',
  access_denied: 'access_denied',
  captcha_failed: 'captcha_failed',
  reauthentication_needed: 'reauthentication_needed',
  reauthentication_not_valid: 'code_wrong',
  current_password_required: 'current_password',
  current_password_invalid: 'current_password',
  current_password_mismatch: 'current_password',
  insufficient_aal: 'second_factor_needed',
  mfa_verification_failed: 'code_wrong',
  mfa_verification_rejected: 'code_wrong',
  mfa_challenge_expired: 'challenge_expired',
  mfa_ip_address_mismatch: 'challenge_expired',
  mfa_factor_not_found: 'method_gone',
  mfa_factor_name_conflict: 'factor_name_taken',
  mfa_verified_factor_exists: 'method_exists',
  too_many_enrolled_mfa_factors: 'too_many_factors',
  mfa_totp_enroll_not_enabled: 'method_closed',
  mfa_totp_verify_not_enabled: 'method_closed',
  mfa_phone_enroll_not_enabled: 'method_closed',
  mfa_phone_verify_not_enabled: 'method_closed',
  mfa_webauthn_enroll_not_enabled: 'method_closed',
  mfa_webauthn_verify_not_enabled: 'method_closed',
  mfa_recovery_codes_enroll_not_enabled: 'method_closed',
  mfa_recovery_codes_verify_not_enabled: 'method_closed',
  mfa_recovery_codes_sole_factor: 'recovery_needs_factor',
  mfa_recovery_codes_locked: 'too_many_attempts',
  passkey_disabled: 'method_closed',
  too_many_passkeys: 'too_many_factors',
  webauthn_credential_exists: 'passkey_exists',
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'passkey_exists',
  webauthn_challenge_not_found: 'challenge_expired',
  webauthn_challenge_expired: 'challenge_expired',
  webauthn_verification_failed: 'passkey_failed',
  ERROR_CEREMONY_ABORTED: 'passkey_cancelled',
  identity_not_found: 'method_gone',
  identity_already_exists: 'identity_taken',
  single_identity_not_deletable: 'last_identity',
  email_conflict_identity_not_deletable: 'last_identity',
  manual_linking_disabled: 'method_closed',
  provider_disabled: 'method_closed',
  oauth_provider_not_supported: 'method_closed',
  provider_email_needs_verification: 'email_not_confirmed',
  bad_oauth_state: 'provider_failed',
  bad_oauth_callback: 'provider_failed',
  oauth_invalid_state: 'provider_failed',
  flow_state_already_used: 'link_expired',
  anonymous_provider_disabled: 'anonymous_closed',
  saml_provider_disabled: 'method_closed',
  sso_provider_not_found: 'sso_unknown',
  sso_provider_disabled: 'sso_unknown',
  user_sso_managed: 'sso_managed',
  user_not_found: 'session_missing',
  session_expired: 'session_missing',
  session_not_found: 'session_missing',
  refresh_token_not_found: 'session_missing',
  refresh_token_already_used: 'session_missing',
  bad_jwt: 'token_invalid',
  request_timeout: 'unavailable',
  unexpected_failure: 'unavailable',
  conflict: 'too_many_attempts',
  otp_disabled: 'signup_closed',
  no_authorization: 'session_missing',
  not_admin: 'not_allowed',
  bad_json: 'request_refused',
  request_entity_too_large: 'request_refused',
  unknown: 'request_refused',
  feature_disabled: 'method_closed',
  web3_provider_disabled: 'method_closed',
  email_address_not_provided: 'provider_without_email',
  saml_assertion_no_email: 'provider_without_email',
  saml_assertion_no_user_id: 'provider_failed',
  saml_idp_not_found: 'provider_failed',
  saml_relay_state_expired: 'provider_failed',
  saml_relay_state_not_found: 'provider_failed',
  invite_not_found: 'invite_other_address',
  saml_entity_id_mismatch: 'company_setting_refused',
  saml_idp_already_exists: 'company_setting_refused',
  saml_metadata_fetch_failed: 'company_setting_refused',
  sso_domain_already_exists: 'company_setting_refused',
} as const satisfies Record<string, string>

const BY_MESSAGE = {
  'You must provide either an email or phone number and a password': 'identifier_missing',
  'You must provide either an email or phone number and a type': 'resend_target_missing',
  'You must provide either an email or phone number.': 'code_target_missing',
  'Auth session missing!': 'session_missing',
  'Auth session or user missing': 'session_missing',
  'Unexpected error during initialization': 'initialization_failed',
  'JWKS is empty': 'signing_keys_missing',
  'No matching signing key found in JWKS': 'signing_key_unknown',
  'Invalid JWT signature': 'token_signature',
  'JWT has expired': 'token_expired',
  'Missing exp claim': 'token_without_end',
  'Invalid alg claim': 'token_algorithm',
  'Not a valid PKCE flow url.': 'link_other_kind',
  'Not a valid implicit grant flow url.': 'link_other_kind',
  'No code detected.': 'link_without_code',
  'No browser detected.': 'browser_missing',
  'No session defined in URL': 'link_without_session',
} as const satisfies Record<string, string>

export type AuthErrorKey =
  | (typeof BY_CODE)[keyof typeof BY_CODE]
  | (typeof BY_MESSAGE)[keyof typeof BY_MESSAGE]
  | 'leaked_password'
  | 'offline'
  | 'unexpected'

type Thrown = {
  code?: unknown
  message?: unknown
  status?: unknown
  name?: unknown
  reasons?: unknown
  details?: { code?: unknown; error?: unknown } | null
}

/** The key of the sentence for an error of the auth client, under `errors.` in the messages of `auth`. */
export function authErrorKey(error: unknown): AuthErrorKey {
  const { code, message, status, name, details, reasons } = (
    typeof error === 'object' && error !== null ? error : {}
  ) as Thrown
  if (code === 'weak_password' && Array.isArray(reasons) && reasons.includes('pwned'))
    return 'leaked_password'
  // A failed redirect carries the server's code in `details`, under either name.
  for (const candidate of [code, details?.code, details?.error]) {
    const known = lookup(BY_CODE, candidate)
    if (known) return known
  }
  // The browser's errors when the person, or their device, refused.
  if (name === 'NotAllowedError' || name === 'AbortError') return 'passkey_cancelled'
  const known = lookup(BY_MESSAGE, message)
  if (known) return known
  if (status === 429) return 'too_many_attempts'
  if (name === 'AuthRetryableFetchError' || error instanceof TypeError) {
    return typeof status === 'number' && status >= 500 ? 'unavailable' : 'offline'
  }
  return typeof status === 'number' && status >= 500 && code !== undefined ? 'unavailable' : 'unexpected'
}

function lookup<Key extends string>(table: Record<string, Key>, word: unknown): Key | null {
  return typeof word === 'string' && Object.hasOwn(table, word) ? (table[word] as Key) : null
}
