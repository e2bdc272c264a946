import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { identityProvider, type Person } from '../../testing/identity-provider.ts'
import { selfSigned } from '../../testing/self-signed.ts'
import { type AuthProject, authProject } from '../auth-project.ts'

const NEW = { 'x-supabase-api-version': '2024-01-01' }
const site = 'http://127.0.0.1:3000'
const idp = identityProvider('https://idp.example.com')
const ada: Person = { id: 'ada-7', email: 'Ada@Corp.example', displayName: 'Ada L.' }

let project: AuthProject
let providerId: string
beforeAll(async () => {
  project = await authProject(`[auth.saml]\nenabled = true\n[auth.email]\nenable_confirmations = true`)
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
/** Begins a sign-in and returns the redirect's URL. */
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
  it('[S-67] redirects to the identity provider of a mail domain, naming this server and its address', async () => {
    const url = await begin()
    expect(url).toMatch(/^https:\/\/idp\.example\.com\/sso\?/)
    expect(idp.read(url)).toMatchObject({
      id: expect.stringMatching(/^_[0-9a-f]{40}$/),
      issuer: `${project.url}/auth/v1/sso/saml/metadata`,
      acs: `${project.url}/auth/v1/sso/saml/acs`,
      signed: false,
    })
  })

  it('[S-67] creates a separate account and returns with a session that names its provider', async () => {
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

  it('[S-67] [S-62] with PKCE returns a code that the browser exchanges', async () => {
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

describe('a response', () => {
  const refused = async (result: Promise<{ status: number; end: URL }>, code: string) => {
    const before = await accounts()
    const { status, end } = await result
    expect(status).toBe(303)
    expect(`${end.origin}${end.pathname}`).toBe(`${site}/`)
    expect(end.searchParams.get('error_code')).toBe(code)
    expect(fragmentOf(end)).toMatchObject({ error_code: code, sb: '' })
    expect(end.href).not.toContain('access_token')
    expect(await accounts()).toBe(before)
  }
  const mallory: Person = { id: 'mallory', email: 'mallory@corp.example' }
  const inside = (response: string, change: (xml: string) => string) =>
    Buffer.from(change(Buffer.from(response, 'base64').toString())).toString('base64')

  it.each([
    ['signed by another key with the same name', () => ({ ...stolen() })],
    ['that is not signed', () => ({ signAssertion: false })],
    ['whose message alone is signed', () => ({ signAssertion: false, signResponse: true })],
    ['signed by SHA-1', () => ({ signatureAlgorithm: 'rsa-sha1', digestAlgorithm: 'sha1' })],
    ['for another audience', () => ({ audience: 'https://elsewhere.example' })],
    ['for another address', () => ({ recipient: 'https://elsewhere.example/acs' })],
    ['of another issuer', () => ({ issuer: 'https://other.example.com' })],
    ['to another request', () => ({ inResponseTo: '_another' })],
    ['to no request', () => ({ inResponseTo: undefined })],
    ['that has expired', () => ({ lifetimeInSeconds: -120 })],
    ['that is a refusal', () => ({ samlStatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Responder' })],
  ])('%s signs nobody in', (_name, options) => refused(through(mallory, options()), 'validation_failed'))

  const other = selfSigned('idp')
  const stolen = () => ({ key: other.key, cert: other.certificate })

  it('whose name was altered after signing signs nobody in', async () => {
    const url = await begin()
    const { relayState } = idp.read(url)
    const response = inside(await idp.answer(url, ada), (xml) => xml.replaceAll('ada-7', 'eve-1'))
    await refused(post({ SAMLResponse: response, RelayState: relayState }), 'validation_failed')
  })

  it('with a second, unsigned assertion beside the signed one signs nobody in', async () => {
    const url = await begin()
    const { relayState } = idp.read(url)
    const response = inside(await idp.answer(url, ada), (xml) => {
      const signed = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] as string
      const forged = signed
        .replace(/<Signature[\s\S]*<\/Signature>/, '')
        .replaceAll('ada-7', 'eve-1')
        .replace(/ID="[^"]+"/, 'ID="_forged"')
      expect(forged).toContain('eve-1')
      return xml.replace(signed, forged + signed)
    })
    await refused(post({ SAMLResponse: response, RelayState: relayState }), 'validation_failed')
  })

  it('with a comment inside the name signs nobody in', async () => {
    const url = await begin()
    const { relayState } = idp.read(url)
    const response = inside(await idp.answer(url, ada), (xml) => xml.replaceAll('ada-7', 'ada<!-- -->-7'))
    await refused(post({ SAMLResponse: response, RelayState: relayState }), 'validation_failed')
  })

  it.each([
    ['a definition', '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'],
    ['a file', '<!DOCTYPE x SYSTEM "file:///etc/passwd"><x/>'],
    ['a thousand levels', '<a>'.repeat(1000)],
    ['half a megabyte of brackets', '<'.repeat(500_000)],
    ['half a megabyte of method', '<SignatureMethod '.repeat(30_000)],
    ['half a megabyte of elements', `<a>${'<b/>'.repeat(120_000)}</a>`],
    [
      'half a megabyte of attributes',
      `<a ${Array.from({ length: 40_000 }, (_, i) => `b${i}=""`).join(' ')}/>`,
    ],
    ['half a megabyte of open comments', '<!--'.repeat(120_000)],
    ['nothing', ''],
    ['no XML', 'none'],
  ])('of %s is refused at once', async (_name, xml) => {
    const { relayState } = idp.read(await begin())
    const started = performance.now()
    const SAMLResponse = Buffer.from(xml).toString('base64')
    await refused(post({ SAMLResponse, RelayState: relayState }), 'validation_failed')
    expect(performance.now() - started).toBeLessThan(1000)
  })

  it('is accepted once, even when it arrives twice at the same moment', async () => {
    const url = await begin()
    const fields = { SAMLResponse: await idp.answer(url, ada), RelayState: idp.read(url).relayState }
    const both = await Promise.all([post(fields), post(fields), post(fields)])
    const codes = both.map(({ end }) => end.searchParams.get('error_code'))
    expect(codes.filter((code) => code === null)).toHaveLength(1)
    expect(codes.filter((code) => code === 'saml_relay_state_not_found')).toHaveLength(2)
    await refused(post(fields), 'saml_relay_state_not_found')
  })

  it('that is unsolicited or expired signs nobody in', async () => {
    const url = await begin()
    const SAMLResponse = await idp.answer(url, ada)
    await refused(post({ SAMLResponse, RelayState: `${site}/welcome` }), 'saml_relay_state_not_found')
    await refused(post({ SAMLResponse }), 'saml_relay_state_not_found')
    project.wait(301)
    await refused(post({ SAMLResponse, RelayState: idp.read(url).relayState }), 'saml_relay_state_expired')
    project.wait(-301)
  })

  it('without an address or a name id creates no account', async () => {
    await refused(through({ id: 'nameless' }), 'saml_assertion_no_email')
    const transient = { nameIdentifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }
    await refused(through(mallory, transient), 'saml_assertion_no_user_id')
  })

  it('never matches an account outside its organisation, and such an account cannot be edited directly', async () => {
    const own = await project.call(
      'POST',
      '/admin/users',
      { email: 'bob@corp.example', password: 'correct horse battery', email_confirm: true },
      { authorization: `Bearer ${project.serviceRoleKey}` },
    )
    const session = fragmentOf((await through({ id: 'bob-1', email: 'bob@corp.example' })).end)
    const { data: signedIn } = await project.client().auth.getUser(session.access_token)
    expect(signedIn.user?.id).toEqual(expect.any(String))
    expect(signedIn.user?.id).not.toBe(own.body.id)
    const changed = await project.call(
      'PUT',
      '/user',
      { email: 'else@corp.example' },
      { ...NEW, authorization: `Bearer ${session.access_token}` },
    )
    expect([changed.status, changed.body.code]).toEqual([422, 'user_sso_managed'])
  })
})

describe('POST /sso', () => {
  it.each([
    [{}, 400, 'validation_failed', 'A provider_id or domain needs to be provided'],
    [
      { provider_id: 'x', domain: 'y' },
      400,
      'validation_failed',
      'Only one of provider_id or domain supported',
    ],
    [{ provider_id: 'x' }, 400, 'validation_failed', 'provider_id must be an UUID'],
    [
      { provider_id: '00000000-0000-4000-8000-000000000000' },
      404,
      'sso_provider_not_found',
      'No such SSO provider',
    ],
    [{ domain: 'nobody.example' }, 404, 'sso_provider_not_found', 'No SSO provider assigned for this domain'],
  ])('with %j is refused: %i %s', async (body, status, code, message) => {
    const answer = await project.call('POST', '/sso', body, NEW)
    expect([answer.status, answer.body]).toEqual([status, { code, message }])
  })

  it('without skip_http_redirect is a redirect, and never ends at another site', async () => {
    const body = { domain: 'corp.example', redirect_to: 'https://evil.example/' }
    const { status, headers } = await project.call('POST', '/sso', body)
    expect(status).toBe(303)
    const url = headers.get('location') as string
    const { end } = await post({
      SAMLResponse: await idp.answer(url, ada),
      RelayState: idp.read(url).relayState,
    })
    expect(end.origin).toBe(site)
  })

  it('is refused while the provider is disabled, and so is a pending response', async () => {
    const url = await begin()
    await admin('PUT', `/${providerId}`, { disabled: true })
    const answer = await project.call('POST', '/sso', { provider_id: providerId }, NEW)
    expect([answer.status, answer.body.code]).toEqual([404, 'sso_provider_disabled'])
    const { end } = await post({
      SAMLResponse: await idp.answer(url, ada),
      RelayState: idp.read(url).relayState,
    })
    expect(end.searchParams.get('error_code')).toBe('sso_provider_disabled')
    await admin('PUT', `/${providerId}`, { disabled: false })
  })

  it('signs its requests where the project has a key, and publishes the certificate', async () => {
    const { key, certificate } = selfSigned('sp')
    const signing = await authProject(
      `[auth.saml]\nenabled = true\nprivate_key = """${key}"""\ncertificate = """${certificate}"""`,
    )
    const headers = { authorization: `Bearer ${signing.serviceRoleKey}` }
    const body = { type: 'saml', metadata_xml: idp.metadata, domains: ['corp.example'] }
    await signing.call('POST', '/admin/sso/providers', body, headers)
    const { data } = await signing.client().auth.signInWithSSO({ domain: 'corp.example' })
    expect(idp.read(data?.url as string).signed).toBe(true)
    const metadata = await (await fetch(`${signing.url}/auth/v1/sso/saml/metadata`)).text()
    expect(metadata).toContain(certificate.replace(/-----[^-]+-----|\s/g, '').slice(0, 60))
    await signing.stop()
  })
})

describe('the metadata of this server', () => {
  it('are served only where single sign-on is enabled', async () => {
    expect((await project.call('GET', '/settings')).body.saml_enabled).toBe(true)
    project.context.project.auth.saml.enabled = false
    for (const [method, path] of [
      ['POST', '/sso'],
      ['GET', '/sso/saml/metadata'],
      ['POST', '/sso/saml/acs'],
    ] as const) {
      const answer = await project.call(method, path, method === 'GET' ? undefined : {}, NEW)
      expect([answer.status, answer.body]).toEqual([
        404,
        { code: 'saml_provider_disabled', message: 'SAML 2.0 is disabled' },
      ])
    }
    project.context.project.auth.saml.enabled = true
  })

  it('[S-67] name its address and require signed assertions', async () => {
    const response = await fetch(`${project.url}/auth/v1/sso/saml/metadata?download=true`)
    expect(response.headers.get('content-type')).toMatch(/^application\/xml/)
    expect(response.headers.get('content-disposition')).toContain('metadata.xml')
    const xml = await response.text()
    expect(xml).toContain(`entityID="${project.url}/auth/v1/sso/saml/metadata"`)
    expect(xml).toContain(`Location="${project.url}/auth/v1/sso/saml/acs"`)
    expect(xml).toContain('WantAssertionsSigned="true"')
  })
})
