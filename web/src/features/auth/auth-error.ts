// Owns the way from what the auth service or its client says to the sentence a person reads. Codes decide; words are
// looked at only where the client throws without a code. Nothing of the original wording is ever shown.

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
  reauthentication_needed: 'session_missing',
  session_expired: 'session_missing',
  session_not_found: 'session_missing',
  refresh_token_not_found: 'session_missing',
  refresh_token_already_used: 'session_missing',
  bad_jwt: 'token_invalid',
  request_timeout: 'unavailable',
  unexpected_failure: 'unavailable',
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
  | 'offline'
  | 'unexpected'

type Thrown = {
  code?: unknown
  message?: unknown
  status?: unknown
  name?: unknown
  details?: { code?: unknown; error?: unknown } | null
}

/** The key of the sentence for an error of the auth client, under `errors.` in this feature's messages. */
export function authErrorKey(error: unknown): AuthErrorKey {
  const { code, message, status, name, details } = (
    typeof error === 'object' && error !== null ? error : {}
  ) as Thrown
  // A redirect that failed carries the server's code in `details`, under either name.
  for (const candidate of [code, details?.code, details?.error]) {
    const known = lookup(BY_CODE, candidate)
    if (known) return known
  }
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
