import type { Metadata } from '../store/users.ts'

/** What a provider says about someone. */
export type ExternalProfile = {
  /** The provider's own name for them: stable, unique at this provider. */
  subject: string
  /** Lower case; null when the provider gives none that can be used. */
  email: string | null
  /** The provider has seen that the address is theirs. */
  emailVerified: boolean
  /** What becomes `identity_data` and is merged into the account's metadata. */
  claims: Metadata
}

/** A name that can stand for one person: a text, neither empty nor longer than OpenID Connect allows. */
export const isSubject = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 255

export type AuthorizationRequest = {
  redirectUri: string
  state: string
  /** PKCE towards the provider: S256 of a secret that stays here. */
  challenge: string
  nonce: string
  scopes: string[]
  /** The application's own additions (`prompt`, `login_hint`, `access_type`, …). */
  extra: Record<string, string>
}

/** What the provider sent back with the browser, and what was kept for it. */
export type Redemption = {
  parameters: Record<string, string>
  redirectUri: string
  verifier: string
  nonce: string
}

export type SignedIn = { profile: ExternalProfile; accessToken: string | null; refreshToken: string | null }

/** Someone whom members may sign in with. */
export type Provider = {
  name: string
  emailOptional: boolean
  /** Says which callback the provider knows; this server's own where the configuration names none. */
  redirectUri: string | null
  /** Without one the browser cannot be sent there, but tokens of native apps are still taken. */
  canAuthorize: boolean
  /** Where the browser is sent. */
  authorizationUrl(request: AuthorizationRequest): Promise<string>
  /** Trades the code for what the provider knows. Throws for anything that is not exactly as it should be. */
  redeem(redemption: Redemption): Promise<SignedIn>
  /** For providers that sign who someone is. */
  openid: OpenId | null
}

export type OpenId = {
  issuers: string[]
  skipNonceCheck: boolean
  clientIds: string[]
  /** The claims of a token of this provider's, whoever it was made for. Throws for one that is not good. */
  verify(token: string): Promise<Metadata & { aud: string | string[] }>
  profile(claims: Metadata): ExternalProfile
}

/** Query parameters with which a link to this server could turn the protocol itself around. */
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

/** The address with the protocol's parameters; the application's own never replace them. */
export function withProtocol(
  endpoint: string,
  own: Record<string, string>,
  extra: Record<string, string>,
): string {
  const url = new URL(endpoint)
  for (const [name, value] of Object.entries(extra))
    if (!reserved.has(name)) url.searchParams.set(name, value)
  for (const [name, value] of Object.entries(own)) url.searchParams.set(name, value)
  return url.href
}

/** Each once, the provider's own first. */
export const joinScopes = (own: string[], asked: string[]): string =>
  [...new Set([...own, ...asked])].join(' ')
