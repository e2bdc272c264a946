import type { Metadata } from '../store/users.ts'

/** A person's profile at a provider. */
export type ExternalProfile = {
  /** The provider's stable, unique id of the person. */
  subject: string
  /** Lower case; null when the provider gives no usable address. */
  email: string | null
  /** Whether the provider has verified the address. */
  emailVerified: boolean
  /** Stored as `identity_data` and merged into the account's metadata. */
  claims: Metadata
}

/** A usable subject: a non-empty text within OpenID Connect's length limit. */
export const isSubject = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 255

export type AuthorizationRequest = {
  redirectUri: string
  state: string
  /** PKCE challenge: S256 of the verifier that stays on this server. */
  challenge: string
  nonce: string
  scopes: string[]
  /** Additional parameters from the application (`prompt`, `login_hint`, `access_type`, …). */
  extra: Record<string, string>
}

/** The provider's callback parameters and what was stored for the flow. */
export type Redemption = {
  parameters: Record<string, string>
  redirectUri: string
  verifier: string
  nonce: string
}

export type SignedIn = { profile: ExternalProfile; accessToken: string | null; refreshToken: string | null }

/** An identity provider that members can sign in with. */
export type Provider = {
  name: string
  emailOptional: boolean
  /** The callback registered with the provider; null uses this server's default. */
  redirectUri: string | null
  /** False without a client secret: no redirect is possible, but tokens of native apps are accepted. */
  canAuthorize: boolean
  /** The URL to redirect the browser to. */
  authorizationUrl(request: AuthorizationRequest): Promise<string>
  /** Exchanges the code for the person's profile. Throws on any deviation from the protocol. */
  redeem(redemption: Redemption): Promise<SignedIn>
  /** For providers that issue ID tokens. */
  openid: OpenId | null
}

export type OpenId = {
  issuers: string[]
  skipNonceCheck: boolean
  clientIds: string[]
  /** The claims of a token of this provider, for any audience. Throws when it is invalid. */
  verify(token: string): Promise<Metadata & { aud: string | string[] }>
  profile(claims: Metadata): ExternalProfile
}

/** Protocol parameters that a link to this server must not override. */
const reserved = new Set([
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'response_mode',
  'state',
  'nonce',
  'scope',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'request',
  'request_uri',
])

/** The authorization request (RFC 6749 §4.1.1, with PKCE), whose parameters the application cannot override. */
export function codeRequest(
  endpoint: string,
  clientId: string,
  ownScopes: string[],
  { redirectUri, state, challenge, scopes, extra }: AuthorizationRequest,
  more: Record<string, string> = {},
): string {
  const url = new URL(endpoint)
  const own = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: [...new Set([...ownScopes, ...scopes])].join(' '),
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  }
  for (const [name, value] of Object.entries(extra))
    if (!reserved.has(name)) url.searchParams.set(name, value)
  for (const [name, value] of Object.entries(own)) url.searchParams.set(name, value)
  return url.href
}
