import { type Claims, type Keys, TokenError } from '../../http/keys.ts'
import { isRecord } from '../serializer.ts'

/** The user of a socket or channel. */
export type Identity = { token: string; claims: Claims & { exp: number } }

/** Why a join is refused; the client shows `code: text`. */
export class Refusal extends Error {
  readonly code: string

  constructor(code: string, text: string) {
    super(text)
    this.code = code
  }

  get reason(): string {
    return `${this.code}: ${this.message}`
  }
}

/** Throws Refusal for an invalid token. `role` and `exp` are required: a token without expiry would never be disconnected. */
export async function identify(keys: Keys, token: string): Promise<Identity> {
  try {
    const claims = await keys.verify(token)
    const { exp } = claims
    if (typeof exp !== 'number' || !namesRole(token, claims))
      throw new TokenError('claims', 'role or exp is missing')
    return { token, claims: { ...claims, exp } }
  } catch (error) {
    if (error instanceof TokenError) throw refusal(error)
    throw error
  }
}

/** For a previously valid token: its expiry error, or null. */
export function expired(identity: Identity, now: Date): Refusal | null {
  const secondsAgo = Math.floor(now.getTime() / 1000) - identity.claims.exp
  return secondsAgo >= 0
    ? new Refusal('InvalidJWTToken', `Token has expired ${secondsAgo} seconds ago`)
    : null
}

/** Cached as long as the verified claims: after an interruption thousands of clients return, each with several channels. */
const named = new WeakMap<Claims, boolean>()

/** The verified claims do not show whether the token itself names a role or the default applies. */
function namesRole(token: string, claims: Claims): boolean {
  const known = named.get(claims)
  if (known !== undefined) return known
  const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  const names = isRecord(payload) && typeof payload.role === 'string'
  named.set(claims, names)
  return names
}

function refusal({ reason, secondsAgo = 0 }: TokenError): Refusal {
  switch (reason) {
    case 'expired':
      return new Refusal('InvalidJWTToken', `Token has expired ${secondsAgo} seconds ago`)
    case 'not_yet_valid':
      return new Refusal('InvalidJWTToken', 'Token is not valid yet')
    case 'banned':
      return new Refusal('InvalidJWTToken', 'User is banned')
    case 'ended':
      return new Refusal('InvalidJWTToken', 'Session has ended')
    case 'claims':
      return new Refusal('InvalidJWTToken', 'Fields `role` and `exp` are required in JWT')
    case 'malformed':
      return new Refusal('MalformedJWT', 'The token provided is not a valid JWT')
    case 'signature':
      return new Refusal('JwtSignatureError', 'Failed to validate JWT signature')
    case 'signer':
    case 'algorithm':
      return new Refusal(
        'JwtSignerError',
        'Failed to generate JWT signer, check your JWT secret or JWKS configuration',
      )
  }
}
