import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { identityProvider, type Person, selfSigned } from '../testing/identity-provider.ts'
import { type StandIn, standIn } from '../testing/stand-in.ts'
import { type AuthProject, authProject } from './auth-project.ts'

const NEW = { 'x-supabase-api-version': '2024-01-01' }
const site = 'http://127.0.0.1:3000'
const idp = identityProvider('https://idp.example.com')
const ada: Person = { id: 'ada-7', email: 'Ada@Corp.example', displayName: 'Ada L.' }

let project: AuthProject
let published: StandIn
let providerId: string
beforeAll(async () => {
  published = await standIn()
  project = await authProject(
    `[auth.saml]\nenabled = true\nmetadata_origins = ["${published.http}"]\n[auth.email]\nenable_confirmations = true`,
  )
  const made = await admin('POST', '', {
    type: 'saml',
    metadata_xml: idp.metadata,
    domains: ['Corp.example', 'corp.example'],
    attribute_mapping: {
      keys: { name: { name: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name' } },
    },
  })
  expect(made.status).toBe(201)
  providerId = made.body.id as string
})
afterAll(async () => {
  await project.stop()
  await published.stop()
})

const admin = (method: string, path: string, body?: unknown) =>
  project.call(method, `/admin/sso/providers${path}`, body, {
    ...NEW,
    authorization: `Bearer ${project.serviceRoleKey}`,
  })
const post = async (fields: Record<string, string>) => {
  const body = new URLSearchParams(fields)
  const response = await fetch(`${project.url}/auth/v1/sso/saml/acs`, {
    method: 'POST',
    body,
    redirect: 'manual',
  })
  return { status: response.status, end: new URL(response.headers.get('location') ?? 'http://nowhere') }
}
/** Begins a sign-in and says where the browser is sent. */
const begin = async (redirectTo = `${site}/welcome`) => {
  const { data, error } = await project
    .client()
    .auth.signInWithSSO({ domain: 'corp.example', options: { redirectTo, skipBrowserRedirect: true } })
  expect(error).toBeNull()
  return data?.url as string
}
const fragmentOf = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)))
const through = async (person: Person, options: Record<string, unknown> = {}) => {
  const url = await begin()
  const SAMLResponse = await idp.answer(url, person, options)
  return post({ SAMLResponse, RelayState: idp.read(url).relayState })
}
const accounts = async () =>
  Number((await project.admin.query('select count(*) from auth.users')).rows[0].count)

describe('single sign-on', () => {
  it('[S-67] asks the identity provider of a mail domain, naming this server and its address', async () => {
    const url = await begin()
    expect(url).toMatch(/^https:\/\/idp\.example\.com\/sso\?/)
    expect(idp.read(url)).toMatchObject({
      id: expect.stringMatching(/^_[0-9a-f]{40}$/),
      issuer: `${project.url}/auth/v1/sso/saml/metadata`,
      acs: `${project.url}/auth/v1/sso/saml/acs`,
      signed: false,
    })
  })

  it('[S-67] makes an account of its own and leads back with a session that says where it is from', async () => {
    const { status, end } = await through(ada)
    expect(status).toBe(303)
    expect(`${end.origin}${end.pathname}`).toBe(`${site}/welcome`)
    const session = fragmentOf(end)
    const { data } = await project.client().auth.getUser(session.access_token)
    expect(data.user).toMatchObject({
      email: 'ada@corp.example',
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: `sso:${providerId}`, providers: [`sso:${providerId}`] },
      user_metadata: { iss: idp.entityId, custom_claims: { name: 'Ada L.' }, email_verified: true },
      identities: [{ provider: `sso:${providerId}`, id: 'ada-7' }],
    })
    const { data: claims } = await project.client().auth.getClaims(session.access_token)
    expect(claims?.claims.amr).toMatchObject([{ method: 'sso/saml', provider: providerId }])
    const refreshed = await project.call('POST', '/token?grant_type=refresh_token', {
      refresh_token: session.refresh_token,
    })
    expect(refreshed.status).toBe(200)
    const again = fragmentOf((await through(ada)).end)
    expect((await project.client().auth.getUser(again.access_token)).data.user?.id).toBe(data.user?.id)
  })

  it('[S-67] [S-62] with PKCE leads back with a code, which its browser exchanges', async () => {
    const client = project.client({ flowType: 'pkce' })
    const { data } = await client.auth.signInWithSSO({
      providerId,
      options: { redirectTo: `${site}/welcome`, skipBrowserRedirect: true },
    })
    const url = data?.url as string
    const { end } = await post({
      SAMLResponse: await idp.answer(url, ada),
      RelayState: idp.read(url).relayState,
    })
    expect(end.hash).toBe('')
    const exchanged = await client.auth.exchangeCodeForSession(end.searchParams.get('code') as string)
    expect(exchanged.error).toBeNull()
    expect(exchanged.data.user?.email).toBe('ada@corp.example')
  })
})
