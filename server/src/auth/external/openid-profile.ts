import { emailAddress } from '../codes/email-address.ts'
import type { Metadata } from '../store/users.ts'
import type { ExternalProfile } from './provider.ts'

/** Protocol claims, which describe the token and not the person. */
const ofTheToken = new Set([
  ...['aud', 'exp', 'iat', 'nbf', 'nonce', 'at_hash', 'c_hash', 's_hash', 'azp', 'jti', 'sid', 'auth_time'],
  ...['acr', 'amr', 'nonce_supported', 'error'],
])

/** Standard claims that keep their name (OpenID Connect Core §5.1); GoTrue puts all others under `custom_claims`. */
const standard = new Set([
  ...['iss', 'sub', 'name', 'given_name', 'family_name', 'middle_name', 'nickname', 'preferred_username'],
  ...['profile', 'picture', 'website', 'gender', 'birthdate', 'zoneinfo', 'locale', 'updated_at', 'email'],
  ...['email_verified', 'phone', 'phone_verified', 'full_name', 'avatar_url', 'user_name', 'provider_id'],
])

/** Maximum length of one claim and of all custom claims together: they are part of every access token. */
const LONGEST = 2000
const LONGEST_CUSTOM = 8000

/** Builds the profile from the claims of an ID token. `email_verified` counts only as true or "true" (Apple sends a string). */
export function openIdProfile(claims: Metadata): ExternalProfile {
  const email = usableEmail(claims.email)
  const emailVerified = claims.email_verified === true || claims.email_verified === 'true'
  const kept = Object.entries(claims).filter(
    ([name, value]) => !ofTheToken.has(name) && (JSON.stringify(value)?.length ?? 0) <= LONGEST,
  )
  const custom = Object.fromEntries(kept.filter(([name]) => !standard.has(name)))
  const few = Object.keys(custom).length > 0 && JSON.stringify(custom).length <= LONGEST_CUSTOM
  const subject = String(claims.sub)
  return {
    subject,
    email,
    emailVerified: emailVerified && email !== null,
    claims: {
      ...Object.fromEntries(kept.filter(([name]) => standard.has(name))),
      ...(typeof claims.name === 'string' && { full_name: claims.name }),
      ...(typeof claims.picture === 'string' && { avatar_url: claims.picture }),
      ...(typeof claims.preferred_username === 'string' && { user_name: claims.preferred_username }),
      ...(few && { custom_claims: custom }),
      ...identityOf(subject, email, emailVerified),
    },
  }
}

/** The claims that this service adds to every provider identity. */
export const identityOf = (subject: string, email: string | null, verified: boolean): Metadata => ({
  sub: subject,
  provider_id: subject,
  ...(email && { email }),
  email_verified: verified && email !== null,
  phone_verified: false,
})

/** The address in its stored form, or null when it is not valid. */
export function usableEmail(value: unknown): string | null {
  if (typeof value !== 'string') return null
  try {
    return emailAddress(value)
  } catch {
    return null
  }
}
