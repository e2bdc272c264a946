// This installation's identity for push services (VAPID, RFC 8292): a key pair stored in the database, and the tokens it signs.
import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto'
import type { Queryable } from '../database.ts'

/** Base64url: an uncompressed P-256 point and its 32-byte scalar. */
export type KeyPair = { publicKey: string; privateKey: string }

export function makeKeyPair(): KeyPair {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  // Pad a short scalar with leading zeros.
  const scalar = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: scalar.toString('base64url') }
}

/** The public key of a private one. Throws for an invalid P-256 key. */
export function publicKeyOf(privateKey: string): string {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  return pair.getPublicKey('base64url')
}

/** The effective key pair: configured, else stored, else newly generated. The same for all workers on a database. */
export async function keepKeyPair(database: Queryable, configured: KeyPair | null): Promise<KeyPair> {
  const { publicKey, privateKey } = configured ?? makeKeyPair()
  const { rows } = await database.query<{ public_key: string; private_key: string }>(
    'select public_key, private_key from private.keep_push_keys($1, $2, $3)',
    [publicKey, privateKey, configured !== null],
  )
  const kept = rows[0]
  if (!kept) throw new Error('The push keys could not be stored.')
  return { publicKey: kept.public_key, privateKey: kept.private_key }
}

const LIFE_S = 12 * 3600
const RENEW_S = 3600

/** Signs a token per push service and caches it until an hour before its expiry. `subject` is mailto: or https:. */
export function createIdentity(pair: KeyPair, subject: string, now: () => number) {
  const key = signingKey(pair)
  const kept = new Map<string, { header: string; until: number }>()
  return {
    /** The Authorization header for an origin. */
    authorization(origin: string): string {
      const seconds = Math.floor(now() / 1000)
      const known = kept.get(origin)
      if (known && known.until > seconds) return known.header
      const claims = { aud: origin, exp: seconds + LIFE_S, sub: subject }
      const header = `vapid t=${signed(key, claims)}, k=${pair.publicKey}`
      kept.set(origin, { header, until: seconds + LIFE_S - RENEW_S })
      return header
    },
  }
}

function signingKey({ publicKey, privateKey }: KeyPair): KeyObject {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  return createPrivateKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: x as string, y: y as string, d: privateKey },
  })
}

function signed(key: KeyObject, claims: object): string {
  const text = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}
