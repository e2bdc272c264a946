import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { visit } from '../../testing/openid-issuer.ts'
import {
  back,
  type ExternalProject,
  expectRefused,
  externalProject,
  follow,
  fragmentOf,
  site,
} from './external-project.ts'

const NEW = { 'x-supabase-api-version': '2024-01-01' }

let project: ExternalProject
beforeAll(async () => {
  project = await externalProject()
})
afterAll(() => project.stop())

const accounts = async () => Number((await project.rows('select count(*) from auth.users'))[0]?.count)

describe('signing in with a provider', () => {
  it('[S-72] creates an account from the provider’s profile and returns with a session', async () => {
    const end = await project.through('ada', { redirect_to: `${site}/welcome?keep=1` })
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
        iss: project.issuer.url,
      },
      identities: [{ provider: 'acme', id: 'ada', email: 'ada@example.com' }],
    })
    const { data: claims } = await project.client().auth.getClaims(session.access_token)
    expect(claims?.claims.amr).toMatchObject([{ method: 'oauth' }])
  })

  it('[S-62] [S-72] with the official client’s PKCE returns a code that only the same browser can exchange, once', async () => {
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
    const end = await follow(await visit(project.issuer.url, asked.href, 'grace'))
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

describe('the redirect to the provider', () => {
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
    const { search } = new URL(project.authorizeUrl(query as Record<string, string>))
    const answer = await project.call('GET', `/authorize${search}`, undefined, NEW)
    expect([answer.status, answer.body]).toEqual([400, { code: 'validation_failed', message }])
  })

  it('forwards the application’s parameters but lets none override the protocol’s', async () => {
    const evil = {
      client_id: 'evil',
      redirect_uri: 'https://evil.example',
      state: 'x',
      nonce: 'x',
      request_uri: 'x',
      response_mode: 'fragment',
    }
    const url = await follow(
      project.authorizeUrl({ prompt: 'login', login_hint: 'ada', ...evil, scopes: 'a,b email' }),
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

  it('is returned as a URL with skip_http_redirect', async () => {
    const { search } = new URL(project.authorizeUrl({ skip_http_redirect: 'true' }))
    const answer = await project.call('GET', `/authorize${search}`)
    expect([answer.status, String(answer.body.url).startsWith(project.issuer.url)]).toEqual([200, true])
  })

  it('never ends at another site', async () => {
    const end = await project.through('ada', { redirect_to: 'https://evil.example/' })
    expect(end.origin).toBe(site)
  })
})

describe('the callback', () => {
  const call = (query: Record<string, string>) =>
    follow(`${project.url}/auth/v1/callback?${new URLSearchParams(query)}`)
  const begin = async () => (await follow(project.authorizeUrl(back))).searchParams.get('state') as string

  it.each([
    ['no state', {}, 'bad_oauth_callback', 'OAuth state parameter missing'],
    ['a state of one’s own', { state: 'x' }, 'bad_oauth_state', 'OAuth state parameter is invalid'],
    [
      'a state with another mark',
      { state: '00000000-0000-4000-8000-000000000000.x' },
      'bad_oauth_state',
      'OAuth state parameter is invalid',
    ],
  ])('with %s redirects to the site', async (_name, query, code, description) => {
    const end = await call({ code: '1', ...query } as Record<string, string>)
    expect(`${end.origin}${end.pathname}${end.hash}`).toBe(`${site}/`)
    const told = { error: 'invalid_request', error_code: code, error_description: description }
    expect(Object.fromEntries(end.searchParams)).toEqual(told)
  })

  it('with an unknown or expired state redirects to the site', async () => {
    const gone = await begin()
    await project.rows('delete from auth.flow_state where id = $1', [gone.split('.')[0]])
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

  it('is accepted once, even when it arrives three times at the same moment', async () => {
    const url = await project.halfway('once')
    const ends = await Promise.all([follow(url), follow(url), follow(url)])
    const codes = ends.map((end) => end.searchParams.get('error_code'))
    expect(codes.filter((code) => code === null)).toHaveLength(1)
    expect(codes.filter((code) => code === 'flow_state_already_used')).toHaveLength(2)
    expect((await follow(url)).searchParams.get('error_code')).toBe('flow_state_already_used')
  })

  it('passes the provider’s refusal on to the start of the flow', async () => {
    expectRefused(await project.through(null, back), {
      error: 'access_denied',
      error_description: 'End-User aborted interaction',
    })
  })

  it('without a code, with a wrong code, or from another issuer, signs nobody in', async () => {
    const before = await accounts()
    expectRefused(await call({ state: await begin() }), {
      error: 'invalid_request',
      error_code: 'bad_oauth_callback',
      error_description: 'OAuth callback with missing authorization code missing',
    })
    const failed = {
      error: 'server_error',
      error_code: 'unexpected_failure',
      error_description: 'Unable to exchange external code',
    }
    expectRefused(await call({ state: await begin(), code: 'x', iss: project.issuer.url }), failed)
    const url = new URL(await project.halfway('mixed'))
    url.searchParams.set('iss', 'https://other.example')
    expectRefused(await follow(url.href), failed)
    expect(await accounts()).toBe(before)
  })

  it('with the code of another flow signs nobody in', async () => {
    const theirs = new URL(await project.halfway('victim'))
    theirs.searchParams.set('state', await begin())
    const end = await follow(theirs.href)
    expect(end.searchParams.get('error_description')).toBe('Unable to exchange external code')
  })
})

describe('GET /settings', () => {
  it('lists the enabled providers', async () => {
    const { body } = await project.call('GET', '/settings')
    expect(body.external).toMatchObject({ acme: true, github: false, google: false, email: true })
  })
})
