import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testIssuer, visit } from '../testing/openid-issuer.ts'
import { type AuthProject, authProject } from './auth-project.ts'

const password = 'correct horse battery'
const NEW = { 'x-supabase-api-version': '2024-01-01' }
const site = 'http://127.0.0.1:3000'

let issuer: Awaited<ReturnType<typeof testIssuer>>
let project: AuthProject
beforeAll(async () => {
  issuer = await testIssuer()
  project = await authProject(config(issuer.url))
  issuer.allow(`${project.url}/auth/v1/callback`)
})
afterAll(async () => {
  await project.stop()
  await issuer.stop()
})

const config = (url: string) => `
[auth]
enable_manual_linking = true
enable_anonymous_sign_ins = true
[auth.external.acme]
enabled = true
client_id = "vigie,vigie-ios"
secret = "a secret of thirty-two characters"
url = "${url}"
[auth.external.open]
enabled = true
client_id = "vigie"
secret = "a secret of thirty-two characters"
url = "${url}"
email_optional = true
[auth.external.github]
enabled = false
`

/** Where an address of the server leads, which the browser follows by hand. */
const follow = async (url: string) => {
  const response = await fetch(url, { redirect: 'manual' })
  return new URL(response.headers.get('location') ?? '')
}
const fragmentOf = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)))
const authorizeUrl = (query: Record<string, string>) =>
  `${project.url}/auth/v1/authorize?${new URLSearchParams({ provider: 'acme', ...query })}`
/** Signs in with the provider in the implicit flow, and says where that ends. */
const through = async (login: string | null, query: Record<string, string> = {}) =>
  follow(await visit(issuer.url, (await follow(authorizeUrl(query))).href, login))

const userOf = async (end: URL) =>
  (await project.client().auth.getUser(fragmentOf(end).access_token)).data.user
const rows = async (text: string, values: unknown[] = []) => (await project.admin.query(text, values)).rows
const accounts = async () => Number((await rows('select count(*) from auth.users'))[0].count)
/** Both the query and the fragment tell the error, at the address that was asked for. */
const refused = (end: URL, told: Record<string, string>) => {
  expect(`${end.origin}${end.pathname}`).toBe(`${site}/welcome`)
  expect(Object.fromEntries(end.searchParams)).toEqual(told)
  expect(fragmentOf(end)).toEqual({ ...told, sb: '' })
}
const back = { redirect_to: `${site}/welcome` }

describe('signing in with a provider', () => {
  it('[S-72] makes an account with the provider’s words and leads back with a session', async () => {
    const end = await through('ada', { redirect_to: `${site}/welcome?keep=1` })
    expect(`${end.origin}${end.pathname}${end.search}`).toBe(`${site}/welcome?keep=1`)
    const session = fragmentOf(end)
    expect(session).toMatchObject({
      token_type: 'bearer',
      expires_in: '3600',
      provider_token: expect.any(String),
      sb: '',
    })
    const { data } = await project.client().auth.getUser(session.access_token)
    expect(data.user).toMatchObject({
      email: 'ada@example.com',
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'acme', providers: ['acme'] },
      user_metadata: {
        full_name: 'Name of ada',
        avatar_url: 'https://example.com/ada.png',
        email_verified: true,
        provider_id: 'ada',
        sub: 'ada',
        iss: issuer.url,
      },
      identities: [{ provider: 'acme', id: 'ada', email: 'ada@example.com' }],
    })
    const { data: claims } = await project.client().auth.getClaims(session.access_token)
    expect(claims?.claims.amr).toMatchObject([{ method: 'oauth' }])
  })

  it('[S-62] [S-72] with the official client’s PKCE gives a code that its own browser alone exchanges, once', async () => {
    const client = project.client({ flowType: 'pkce' })
    const { data } = await client.auth.signInWithOAuth({
      provider: 'acme' as 'google',
      options: { redirectTo: `${site}/welcome`, skipBrowserRedirect: true, scopes: 'offline_access' },
    })
    const asked = await follow(data.url as string)
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      code_challenge_method: 'S256',
      scope: 'openid email profile offline_access',
      nonce: expect.any(String),
      redirect_uri: `${project.url}/auth/v1/callback`,
    })
    const end = await follow(await visit(issuer.url, asked.href, 'grace'))
    const code = end.searchParams.get('code') as string
    expect(end.hash).toBe('')
    const stranger = await project.call('POST', '/token?grant_type=pkce', {
      auth_code: '00000000-0000-4000-8000-000000000000',
      code_verifier: 'v'.repeat(64),
    })
    expect(stranger.status).toBe(404)
    const exchanged = await client.auth.exchangeCodeForSession(code)
    expect(exchanged.error).toBeNull()
    expect(exchanged.data.session).toMatchObject({
      provider_token: expect.any(String),
      refresh_token: expect.any(String),
    })
    const again = await project.call('POST', '/token?grant_type=pkce', {
      auth_code: code,
      code_verifier: 'v'.repeat(64),
    })
    expect([again.status, again.body.error_code]).toEqual([404, 'flow_state_not_found'])
  })
})

describe('the way there', () => {
  it.each([
    [{ provider: '' }, 'Unsupported provider: Provider  could not be found'],
    [{ provider: 'nobody' }, 'Unsupported provider: Provider nobody could not be found'],
    [{ provider: '__proto__' }, 'Unsupported provider: Provider __proto__ could not be found'],
    [{ provider: 'google' }, 'Unsupported provider: provider is not enabled'],
    [{ provider: 'github' }, 'Unsupported provider: provider is not enabled'],
    [{ code_challenge: 'x'.repeat(43) }, 'PKCE flow requires code_challenge_method and code_challenge'],
    [
      { code_challenge: 'x', code_challenge_method: 's256' },
      'code challenge has to be between 43 and 128 characters',
    ],
    [
      { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' },
      'code_challenge_method has to be s256',
    ],
  ])('with %j is refused', async (query, message) => {
    const { search } = new URL(authorizeUrl(query as Record<string, string>))
    const answer = await project.call('GET', `/authorize${search}`, undefined, NEW)
    expect([answer.status, answer.body]).toEqual([400, { code: 'validation_failed', message }])
  })

  it('takes the application’s own parameters along, but none of the protocol’s', async () => {
    const evil = {
      client_id: 'evil',
      redirect_uri: 'https://evil.example',
      state: 'x',
      nonce: 'x',
      request_uri: 'x',
      response_mode: 'fragment',
    }
    const url = await follow(
      authorizeUrl({ prompt: 'login', login_hint: 'ada', ...evil, scopes: 'a,b email' }),
    )
    const query = Object.fromEntries(url.searchParams)
    expect(query).toMatchObject({
      prompt: 'login',
      login_hint: 'ada',
      client_id: 'vigie',
      scope: 'openid email profile a b',
    })
    for (const [name, value] of Object.entries(evil)) expect(query[name]).not.toBe(value)
    expect(query).not.toHaveProperty('provider')
    expect(query).not.toHaveProperty('redirect_to')
  })

  it('is told instead of taken with skip_http_redirect', async () => {
    const { search } = new URL(authorizeUrl({ skip_http_redirect: 'true' }))
    const answer = await project.call('GET', `/authorize${search}`)
    expect([answer.status, String(answer.body.url).startsWith(issuer.url)]).toEqual([200, true])
  })

  it('never ends at another site', async () => {
    const end = await through('ada', { redirect_to: 'https://evil.example/' })
    expect(end.origin).toBe(site)
  })
})

describe('what comes back', () => {
  const call = (query: Record<string, string>) =>
    follow(`${project.url}/auth/v1/callback?${new URLSearchParams(query)}`)
  const begin = async () => (await follow(authorizeUrl(back))).searchParams.get('state') as string

  it.each([
    ['no state', {}, 'bad_oauth_callback', 'OAuth state parameter missing'],
    ['a state of one’s own', { state: 'x' }, 'bad_oauth_state', 'OAuth state parameter is invalid'],
    [
      'a state with another mark',
      { state: '00000000-0000-4000-8000-000000000000.x' },
      'bad_oauth_state',
      'OAuth state parameter is invalid',
    ],
  ])('with %s goes to the site', async (_name, query, code, description) => {
    const end = await call({ code: '1', ...query } as Record<string, string>)
    expect(`${end.origin}${end.pathname}${end.hash}`).toBe(`${site}/`)
    const told = { error: 'invalid_request', error_code: code, error_description: description }
    expect(Object.fromEntries(end.searchParams)).toEqual(told)
  })

  it('with a state that is gone or too old goes to the site', async () => {
    const gone = await begin()
    await rows('delete from auth.flow_state where id = $1', [gone.split('.')[0]])
    expect((await call({ state: gone, code: '1' })).searchParams.get('error_description')).toBe(
      'OAuth state not found or expired',
    )
    const old = await begin()
    project.wait(301)
    expect((await call({ state: old, code: '1' })).searchParams.get('error_description')).toBe(
      'OAuth state has expired',
    )
    project.wait(-301)
  })

  it('is taken once, also when it comes three times at once', async () => {
    const url = await visit(issuer.url, (await follow(authorizeUrl(back))).href, 'once')
    const ends = await Promise.all([follow(url), follow(url), follow(url)])
    const codes = ends.map((end) => end.searchParams.get('error_code'))
    expect(codes.filter((code) => code === null)).toHaveLength(1)
    expect(codes.filter((code) => code === 'flow_state_already_used')).toHaveLength(2)
    expect((await follow(url)).searchParams.get('error_code')).toBe('flow_state_already_used')
  })

  it('as a refusal tells it where the flow began', async () => {
    refused(await through(null, back), {
      error: 'access_denied',
      error_description: 'End-User aborted interaction',
    })
  })

  it('without a code, with another code, or of another issuer, signs nobody in', async () => {
    const before = await accounts()
    refused(await call({ state: await begin() }), {
      error: 'invalid_request',
      error_code: 'bad_oauth_callback',
      error_description: 'OAuth callback with missing authorization code missing',
    })
    const failed = {
      error: 'server_error',
      error_code: 'unexpected_failure',
      error_description: 'Unable to exchange external code',
    }
    refused(await call({ state: await begin(), code: 'x', iss: issuer.url }), failed)
    const url = new URL(await visit(issuer.url, (await follow(authorizeUrl(back))).href, 'mixed'))
    url.searchParams.set('iss', 'https://other.example')
    refused(await follow(url.href), failed)
    expect(await accounts()).toBe(before)
  })

  it('with the code of somebody else’s flow signs nobody in', async () => {
    const theirs = new URL(await visit(issuer.url, (await follow(authorizeUrl(back))).href, 'victim'))
    theirs.searchParams.set('state', await begin())
    const end = await follow(theirs.href)
    expect(end.searchParams.get('error_description')).toBe('Unable to exchange external code')
  })
})

describe('the account', () => {
  const signUp = async (email: string) => {
    const client = project.client()
    const { data } = await client.auth.signUp({ email, password })
    return { client, id: data.user?.id as string }
  }

  it('is the one with the same proven address, which keeps its password', async () => {
    const { id } = await signUp('lin@example.com')
    await rows(
      `update auth.identities set identity_data = identity_data || '{"email_verified":true}' where user_id = $1`,
      [id],
    )
    const user = await userOf(await through('lin'))
    expect(user).toMatchObject({ id, app_metadata: { provider: 'email', providers: ['email', 'acme'] } })
    expect(user?.identities?.map(({ provider }) => provider)).toEqual(['email', 'acme'])
    const { error } = await project.client().auth.signInWithPassword({ email: 'lin@example.com', password })
    expect(error).toBeNull()
    expect((await userOf(await through('lin')))?.id).toBe(id)
  })

  it('that somebody made in wait for the owner of the address is the owner’s alone from then on', async () => {
    const { client, id } = await signUp('owner@example.com')
    expect((await userOf(await through('owner')))?.id).toBe(id)
    const { error } = await client.auth.signInWithPassword({ email: 'owner@example.com', password })
    expect(error?.code).toBe('invalid_credentials')
    const { data } = await client.auth.refreshSession()
    expect(data.session).toBeNull()
  })

  it('with a second factor and an unproven address is never taken over', async () => {
    const { id } = await signUp('twice@example.com')
    await rows(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
      [id],
    )
    const end = await through('twice', back)
    refused(end, {
      error_code: 'email_exists',
      error_description: 'A user with this email address has already been registered',
    })
  })

  it('is never one whose address the provider did not verify', async () => {
    const { id } = await signUp('target@example.com')
    issuer.people.set('thief', { email: 'target@example.com', email_verified: false })
    const before = await accounts()
    const end = await through('thief', back)
    expect(end.searchParams.get('error_code')).toBe('provider_email_needs_verification')
    expect([
      await accounts(),
      await rows('select provider from auth.identities where user_id = $1', [id]),
    ]).toEqual([before, [{ provider: 'email' }]])
  })

  it('is made once when somebody new comes three times at once', async () => {
    const urls = await Promise.all(
      [1, 2, 3].map(async () => visit(issuer.url, (await follow(authorizeUrl(back))).href, 'thrice')),
    )
    const users = await Promise.all(urls.map(async (url) => userOf(await follow(url))))
    expect(new Set(users.map((user) => user?.id)).size).toBe(1)
    expect(users[0]?.email).toBe('thrice@example.com')
  })

  it('that is banned stays out', async () => {
    const user = await userOf(await through('banned', back))
    await rows(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [user?.id])
    refused(await through('banned', back), {
      error: 'access_denied',
      error_code: 'user_banned',
      error_description: 'User is banned',
    })
  })

  it('is not made without an address, unless the project says that it may', async () => {
    issuer.people.set('nobody', { email: undefined, email_verified: undefined })
    const end = await through('nobody', back)
    expect(end.searchParams.get('error_description')).toBe('Error getting user email from external provider')
    const user = await userOf(await through('nobody', { provider: 'open' }))
    expect(user).toMatchObject({ email: '', identities: [{ provider: 'open', id: 'nobody' }] })
    expect((await userOf(await through('nobody', { provider: 'open' })))?.id).toBe(user?.id)
  })

  it('of an invitation is for the address that was invited', async () => {
    const invite = await project.call(
      'POST',
      '/invite',
      { email: 'guest@example.com' },
      { authorization: `Bearer ${project.serviceRoleKey}` },
    )
    const [{ confirmation_token: token }] = await rows(
      'select confirmation_token from auth.users where id = $1',
      [invite.body.id],
    )
    const other = await through('ada', { ...back, invite_token: token })
    expect(other.searchParams.get('error_code')).toBe('invite_not_found')
    expect((await userOf(await through('guest', { ...back, invite_token: token })))?.id).toBe(invite.body.id)
  })
})

describe('where addresses must be confirmed and sign-up may be closed', () => {
  let strict: AuthProject
  let other: Awaited<ReturnType<typeof testIssuer>>
  beforeAll(async () => {
    other = await testIssuer()
    strict = await authProject(
      `${config(other.url)}\n[auth.email]\nenable_confirmations = true\nmax_frequency = "60s"`,
    )
    other.allow(`${strict.url}/auth/v1/callback`)
  })
  afterAll(async () => {
    await strict.stop()
    await other.stop()
  })
  const come = async (login: string) => {
    const query = new URLSearchParams({ provider: 'acme', ...back })
    const start = await follow(`${strict.url}/auth/v1/authorize?${query}`)
    return follow(await visit(other.url, start.href, login))
  }

  it('an unverified address is sent a mail, once, and lets its owner in when they followed it', async () => {
    other.people.set('shy', { email_verified: false })
    const told = {
      error_code: 'provider_email_needs_verification',
      error_description: 'Unverified email with acme. A confirmation email has been sent to your acme email',
    }
    refused(await come('shy'), told)
    refused(await come('shy'), told)
    const sent = await strict.admin.query(
      `select from _server.mail_outbox where to_address = 'shy@example.com'`,
    )
    expect(sent.rowCount).toBe(1)
    const { data } = await strict.mail('shy@example.com')
    await fetch(data.ConfirmationURL, { redirect: 'manual' })
    expect(fragmentOf(await come('shy'))).toHaveProperty('access_token')
  })

  it('an account that waits for its confirmation becomes the owner’s, without what its maker knew of it', async () => {
    const { data } = await strict
      .client()
      .auth.signUp({ email: 'early@example.com', password, options: { data: { note: 'mine' } } })
    const { data: found } = await strict.client().auth.getUser(fragmentOf(await come('early')).access_token)
    expect(found.user?.id).toBe(data.user?.id)
    expect(found.user?.identities?.map(({ provider }) => provider)).toEqual(['acme'])
    expect(found.user?.app_metadata).toEqual({ provider: 'acme', providers: ['acme'] })
    expect(found.user?.user_metadata).not.toHaveProperty('note')
    const { error } = await strict.client().auth.signInWithPassword({ email: 'early@example.com', password })
    expect(error?.code).toBe('invalid_credentials')
  })

  it('no account is made while sign-up is closed', async () => {
    strict.context.project.auth.enable_signup = false
    const end = await come('late')
    strict.context.project.auth.enable_signup = true
    refused(end, {
      error_code: 'signup_disabled',
      error_description: 'Signups not allowed for this instance',
    })
  })
})

describe('GET /settings', () => {
  it('tells which providers are on', async () => {
    const { body } = await project.call('GET', '/settings')
    expect(body.external).toMatchObject({ acme: true, github: false, google: false, email: true })
  })
})
