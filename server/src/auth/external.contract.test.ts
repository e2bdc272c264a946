import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testIssuer, visit } from '../testing/openid-issuer.ts'
import { type AuthProject, authProject } from './auth-project.ts'

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
