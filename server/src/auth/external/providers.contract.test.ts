import { createPublicKey } from 'node:crypto'
import { exportJWK, exportPKCS8, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ProviderStandIn, providerStandIn } from '../../testing/provider-stand-in.ts'
import { type AuthProject, authProject } from '../auth-project.ts'

let provider: ProviderStandIn
let project: AuthProject
let apple: Awaited<ReturnType<typeof appleKeys>>
beforeAll(async () => {
  provider = await providerStandIn()
  apple = await appleKeys()
  const own = ['github', 'discord'].map(
    (name) =>
      `[auth.external.${name}]\nenabled = true\nclient_id = "c"\nsecret = "s"\nurl = "${provider.url}"`,
  )
  project = await authProject(`${own.join('\n')}
[auth.external.apple]
enabled = true
client_id = "com.example.vigie"
team_id = "TEAM"
key_id = "KEY"
secret = """${apple.pem}"""
url = "${provider.url}"
`)
})
afterAll(async () => {
  await project.stop()
  await provider.stop()
})
beforeEach(() => {
  provider.asked.length = 0
})

async function appleKeys() {
  const own = await generateKeyPair('ES256', { extractable: true })
  const theirs = await generateKeyPair('ES256')
  return {
    pem: await exportPKCS8(own.privateKey),
    jwk: { ...(await exportJWK(theirs.publicKey)), kid: 'a', alg: 'ES256' },
    privateKey: theirs.privateKey,
  }
}

const begin = async (name: string) => {
  const url = `${project.url}/auth/v1/authorize?provider=${name}`
  const response = await fetch(url, { redirect: 'manual' })
  return new URL(response.headers.get('location') as string)
}
const land = (response: Response) => new URL(response.headers.get('location') as string)
const back = async (name: string) => {
  const start = await begin(name)
  const query = new URLSearchParams({ state: start.searchParams.get('state') as string, code: 'the code' })
  const end = land(await fetch(`${project.url}/auth/v1/callback?${query}`, { redirect: 'manual' }))
  return { start, end }
}
const userOf = async (end: URL) => {
  const access = new URLSearchParams(end.hash.slice(1)).get('access_token') as string
  return (await project.client().auth.getUser(access)).data.user
}
const failure = (end: URL) => end.searchParams.get('error_description')

describe('GitHub', () => {
  const tokens = { access_token: 'gh-token', token_type: 'bearer', scope: 'user:email' }
  const user = { id: 583231, login: 'octo', name: 'Octo Cat', avatar_url: 'https://x.example/o.png' }
  const emails = [
    { email: 'other@example.com', primary: false, verified: true },
    { email: 'Octo@Example.com', primary: true, verified: true },
  ]
  beforeEach(() => {
    provider.answers = {
      '/login/oauth/access_token': tokens,
      '/api/v3/user': user,
      '/api/v3/user/emails': emails,
    }
  })

  it('[S-72] is sent the PKCE challenge, the secret and the verifier, and read by its REST API', async () => {
    const { start, end } = await back('github')
    expect(`${start.origin}${start.pathname}`).toBe(`${provider.url}/login/oauth/authorize`)
    expect(Object.fromEntries(start.searchParams)).toMatchObject({
      client_id: 'c',
      scope: 'user:email',
      code_challenge_method: 'S256',
      redirect_uri: `${project.url}/auth/v1/callback`,
    })
    expect(await userOf(end)).toMatchObject({
      email: 'octo@example.com',
      user_metadata: {
        full_name: 'Octo Cat',
        user_name: 'octo',
        avatar_url: user.avatar_url,
        provider_id: '583231',
      },
      identities: [{ provider: 'github', id: '583231' }],
    })
    const [token, who] = provider.asked
    expect(token?.form).toMatchObject({
      grant_type: 'authorization_code',
      code: 'the code',
      client_id: 'c',
      client_secret: 's',
      code_verifier: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(who?.headers.authorization).toBe('Bearer gh-token')
  })

  it.each([
    ['a refusal with status 200', '/login/oauth/access_token', { error: 'bad_verification_code' }],
    ['no token', '/login/oauth/access_token', {}],
    ['a list instead of someone', '/api/v3/user', []],
    ['someone without an id', '/api/v3/user', { login: 'octo' }],
    ['no such page', '/api/v3/user/emails', undefined],
  ])('that answers %s signs nobody in', async (_name, path, answer) => {
    provider.answers[path] = answer
    expect(failure((await back('github')).end)).toBe('Unable to exchange external code')
  })

  it('that redirects this server, answers endlessly or not at all, signs nobody in', async () => {
    provider.answers['/api/v3/user'] = (response: import('node:http').ServerResponse) =>
      response.writeHead(302, { location: '/login/oauth/access_token' }).end('{"id":1}')
    expect(failure((await back('github')).end)).toBe('Unable to exchange external code')
    expect(provider.asked.map(({ path }) => path)).not.toContain('/api/v3/user/emails')
    provider.answers['/api/v3/user'] = (response: import('node:http').ServerResponse) => {
      const more = () => !response.destroyed && response.write(' '.repeat(65_536), () => setImmediate(more))
      more()
    }
    expect(failure((await back('github')).end)).toBe('Unable to exchange external code')
    provider.answers['/api/v3/user'] = () => {}
    const started = performance.now()
    expect(failure((await back('github')).end)).toBe('Unable to exchange external code')
    expect(performance.now() - started).toBeLessThan(8000)
  }, 15_000)

  it('may send text that PostgreSQL cannot store', async () => {
    provider.answers['/api/v3/user'] = { ...user, id: 7, name: 'nul\u0000 half\ud800' }
    provider.answers['/api/v3/user/emails'] = [{ email: 'nul@example.com', primary: true, verified: true }]
    expect((await userOf((await back('github')).end))?.user_metadata.name).toBe('nul half\ufffd')
  })

  it('with an unverified address does not match an existing account', async () => {
    await project.client().auth.signUp({ email: 'mine@example.com', password: 'correct horse battery' })
    provider.answers['/api/v3/user'] = { ...user, id: 8 }
    provider.answers['/api/v3/user/emails'] = [{ email: 'mine@example.com', primary: true, verified: false }]
    expect((await back('github')).end.searchParams.get('error_code')).toBe(
      'provider_email_needs_verification',
    )
  })
})

describe('Discord', () => {
  it('[S-72] is queried for the address and read by its REST API', async () => {
    provider.answers = {
      '/api/oauth2/token': { access_token: 'd-token', refresh_token: 'd-refresh', token_type: 'Bearer' },
      '/api/users/@me': {
        id: '80351110224678912',
        username: 'nelly',
        global_name: 'Nelly',
        avatar: 'abc',
        email: 'nelly@example.com',
        verified: true,
      },
    }
    const { start, end } = await back('discord')
    expect(`${start.origin}${start.pathname}`).toBe(`${provider.url}/api/oauth2/authorize`)
    expect(start.searchParams.get('scope')).toBe('email identify')
    expect(Object.fromEntries(new URLSearchParams(end.hash.slice(1)))).toMatchObject({
      provider_token: 'd-token',
      provider_refresh_token: 'd-refresh',
    })
    expect(await userOf(end)).toMatchObject({
      email: 'nelly@example.com',
      user_metadata: {
        name: 'Nelly',
        full_name: 'nelly',
        avatar_url: 'https://cdn.discordapp.com/avatars/80351110224678912/abc.png',
        custom_claims: { global_name: 'Nelly' },
      },
    })
  })
})

describe('Apple', () => {
  const signIn = async (claims: object, fields: object = {}) => {
    provider.answers = {
      '/.well-known/openid-configuration': {
        issuer: provider.url,
        authorization_endpoint: `${provider.url}/auth/authorize`,
        token_endpoint: `${provider.url}/auth/token`,
        jwks_uri: `${provider.url}/auth/keys`,
        token_endpoint_auth_methods_supported: ['client_secret_post'],
      },
      '/auth/keys': { keys: [apple.jwk] },
    }
    const start = await begin('apple')
    const idToken = await new SignJWT({
      iss: provider.url,
      aud: 'com.example.vigie',
      sub: '001.abc',
      email: 'relay@privaterelay.example.com',
      email_verified: 'true',
      nonce: start.searchParams.get('nonce'),
      ...claims,
    })
      .setProtectedHeader({ alg: 'ES256', kid: 'a' })
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(apple.privateKey)
    provider.answers['/auth/token'] = { access_token: 'a', id_token: idToken }
    const form = { state: start.searchParams.get('state') as string, code: 'the code', ...fields }
    const response = await fetch(`${project.url}/auth/v1/callback`, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    })
    return { start, end: land(response) }
  }

  it('[S-72] posts its answer, receives a secret signed for the request, and sends a name once', async () => {
    const user = JSON.stringify({
      name: { firstName: 'Ada', lastName: 'Lovelace' },
      email: 'evil@example.com',
    })
    const { start, end } = await signIn({}, { user })
    expect(start.searchParams.get('response_mode')).toBe('form_post')
    expect(start.searchParams.get('scope')).toBe('openid email name')
    expect(await userOf(end)).toMatchObject({
      email: 'relay@privaterelay.example.com',
      user_metadata: { full_name: 'Ada Lovelace', email_verified: true },
      identities: [{ provider: 'apple', id: '001.abc' }],
    })
    const secret = provider.asked.find(({ path }) => path === '/auth/token')?.form.client_secret as string
    const { payload, protectedHeader } = await jwtVerify(secret, createPublicKey(apple.pem))
    expect(protectedHeader).toMatchObject({ alg: 'ES256', kid: 'KEY' })
    expect(payload).toMatchObject({ iss: 'TEAM', sub: 'com.example.vigie', aud: provider.url })
    expect((payload.exp as number) - (payload.iat as number)).toBe(300)
  })

  it.each([
    ['another nonce', { nonce: 'x' }],
    ['no nonce', { nonce: undefined }],
    ['another audience', { aud: 'com.example.other' }],
    ['another issuer', { iss: 'https://appleid.example' }],
  ])('whose token has %s signs nobody in', async (_name, claims) => {
    expect(failure((await signIn(claims)).end)).toBe('Unable to exchange external code')
  })

  it.each(['{', '[]', '{"name":null}', '{"name":{"firstName":{}}}', 'x'.repeat(10_000)])(
    'may send %.20j as a name',
    async (user) => {
      expect(await userOf((await signIn({}, { user })).end)).toMatchObject({
        identities: [{ id: '001.abc' }],
      })
    },
  )
})

describe('an unreachable provider', () => {
  it('is reported in the redirect or in the answer, and is tried again next time', async () => {
    const down = await authProject(
      `[auth.external.acme]\nenabled = true\nclient_id = "c"\nurl = "${provider.url}"`,
    )
    const url = `${down.url}/auth/v1/authorize?provider=acme&redirect_to=http://127.0.0.1:3000/x`
    for (const document of [undefined, { issuer: 'https://other.example' }]) {
      provider.answers = { '/.well-known/openid-configuration': document }
      const end = land(await fetch(url, { redirect: 'manual' }))
      expect(end.pathname).toBe('/x')
      expect(Object.fromEntries(end.searchParams)).toEqual({
        error: 'server_error',
        error_code: 'unexpected_failure',
        error_description: 'The sign-in provider could not be reached',
      })
    }
    expect((await fetch(`${url}&skip_http_redirect=true`)).status).toBe(500)
    provider.answers['/.well-known/openid-configuration'] = {
      issuer: provider.url,
      authorization_endpoint: `${provider.url}/there`,
      token_endpoint: `${provider.url}/token`,
      jwks_uri: `${provider.url}/keys`,
    }
    expect(land(await fetch(url, { redirect: 'manual' })).pathname).toBe('/there')
    await down.stop()
  })
})
