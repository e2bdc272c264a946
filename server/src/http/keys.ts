import { createHmac } from 'node:crypto'
import { errors, exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'

/**
 * Signing keys and API keys. Stored in schema `_server`, so that all processes on one database share them. Private keys
 * leave this module only for that table; only our own keys' algorithms are accepted.
 */
export type Claims = {
  role: string
  sub?: string
  exp?: number
  session_id?: string
  aal?: string
  [claim: string]: unknown
}

export type TokenProblem =
  | 'malformed'
  | 'signature'
  | 'expired'
  | 'not_yet_valid'
  | 'claims'
  | 'signer'
  | 'algorithm'
  | 'banned'
  | 'ended'

/** A rejected token, with the reason. */
export class TokenError extends Error {
  readonly reason: TokenProblem
  /** For `expired`: whole seconds since expiry. */
  readonly secondsAgo: number | undefined

  constructor(reason: TokenProblem, message: string, secondsAgo?: number) {
    super(message)
    this.reason = reason
    this.secondsAgo = secondsAgo
  }
}

export type Keys = {
  /** Legacy API keys: HS256 tokens with role anon and service_role. */
  anonKey: string
  serviceRoleKey: string
  publishableKey: string
  secretKey: string
  jwtSecret: string
  /** Secret from which the keys for encryption at rest are derived. */
  encryptionKey: string
  /** Signs with the current ES256 key; the caller sets every claim. */
  issue(claims: Record<string, unknown>): Promise<string>
  /** The claims of a valid token; verifications are cached until expiry. Throws TokenError. */
  verify(token: string): Promise<Claims>
  /** Like `verify`, but accepts banned users and ended sessions: for the auth service, which checks their rows itself. */
  verifyAnybody(token: string): Promise<Claims>
  /** Reloads the keys if they are older than a minute. */
  freshen(): Promise<void>
  /** Public keys only. */
  jwks(): { keys: JWK[] }
}

type SigningKey = {
  kid: string
  createdAt: number
  sign: ImportedKey
  verify: ImportedKey
  publicJwk: JWK
}

type ImportedKey = Awaited<ReturnType<typeof importJWK>>

const REMEMBERED = 20_000
const TEN_YEARS = 315_360_000
/** Maximum age of the cached key list, in milliseconds. */
const FRESH = 60_000
/** How long a key is published before it signs: clients' cache time plus our own. */
const LEAD = 600_000 + FRESH

/** Loads the keys and creates missing ones. Call with the installation's lock held the first time. */
export async function loadKeys(
  admin: Pool,
  now: () => Date,
  random: (bytes: number) => Buffer,
): Promise<Keys> {
  const secrets = await loadSecrets(admin, random)
  const secret = new TextEncoder().encode(secrets.jwt_secret)
  let signing = await loadSigningKeys(admin, now())
  let reloadedAt = 0
  let readAt = now().getTime()
  let reading: Promise<void> | null = null
  const remembered = new LRUCache<string, Claims>({ max: REMEMBERED })
  const reload = async () => {
    const next = await loadSigningKeys(admin, now())
    // When a key is removed, verifications cached for it are dropped too.
    if (signing.some(({ kid }) => !next.some((key) => key.kid === kid))) remembered.clear()
    signing = next
    readAt = now().getTime()
  }
  /** Loads keys rotated by another process, within a minute. */
  const freshen = async () => {
    if (Math.abs(now().getTime() - readAt) < FRESH) return
    reading ??= reload().finally(() => {
      reading = null
    })
    await reading
  }

  const keyFor = async ({ alg, kid }: { alg?: string; kid?: string }) => {
    if (alg === 'HS256') return secret
    if (alg !== 'ES256') throw new TokenError('algorithm', 'Wrong or unsupported encoding algorithm')
    const find = () => signing.find((key) => key.kid === kid)
    if (!find() && Date.now() - reloadedAt > 10_000) {
      reloadedAt = Date.now()
      await reload()
    }
    const found = find()
    if (!found) throw new TokenError('signer', 'No suitable key was found to verify the token')
    return found.verify
  }

  const verify = async (token: string) => {
    await freshen()
    const seconds = now().getTime() / 1000
    const known = remembered.get(token)
    if (known && (known.exp === undefined || known.exp > seconds)) return known
    try {
      const { payload } = await jwtVerify(token, keyFor, {
        currentDate: now(),
        algorithms: ['HS256', 'ES256'],
        clockTolerance: 0,
      })
      if (typeof payload.role !== 'string') payload.role = 'anon'
      remembered.set(token, payload as Claims)
      return payload as Claims
    } catch (error) {
      throw tokenError(error, seconds)
    }
  }

  return {
    anonKey: apiToken('anon', secrets.jwt_secret),
    serviceRoleKey: apiToken('service_role', secrets.jwt_secret),
    publishableKey: secrets.publishable_key,
    secretKey: secrets.secret_key,
    jwtSecret: secrets.jwt_secret,
    encryptionKey: secrets.encryption_key,
    issue: async (claims) => {
      await freshen()
      const known = now().getTime() - LEAD
      const current = (signing.find(({ createdAt }) => createdAt <= known) ?? signing.at(-1)) as SigningKey
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid: current.kid, typ: 'JWT' })
        .sign(current.sign)
    },
    verify,
    verifyAnybody: verify,
    freshen,
    jwks: () => ({ keys: signing.map((key) => key.publicJwk) }),
  }
}

function tokenError(error: unknown, seconds: number): unknown {
  if (error instanceof TokenError) return error
  if (error instanceof errors.JWTExpired) {
    const exp = Number(error.payload.exp)
    return new TokenError('expired', 'JWT expired', Math.max(0, Math.floor(seconds - exp)))
  }
  if (error instanceof errors.JWTClaimValidationFailed) {
    return error.claim === 'nbf'
      ? new TokenError('not_yet_valid', 'JWT not yet valid')
      : new TokenError('claims', error.message)
  }
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return new TokenError('signature', 'JWT signature is invalid')
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported) {
    return new TokenError('algorithm', 'Wrong or unsupported encoding algorithm')
  }
  if (error instanceof errors.JOSEError || error instanceof TypeError)
    return new TokenError('malformed', 'JWT is malformed')
  return error
}

type Secrets = { jwt_secret: string; encryption_key: string; publishable_key: string; secret_key: string }

async function loadSecrets(admin: Pool, random: (bytes: number) => Buffer): Promise<Secrets> {
  const fresh: Secrets = {
    jwt_secret: random(32).toString('hex'),
    encryption_key: random(32).toString('hex'),
    publishable_key: `sb_publishable_${random(24).toString('base64url')}`,
    secret_key: `sb_secret_${random(24).toString('base64url')}`,
  }
  for (const [name, value] of Object.entries(fresh)) {
    await admin.query('insert into _server.secrets (name, value) values ($1, $2) on conflict do nothing', [
      name,
      value,
    ])
  }
  const { rows } = await admin.query<{ name: string; value: string }>(
    'select name, value from _server.secrets',
  )
  return { ...fresh, ...Object.fromEntries(rows.map(({ name, value }) => [name, value])) }
}

/** Newest first; a retired key still verifies its tokens. */
async function loadSigningKeys(admin: Pool, now: Date): Promise<SigningKey[]> {
  const read = () =>
    admin.query<{ kid: string; private_jwk: JWK; created_at: Date }>(
      'select kid, private_jwk, created_at from _server.signing_keys where retired_at is null or retired_at > $1 order by created_at desc, kid',
      [now],
    )
  let { rows } = await read()
  if (rows.length === 0) {
    await addSigningKey(admin, now)
    rows = (await read()).rows
  }
  return Promise.all(
    rows.map(async ({ kid, private_jwk: jwk, created_at }) => {
      const { d: _private, ...open } = jwk
      const publicJwk = { ...open, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] } as JWK
      return {
        kid,
        createdAt: created_at.getTime(),
        sign: await importJWK(jwk, 'ES256'),
        verify: await importJWK(open as JWK, 'ES256'),
        publicJwk,
      }
    }),
  )
}

async function addSigningKey(admin: Pick<Pool, 'query'>, now: Date): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const { rows } = await admin.query<{ kid: string }>(
    'insert into _server.signing_keys (private_jwk, created_at) values ($1, $2) returning kid',
    [await exportJWK(privateKey), now],
  )
  return (rows[0] as { kid: string }).kid
}

export type Rotation = { kid: string; signsFrom: Date; oldKeysUntil: Date }

/**
 * Rotates the signing key without interruption: the new key is published at once, signs once every cache of public keys
 * has it, and old keys verify until their last token has expired. `compromised`: old keys stop verifying at once;
 * sessions continue through their refresh tokens. `tokenLife` is in seconds.
 */
export async function rotateKeys(
  admin: Pool,
  { now, tokenLife, compromised }: { now: Date; tokenLife: number; compromised: boolean },
): Promise<Rotation> {
  const signsFrom = compromised ? now : new Date(now.getTime() + LEAD)
  const oldKeysUntil = compromised ? now : new Date(signsFrom.getTime() + FRESH + tokenLife * 1000)
  const client = await admin.connect()
  try {
    await client.query('begin')
    await client.query(
      'update _server.signing_keys set retired_at = $1 where retired_at is null or retired_at > $1',
      [oldKeysUntil],
    )
    const kid = await addSigningKey(client, now)
    await client.query('commit')
    return { kid, signsFrom, oldKeysUntil }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** Deterministic, so that open pages keep working after a restart. */
function apiToken(role: string, secret: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const issued = 1_767_225_600
  const body = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ iss: 'supabase', role, iat: issued, exp: issued + TEN_YEARS })}`
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}
