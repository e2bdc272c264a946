import {
  createLocalJWKSet,
  decodeProtectedHeader,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  jwtVerify,
} from 'jose'
import { z } from 'zod'
import { type Kept, kept } from './kept.ts'
import { type Outgoing, readObject, storable } from './outgoing.ts'
import { isSubject } from './provider.ts'

/** Reads an OpenID issuer's discovery document and verifies the tokens it signs (OpenID Connect Core and Discovery 1.0). */
const shape = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
  authorization_response_iss_parameter_supported: z.boolean().default(false),
})

export type Discovery = z.output<typeof shape>

export type Issuer = {
  discovery(): Promise<Discovery>
  /** The claims of a valid token of this issuer, for any audience. Throws a JOSEError. */
  verify(token: string): Promise<JWTPayload & { aud: string | string[] }>
}

/** Milliseconds. */
const DISCOVERY_LIFE = 3_600_000
const KEYS_LIFE = 600_000
/** A larger key set is refused as a mistake or an attack. */
const MOST_KEYS = 100
/** Tolerated clock difference in seconds. */
const SKEW = 30
/** Asymmetric only: with a shared secret, a client could sign tokens in the issuer's name. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

/** `aliases` are other spellings of the issuer that appear in its tokens. */
export function openIdIssuer(url: string, aliases: string[], outgoing: Outgoing, now: () => Date): Issuer {
  const discovery = kept(() => discover(url, outgoing), now, DISCOVERY_LIFE)
  const keys = kept(
    async () => readKeys(readObject(await outgoing((await discovery.get()).jwks_uri))),
    now,
    KEYS_LIFE,
  )
  return {
    discovery: discovery.get,
    async verify(token) {
      const { payload } = await jwtVerify(token, await keySetFor(token, keys), {
        issuer: [url, ...aliases],
        algorithms,
        clockTolerance: SKEW,
        currentDate: now(),
        requiredClaims: ['sub', 'aud', 'exp', 'iat'],
      })
      if ((payload.iat as number) > now().getTime() / 1000 + SKEW) {
        throw new errors.JWTClaimValidationFailed('issued in the future', payload, 'iat')
      }
      const clean = JSON.parse(JSON.stringify(payload), storable) as typeof payload
      if (!isSubject(clean.sub)) throw new errors.JWTClaimValidationFailed('no subject', payload, 'sub')
      return { ...clean, aud: clean.aud as string | string[] }
    },
  }
}

async function discover(url: string, outgoing: Outgoing): Promise<Discovery> {
  const document = `${url.replace(/\/$/, '')}/.well-known/openid-configuration`
  const found = shape.parse(readObject(await outgoing(document)))
  if (found.issuer !== url) throw new Error(`${document} describes another issuer, ${found.issuer}`)
  return found
}

function readKeys(object: Record<string, unknown>): JSONWebKeySet {
  const { keys } = object
  if (!Array.isArray(keys) || keys.length > MOST_KEYS) throw new Error('an issuer’s keys are unusable')
  return object as unknown as JSONWebKeySet
}

/**
 * Finds the issuer's key, and reloads the set for an unknown key id. A token without a key id is accepted only when the
 * set has one key.
 */
async function keySetFor(token: string, keys: Kept<JSONWebKeySet>) {
  const { kid } = decodeProtectedHeader(token)
  let set = await keys.get()
  if (kid !== undefined && !set.keys.some((key) => key.kid === kid)) set = await keys.again()
  if (kid === undefined && set.keys.length !== 1) throw new errors.JWKSMultipleMatchingKeys()
  return createLocalJWKSet(set)
}
