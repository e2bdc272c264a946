import { connect } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthProject, authProject } from './auth-project.ts'

const password = 'correct horse battery'
const NEW = { 'x-supabase-api-version': '2024-01-01' }

let project: AuthProject
let access: string
let userId: string
beforeAll(async () => {
  project = await authProject()
  const { data } = await project.client().auth.signUp({ email: 'ada@example.com', password })
  access = data.session?.access_token as string
  userId = data.user?.id as string
})
afterAll(() => project.stop())

describe('a body', () => {
  it.each([
    '{"email":',
    'email=a@b.cd',
    '"text"',
    '[]',
    '{"email": {"a": 1}}',
    '{"email": "a@b.cd", "password": "a\\u0000bcdef"}',
    '{"email": "a@b.cd", "password": "abcdefgh", "data": {"half": "\\ud800"}}',
    '{"email": "a@b.cd", "password": "abcdefgh", "data": [1]}',
  ])('that is %s is refused with 400 bad_json', async (body) => {
    const answer = await project.call('POST', '/signup', body, NEW)
    expect([answer.status, answer.body.code]).toEqual([400, 'bad_json'])
    expect(answer.body.message).toMatch(/^Could not parse request body as JSON: /)
  })

  it('over 1 MiB is refused with 413', async () => {
    const body = { email: 'a@b.cd', password, data: { text: 'x'.repeat(1_100_000) } }
    const answer = await project.call('POST', '/signup', body, NEW)
    expect(answer.status).toBe(413)
    expect(answer.body).toEqual({
      code: 'request_entity_too_large',
      message: 'Request body too large (max 1048576 bytes)',
    })
  })

  it('of any content type is read as JSON', async () => {
    const body = JSON.stringify({ email: 'ada@example.com', password })
    for (const type of ['text/plain', 'application/json;charset=UTF-8', 'application/octet-stream']) {
      const answer = await project.call('POST', '/token?grant_type=password', body, { 'content-type': type })
      expect(answer.status).toBe(200)
    }
  })

  it('cut off in the middle does not affect later requests', async () => {
    const { hostname, port } = new URL(project.url)
    for (let round = 0; round < 20; round++) {
      const socket = connect(Number(port), hostname)
      await new Promise<void>((resolve) => socket.once('connect', resolve))
      socket.write(
        'POST /auth/v1/signup HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{"email": "cut@example.com"',
      )
      socket.destroy()
    }
    const asked = Array.from({ length: 10 }, () => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(), 3)
      const body = JSON.stringify({ email: 'ada@example.com', password })
      const url = `${project.url}/auth/v1/token?grant_type=password`
      return fetch(url, { method: 'POST', body, signal: controller.signal }).catch(() => null)
    })
    await Promise.all(asked)
    expect((await project.call('GET', '/health')).status).toBe(200)
    const { error } = await project.client().auth.signInWithPassword({ email: 'ada@example.com', password })
    expect(error).toBeNull()
    expect(project.admin.waitingCount).toBe(0)
  })
})

describe('a token', () => {
  const user = (token: string) =>
    project.call('GET', '/user', undefined, { ...NEW, authorization: `Bearer ${token}` })
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = (more: object = {}) => ({
    sub: userId,
    role: 'authenticated',
    aud: 'authenticated',
    exp: Math.floor(Date.now() / 1000) + 600,
    ...more,
  })

  it('that is valid is accepted, so that the refusals below prove something', async () => {
    expect((await user(access)).status).toBe(200)
    expect((await user(await project.keys.issue(claims()))).status).toBe(200)
  })

  it('with altered content is refused', async () => {
    const [header, payload, signature] = access.split('.')
    const forged = JSON.parse(Buffer.from(payload as string, 'base64url').toString())
    const answer = await user(`${header}.${part({ ...forged, role: 'service_role' })}.${signature}`)
    expect([answer.status, answer.body.code]).toEqual([403, 'bad_jwt'])
    expect(answer.body.message).toBe(
      'invalid JWT: unable to parse or verify signature, token signature is invalid',
    )
  })

  it.each(['none', 'None', 'HS512', 'RS256'])('with alg %s is refused', async (alg) => {
    const answer = await user(`${part({ alg, typ: 'JWT' })}.${part(claims())}.`)
    expect([answer.status, answer.body.code]).toEqual([403, 'bad_jwt'])
  })

  it('signed with our public key used as a shared secret is refused', async () => {
    const secret = new TextEncoder().encode(JSON.stringify(project.keys.jwks().keys[0]))
    const token = await new SignJWT(claims()).setProtectedHeader({ alg: 'HS256' }).sign(secret)
    expect((await user(token)).body.code).toBe('bad_jwt')
  })

  it('signed with another key is refused, whether its kid is unknown, ours, or comes with an embedded key', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const headers = [
      { kid: 'unknown' },
      { kid: project.keys.jwks().keys[0]?.kid as string },
      { jwk: await exportJWK(publicKey) },
      {},
    ]
    for (const header of headers) {
      const token = await new SignJWT(claims())
        .setProtectedHeader({ alg: 'ES256', ...header })
        .sign(privateKey)
      const answer = await user(token)
      expect([answer.status, answer.body.code]).toEqual([403, 'bad_jwt'])
    }
  })

  it.each([
    [
      { exp: 1 },
      403,
      'invalid JWT: unable to parse or verify signature, token has invalid claims: token is expired',
    ],
    [{ sub: undefined }, 403, 'invalid claim: missing sub claim'],
    [{ sub: 'ada' }, 400, 'invalid claim: sub claim must be a UUID'],
    [{ session_id: 'mine' }, 403, 'invalid claim: session_id claim must be a UUID'],
    [{ aud: 'elsewhere' }, 400, "Token audience doesn't match request audience"],
    [{ sub: '00000000-0000-4000-8000-000000000000' }, 403, 'User from sub claim in JWT does not exist'],
    [
      { session_id: '00000000-0000-4000-8000-000000000000' },
      403,
      'Session from session_id claim in JWT does not exist',
    ],
  ])('with %j is %i', async (more, status, message) => {
    const answer = await user(await project.keys.issue(claims(more)))
    expect([answer.status, answer.body.message]).toEqual([status, message])
  })

  it.each(['', 'x', 'a.b', 'a.b.c', '....', 'ey'.repeat(5000)])('that is %.10j is refused', async (token) => {
    expect([401, 403]).toContain((await user(token)).status)
  })

  it('that is an API key is refused', async () => {
    for (const key of [project.anonKey, project.serviceRoleKey, project.keys.publishableKey]) {
      const answer = await user(key)
      expect([answer.status, answer.body.message]).toEqual([403, 'invalid claim: missing sub claim'])
    }
  })

  it('of a banned user is refused at once', async () => {
    await project.admin.query("update auth.users set banned_until = now() + interval '1 day' where id = $1", [
      userId,
    ])
    const answer = await user(access)
    expect([answer.status, answer.body.code]).toEqual([403, 'user_banned'])
    await project.admin.query('update auth.users set banned_until = null where id = $1', [userId])
  })
})

describe('a feature that is not offered', () => {
  it.each([
    ['POST', '/sso', 404, 'saml_provider_disabled'],
    ['POST', '/passkeys/authentication/options', 404, 'passkey_disabled'],
    ['GET', '/authorize?provider=google', 400, 'validation_failed'],
    ['POST', '/factors', 422, 'mfa_totp_enroll_not_enabled'],
    ['DELETE', '/factors/00000000-0000-4000-8000-000000000000', 404, 'mfa_factor_not_found'],
    ['GET', '/user/identities/authorize?provider=google', 404, 'manual_linking_disabled'],
    ['DELETE', '/user/identities/00000000-0000-4000-8000-000000000000', 404, 'manual_linking_disabled'],
    ['GET', '/user/oauth/grants', 404, 'feature_disabled'],
    ['GET', '/admin/users', 403, 'not_admin'],
    ['POST', '/admin/generate_link', 403, 'not_admin'],
    ['POST', '/invite', 403, 'not_admin'],
    ['GET', '/no/such/place', 404, 'unknown'],
    ['PATCH', '/user', 404, 'unknown'],
  ])('%s %s is answered %i %s', async (method, path, status, code) => {
    const body = method === 'GET' ? undefined : { factor_type: 'totp' }
    const answer = await project.call(method, path, body, { ...NEW, authorization: `Bearer ${access}` })
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01')
  })

  it('a provider callback is redirected to the site with the error', async () => {
    const answer = await project.call('GET', '/callback?code=1&state=2')
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toMatch(
      /^http:\/\/127\.0\.0\.1:3000\?error=invalid_request&error_code=bad_oauth_state/,
    )
  })
})

describe('the service itself', () => {
  it('[S-74] publishes its public keys, and no private one, for ten minutes', async () => {
    const { status, headers, body } = await project.call('GET', '/.well-known/jwks.json')
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('public, max-age=600')
    const keys = body.keys as Record<string, unknown>[]
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys) {
      expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', key_ops: ['verify'] })
      expect(key.kid).toBeTypeOf('string')
      expect(key).not.toHaveProperty('d')
      expect(key).not.toHaveProperty('k')
    }
  })

  it('serves its health and its settings', async () => {
    expect((await project.call('GET', '/health')).body).toMatchObject({ name: 'GoTrue', version: /^v2/ })
    expect((await project.call('GET', '/settings')).body).toMatchObject({
      external: { email: true, phone: false, google: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: true,
      phone_autoconfirm: true,
      saml_enabled: false,
      passkeys_enabled: false,
    })
  })

  it('allows any origin and exposes the version header', async () => {
    const preflight = await fetch(`${project.url}/auth/v1/token`, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://elsewhere.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'apikey,authorization,x-client-info,x-supabase-api-version',
      },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-supabase-api-version')
    const { headers } = await project.call('GET', '/user', undefined, { origin: 'http://elsewhere.example' })
    expect(headers.get('access-control-expose-headers')).toMatch(/x-supabase-api-version/i)
    expect(headers.get('cache-control')).toBe('no-store')
  })
})
