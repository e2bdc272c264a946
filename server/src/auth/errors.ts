import { ApiError, type ApiErrorExtra } from '../http/api-error.ts'

/**
 * Every error that this service answers with: GoTrue's code, its usual HTTP status and message. Thrown with
 * `authError`, rendered in `error-response.ts`. A code that is not listed here must never reach a client.
 */
const catalogue = {
  anonymous_provider_disabled: [422, 'Anonymous sign-ins are disabled'],
  bad_code_verifier: [400, 'code challenge does not match previously saved code verifier'],
  bad_json: [400, 'Could not parse request body as JSON'],
  bad_jwt: [403, 'invalid JWT: unable to parse or verify signature'],
  bad_oauth_callback: [400, 'OAuth state parameter missing'],
  bad_oauth_state: [400, 'OAuth state not found or expired'],
  captcha_failed: [400, 'captcha protection: request disallowed'],
  conflict: [409, 'Too many concurrent token refresh requests on the same session or refresh token'],
  email_address_not_provided: [400, 'Error getting user email from external provider'],
  email_conflict_identity_not_deletable: [422, 'Unable to unlink identity due to email conflict'],
  email_exists: [422, 'A user with this email address has already been registered'],
  email_not_confirmed: [400, 'Email not confirmed'],
  email_provider_disabled: [422, 'Email logins are disabled'],
  feature_disabled: [404, 'OAuth server is disabled'],
  flow_state_already_used: [400, 'OAuth state has already been used'],
  flow_state_expired: [422, 'invalid flow state, flow state has expired'],
  flow_state_not_found: [404, 'invalid flow state, no valid flow state found'],
  identity_already_exists: [422, 'Identity is already linked'],
  identity_not_found: [422, "Identity doesn't exist"],
  insufficient_aal: [401, 'AAL2 session is required to update email or password when MFA is enabled.'],
  invalid_credentials: [400, 'Invalid login credentials'],
  invite_not_found: [404, 'Invited email does not match emails from external provider'],
  manual_linking_disabled: [404, 'Manual linking is disabled'],
  mfa_challenge_expired: [422, 'MFA challenge has expired'],
  mfa_factor_name_conflict: [422, 'A factor with the friendly name for this user already exists'],
  mfa_factor_not_found: [404, 'Factor not found'],
  mfa_ip_address_mismatch: [422, 'Challenge and verify IP addresses mismatch.'],
  mfa_phone_enroll_not_enabled: [422, 'MFA enroll is disabled for Phone'],
  mfa_phone_verify_not_enabled: [422, 'MFA verification is disabled for Phone'],
  mfa_recovery_codes_enroll_not_enabled: [422, 'MFA enroll is disabled for recovery codes'],
  mfa_recovery_codes_locked: [429, 'Too many wrong recovery codes, please retry later'],
  mfa_recovery_codes_sole_factor: [422, 'Recovery codes need another verified factor'],
  mfa_recovery_codes_verify_not_enabled: [422, 'MFA verification is disabled for recovery codes'],
  mfa_totp_enroll_not_enabled: [422, 'MFA enroll is disabled for TOTP'],
  mfa_totp_verify_not_enabled: [422, 'MFA verification is disabled for TOTP'],
  mfa_verification_failed: [422, 'Invalid TOTP code entered'],
  mfa_verified_factor_exists: [
    422,
    'A verified phone factor already exists, unenroll the existing factor to continue',
  ],
  mfa_webauthn_enroll_not_enabled: [422, 'MFA enroll is disabled for WebAuthn'],
  mfa_webauthn_verify_not_enabled: [422, 'MFA verification is disabled for WebAuthn'],
  no_authorization: [401, 'This endpoint requires a valid Bearer token'],
  not_admin: [403, 'User not allowed'],
  otp_disabled: [422, 'Signups not allowed for otp'],
  otp_expired: [403, 'Token has expired or is invalid'],
  over_email_send_rate_limit: [429, 'email rate limit exceeded'],
  over_request_rate_limit: [429, 'Request rate limit reached'],
  over_sms_send_rate_limit: [429, 'SMS rate limit exceeded'],
  passkey_disabled: [404, 'Passkeys are disabled'],
  phone_exists: [422, 'A user with this phone number has already been registered'],
  phone_not_confirmed: [400, 'Phone not confirmed'],
  phone_provider_disabled: [422, 'Phone logins are disabled'],
  provider_disabled: [400, 'Provider is not enabled'],
  provider_email_needs_verification: [422, 'Unverified email'],
  reauthentication_needed: [400, 'Password update requires reauthentication'],
  reauthentication_not_valid: [422, 'Nonce has expired or is invalid'],
  current_password_required: [400, 'Current password required when setting new password.'],
  current_password_invalid: [400, 'Current password required when setting new password.'],
  refresh_token_already_used: [400, 'Invalid Refresh Token: Already Used'],
  refresh_token_not_found: [400, 'Invalid Refresh Token: Refresh Token Not Found'],
  request_entity_too_large: [413, 'Request body too large (max 1048576 bytes)'],
  request_timeout: [504, 'Processing this request timed out, please retry after a moment.'],
  same_password: [422, 'New password should be different from the old password.'],
  saml_assertion_no_email: [400, 'SAML Assertion does not contain an email address'],
  saml_assertion_no_user_id: [
    400,
    'SAML Assertion did not contain a persistent Subject Identifier attribute or Subject NameID uniquely identifying this user',
  ],
  saml_entity_id_mismatch: [
    400,
    'SAML Metadata can be updated only if the EntityID matches for the provider',
  ],
  saml_idp_already_exists: [422, 'SAML Identity Provider with this EntityID already exists'],
  saml_idp_not_found: [404, 'A SAML connection has not been established with this Identity Provider'],
  saml_metadata_fetch_failed: [400, 'Error fetching SAML Metadata from URL'],
  saml_provider_disabled: [404, 'SAML 2.0 is disabled'],
  saml_relay_state_expired: [422, 'SAML RelayState has expired. Try logging in again?'],
  saml_relay_state_not_found: [404, 'SAML RelayState does not exist, try logging in again?'],
  session_expired: [400, 'Invalid Refresh Token: Session Expired'],
  session_not_found: [403, 'Session from session_id claim in JWT does not exist'],
  signup_disabled: [422, 'Signups not allowed for this instance'],
  sms_send_failed: [422, 'Error sending confirmation OTP to provider'],
  single_identity_not_deletable: [422, 'User must have at least 1 identity after unlinking'],
  sso_domain_already_exists: [400, 'SSO Domain is already in use by an SSO provider'],
  sso_provider_disabled: [404, 'SSO provider is disabled'],
  sso_provider_not_found: [404, 'No such SSO provider'],
  too_many_enrolled_mfa_factors: [422, 'Maximum number of verified factors reached, unenroll to continue'],
  too_many_passkeys: [422, 'Maximum number of passkeys reached'],
  unexpected_failure: [500, 'Unexpected failure, please check server logs for more information'],
  unknown: [404, 'No such endpoint'],
  user_already_exists: [422, 'User already registered'],
  user_banned: [400, 'User is banned'],
  user_not_found: [403, 'User from sub claim in JWT does not exist'],
  user_sso_managed: [422, 'Updating email, phone, password of a SSO account only possible via SSO'],
  validation_failed: [400, 'The request is not valid'],
  weak_password: [422, 'Password is too weak'],
  web3_provider_disabled: [422, 'Web3 provider is disabled'],
  webauthn_challenge_expired: [400, 'WebAuthn challenge has expired'],
  webauthn_challenge_not_found: [400, 'WebAuthn challenge not found'],
  webauthn_credential_exists: [422, 'Credential is already registered'],
  webauthn_verification_failed: [400, 'WebAuthn verification failed'],
} as const satisfies Record<string, readonly [number, string]>

export type AuthErrorCode = keyof typeof catalogue

export type AuthErrorOptions = {
  /** Overrides the usual status. */
  status?: number
  extra?: ApiErrorExtra
  /** The underlying failure: logged, never sent in the current dialect. */
  cause?: unknown
}

/** Creates the error to throw. Message and status default to the catalogue's. */
export function authError(code: AuthErrorCode, message?: string, options: AuthErrorOptions = {}): ApiError {
  const [status, words] = catalogue[code]
  const error = new ApiError(code, options.status ?? status, message ?? words, options.extra)
  if (options.cause !== undefined) error.cause = options.cause
  return error
}

/** 400 `validation_failed` for an invalid field. */
export const invalid = (message: string): ApiError => authError('validation_failed', message)

/** The error format of RFC 6749, in every API version: 400 `{error, error_description}`. */
export const oauthError = (error: string, description: string, cause?: unknown): ApiError =>
  Object.assign(new ApiError(error, 400, description, { oauth: true }), cause === undefined ? {} : { cause })
