// Signs certificates as Open Badges 3.0 credentials, and the list that says which are revoked. The key is made at the first run and
// stays in the database, so that every worker signs alike.
import { createPrivateKey, createPublicKey, type KeyObject, randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { calculateJwkThumbprint, type JWK, SignJWT } from 'jose'
import { credentialOf, type Issued, statusBits, statusListOf } from 'trading/learning/certificate'
import type { TaskContext } from '../tasks/task-context.ts'

/** RFC 8410: what stands before the 32 bytes of an Ed25519 key in PKCS #8. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Signs what has no credential yet, then the status list. Running twice signs nothing twice but the list. */
export async function signCertificates(
  { pool, now }: TaskContext,
  site: string,
  brand: string,
): Promise<void> {
  const { rows: kept } = await pool.query<{ secret: string }>(
    'select private.keep_certificate_signer($1) as secret',
    [randomBytes(32).toString('base64url')],
  )
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8, Buffer.from(kept[0]!.secret, 'base64url')]),
    format: 'der',
    type: 'pkcs8',
  })
  const jwk: JWK = createPublicKey(key).export({ format: 'jwk' })
  const kid = await calculateJwkThumbprint(jwk)
  await pool.query('select private.keep_certificate_key($1, $2)', [
    kid,
    { ...jwk, kid, alg: 'EdDSA', use: 'sig' },
  ])

  // The list first: a credential that names a list must find it.
  const { rows } = await pool.query<{ revoked: number[] }>('select private.revoked_certificates() as revoked')
  const encoded = `u${gzipSync(statusBits(rows[0]!.revoked)).toString('base64url')}`
  const moment = new Date(now())
  const list = await sign(
    key,
    { ...jwk, kid },
    statusListOf(encoded, site, moment.toISOString()),
    site,
    moment,
  )
  await pool.query('select private.keep_certificate_status($1)', [list])

  const { rows: unsigned } = await pool.query<Issued & { issued_at: Date; sealed_as: string }>(
    'select * from private.unsigned_certificates()',
  )
  for (const row of unsigned) {
    const issued = { ...row, issued_at: row.issued_at.toISOString(), sealed_as: Number(row.sealed_as) }
    const claims = credentialOf(issued, site, brand)
    const signed = await sign(
      key,
      { ...jwk, kid },
      { ...claims, jti: String(claims.id) },
      site,
      row.issued_at,
    )
    await pool.query('select private.keep_credential($1, $2, $3)', [row.code, row.name, signed])
  }
}

/** Open Badges 3.0 §8.2: the credential's own members are the payload; the key stands in the header for whoever has nothing else. */
function sign(
  key: KeyObject,
  jwk: JWK,
  claims: Record<string, unknown>,
  issuer: string,
  from: Date,
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: String(jwk.kid), jwk })
    .setIssuer(issuer)
    .setNotBefore(from)
    .sign(key)
}
