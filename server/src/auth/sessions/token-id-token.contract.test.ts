import { createHash } from 'node:crypto'
import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testIssuer } from '../../testing/openid-issuer.ts'
import { type AuthProject, authProject } from '../auth-project.ts'

let issuer: Awaited<ReturnType<typeof testIssuer>>
let project: AuthProject
beforeAll(async () => {
  issuer = await testIssuer()
  project = await authProject(`
[auth]
enable_manual_linking = true
[auth.external.google]
enabled = true
client_id = "vigie, vigie-ios"
url = "${issuer.url}"
[auth.external.github]
enabled = true
client_id = "x"
secret = "x"
[auth.external.apple]
enabled = true
client_id = "vigie"
url = "${issuer.url}"
skip_nonce_check = true
`)
  issuer.allow(`${project.url}/auth/v1/callback`)
})
afterAll(async () => {
  await project.stop()
  await issuer.stop()
})

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const person = (name: string) => ({ sub: name, email: `${name}@example.com`, email_verified: true, name })
const grant = (body: object, headers = {}) =>
  project.call('POST', '/token?grant_type=id_token', body, headers)
const seconds = () => Math.floor(Date.now() / 1000)

describe('a provider’s own token', () => {
  it('[S-63] signs in with the official client, and again to the same account', async () => {
    const token = await issuer.sign({ ...person('ada'), nonce: hash('n-1') })
    const client = project.client()
    const { data, error } = await client.auth.signInWithIdToken({ provider: 'google', token, nonce: 'n-1' })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email: 'ada@example.com',
      app_metadata: { provider: 'google', providers: ['google'] },
      identities: [{ provider: 'google', id: 'ada' }],
    })
    const again = await grant({ provider: 'google', id_token: await issuer.sign(person('ada')) })
    expect((again.body.user as { id: string }).id).toBe(data.user?.id)
  })

  it('[S-63] may be for any configured application, also selected by issuer and client', async () => {
    const token = await issuer.sign({ ...person('ios'), aud: 'vigie-ios' })
    const { status } = await grant({ id_token: token, issuer: issuer.url, client_id: 'vigie-ios' })
    expect(status).toBe(200)
  })

  it('must match the access token sent with it', async () => {
    const digest = createHash('sha256').update('access').digest()
    const at_hash = digest.subarray(0, 16).toString('base64url')
    const token = await issuer.sign({ ...person('pair'), at_hash })
    const good = await grant({ provider: 'google', id_token: token, access_token: 'access' })
    const bad = await grant({ provider: 'google', id_token: token, access_token: 'another' })
    expect([good.status, bad.status, bad.body.error_description]).toEqual([200, 400, 'Bad ID token'])
  })

  it('of a provider with skip_nonce_check may contain a nonce', async () => {
    const token = await issuer.sign({ ...person('apple'), email_verified: 'true', nonce: 'x' })
    const { status, body } = await grant({ provider: 'apple', id_token: token })
    expect([status, body.user]).toMatchObject([200, { email_confirmed_at: expect.any(String) }])
  })

  it.each([
    [{}, 'invalid request', 'id_token required'],
    [{ id_token: 'x' }, 'invalid request', 'provider or client_id and issuer required'],
    [{ id_token: 'x', issuer: 'y' }, 'invalid request', 'provider or client_id and issuer required'],
    [{ id_token: 'x', provider: 'google' }, 'invalid request', 'Bad ID token'],
    [{ id_token: 'a.b.c', provider: 'google' }, 'invalid request', 'Bad ID token'],
  ])('in %j is refused with an OAuth error', async (body, error, description) => {
    const answer = await grant(body, { 'x-supabase-api-version': '2024-01-01' })
    expect([answer.status, answer.body]).toEqual([400, { error, error_description: description }])
  })

  it.each([['github'], ['facebook'], ['__proto__']])(
    'of %s, which does not sign tokens or is disabled, is refused',
    async (provider) => {
      const answer = await grant({ provider, id_token: 'x' })
      expect([answer.status, answer.body.error_code]).toEqual([400, 'provider_disabled'])
    },
  )

  it('is refused when expired, not yet valid, of another issuer or audience, or without a subject', async () => {
    const told = async (claims: object, header = {}) => {
      const id_token = await issuer.sign({ ...person('eve'), ...claims }, header)
      const { status, body } = await grant({ provider: 'google', id_token })
      return [status, body.error_description]
    }
    const bad = [400, 'Bad ID token']
    expect(await told({ exp: seconds() - 31 })).toEqual(bad)
    expect(await told({ exp: seconds() - 20 })).toEqual([200, undefined])
    expect(await told({ iat: seconds() + 60 })).toEqual(bad)
    expect(await told({ nbf: seconds() + 60 })).toEqual(bad)
    expect(await told({ iss: 'https://other.example' })).toEqual(bad)
    expect(await told({ sub: '' })).toEqual(bad)
    expect(await told({}, { kid: 'unknown' })).toEqual(bad)
    expect(await told({}, { crit: ['x'], x: 1 }).catch(() => bad)).toEqual(bad)
    expect(await told({ aud: 'evil' })).toEqual([400, 'Unacceptable audience in id_token'])
    expect(await told({ aud: ['vigie', 'evil'], azp: 'evil' })).toEqual([
      400,
      'Unacceptable audience in id_token',
    ])
  })

  it('is refused with a foreign signature, with none, or with a shared secret', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    const claims = { iss: issuer.url, aud: 'vigie', ...person('eve'), iat: seconds(), exp: seconds() + 60 }
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const forged = [
      await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'first' }).sign(privateKey),
      `${part({ alg: 'none' })}.${part(claims)}.`,
      await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid: 'first' })
        .sign(new TextEncoder().encode(issuer.secret)),
    ]
    for (const id_token of forged) {
      const { status, body } = await grant({ provider: 'google', id_token })
      expect([status, body.error_description]).toEqual([400, 'Bad ID token'])
    }
  })

  it.each([
    [
      { nonce: hash('n') },
      null,
      'invalid request',
      'Passed nonce and nonce in id_token should either both exist or not.',
    ],
    [{}, 'n', 'invalid request', 'Passed nonce and nonce in id_token should either both exist or not.'],
    [{ nonce: hash('n') }, 'm', 'invalid nonce', 'Nonces mismatch'],
    [{ nonce: 'n' }, 'n', 'invalid nonce', 'Nonces mismatch'],
  ])('with nonce %j beside %j is refused', async (claims, nonce, error, description) => {
    const id_token = await issuer.sign({ ...person('eve'), ...claims })
    const answer = await grant({ provider: 'google', id_token, nonce })
    expect([answer.status, answer.body]).toEqual([400, { error, error_description: description }])
  })

  it('with unknown keys cannot make this server reload them at will', async () => {
    const before = issuer.asked.length
    for (let round = 0; round < 20; round++) {
      await grant({ provider: 'google', id_token: await issuer.sign(person('eve'), { kid: `k${round}` }) })
    }
    expect(issuer.asked.length - before).toBeLessThanOrEqual(1)
  })

  it('[S-63] [S-72] is linked to the requesting account, and to no other', async () => {
    const client = project.client()
    await client.auth.signUp({ email: 'base@example.com', password: 'correct horse battery' })
    const token = await issuer.sign({ ...person('base-google'), email: 'else@example.com' })
    const { data, error } = await client.auth.linkIdentity({ provider: 'google', token })
    expect(error).toBeNull()
    expect(data.user?.email).toBe('base@example.com')
    const { data: listed } = await client.auth.getUserIdentities()
    expect(listed?.identities.map(({ provider }) => provider)).toEqual(['email', 'google'])
    const twice = await client.auth.linkIdentity({ provider: 'google', token })
    expect(twice.error).toMatchObject({
      status: 422,
      code: 'identity_already_exists',
      message: 'Identity is already linked',
    })
    const another = project.client()
    await another.auth.signUp({ email: 'another@example.com', password: 'correct horse battery' })
    const taken = await another.auth.linkIdentity({ provider: 'google', token })
    expect(taken.error).toMatchObject({
      code: 'identity_already_exists',
      message: 'Identity is already linked to another user',
    })
    const nobody = await grant({ provider: 'google', id_token: token, link_identity: true })
    expect(nobody.status).toBe(403)
  })
})
