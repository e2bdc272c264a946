import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { identityProvider } from '../../testing/identity-provider.ts'
import { testIssuer } from '../../testing/openid-issuer.ts'
import { type AuthProject, authProject } from '../auth-project.ts'

let issuer: Awaited<ReturnType<typeof testIssuer>>
let project: AuthProject
let headers: Record<string, Record<string, string>>
beforeAll(async () => {
  issuer = await testIssuer()
  project = await authProject(`
[auth]
enable_manual_linking = true
[auth.external.acme]
enabled = true
client_id = "vigie"
secret = "${issuer.secret}"
url = "${issuer.url}"
[auth.saml]
enabled = true
`)
  issuer.allow(`${project.url}/auth/v1/callback`)
  const { data } = await project
    .client()
    .auth.signUp({ email: 'a@example.com', password: 'correct horse battery' })
  headers = {
    user: { authorization: `Bearer ${data.session?.access_token}` },
    admin: { authorization: `Bearer ${project.serviceRoleKey}` },
    nobody: {},
  }
  const body = {
    type: 'saml',
    metadata_xml: identityProvider('https://idp.example').metadata,
    domains: ['a.example'],
  }
  expect((await project.call('POST', '/admin/sso/providers', body, headers.admin)).status).toBe(201)
})
afterAll(async () => {
  await project.stop()
  await issuer.stop()
})

/** Input of careless or hostile clients: every type, empty, long, control characters, nested. */
const anything = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '',
    '\0',
    '\ud800',
    '__proto__',
    'null',
    '../../..',
    "' or 1=1 --",
    'x'.repeat(5000),
    '%00',
    '{}',
  ),
  fc.uuid(),
)
const value = fc.oneof(anything, fc.jsonValue({ maxDepth: 3 }), fc.integer(), fc.constant(null))
const some = (names: string[], of: fc.Arbitrary<unknown> = value) =>
  fc.record(Object.fromEntries(names.map((name) => [name, of])), { requiredKeys: [] })

const queries = (names: string[]) => some(names, anything) as fc.Arbitrary<Record<string, string>>
const search = (query: Record<string, string>) =>
  new URLSearchParams(Object.entries(query).map(([name, text]) => [name, text.toWellFormed()])).toString()

const tables = [
  'users',
  'identities',
  'sessions',
  'sso_providers',
  'sso_domains',
  'saml_relay_states',
  'flow_state',
]
const written = async () => {
  const counts = tables.map((table) => `(select count(*) from auth.${table})`)
  return Object.values(
    (await project.admin.query(`select ${counts.map((text, i) => `${text} as c${i}`).join(', ')}`)).rows[0],
  )
}

/** Requires a 4xx or an error redirect, never a 5xx. */
const send = async (method: string, path: string, init: RequestInit, who: string) => {
  const { response, location } = await ask(method, path, init, who)
  expect(location).not.toMatch(/unexpected_failure|access_token|[?&]code=/)
  if (location === '') expect(response.status).toBeGreaterThanOrEqual(400)
}

/** Never a 5xx, and never slow. */
const ask = async (method: string, path: string, init: RequestInit, who: string) => {
  const response = await fetch(`${project.url}/auth/v1${path}`, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(5000),
    ...init,
    headers: { apikey: project.anonKey, ...headers[who], ...(init.headers as Record<string, string>) },
  })
  expect(response.status).toBeLessThan(500)
  return { response, location: response.headers.get('location') ?? '' }
}

const json = (body: unknown): RequestInit => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})
const form = (fields: Record<string, string>): RequestInit => ({
  body: search(fields),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})
const samlFields = ['SAMLResponse', 'RelayState']
const ssoFields = [
  'provider_id',
  'domain',
  'redirect_to',
  'skip_http_redirect',
  'code_challenge',
  'code_challenge_method',
]
const tokenFields = ['provider', 'id_token', 'access_token', 'nonce', 'client_id', 'issuer', 'link_identity']
const adminFields = [
  'type',
  'metadata_xml',
  'domains',
  'attribute_mapping',
  'name_id_format',
  'resource_id',
  'disabled',
]
const startFields = [
  'provider',
  'scopes',
  'redirect_to',
  'code_challenge',
  'code_challenge_method',
  'invite_token',
]
const callbackFields = ['state', 'code', 'error', 'error_description', 'iss', 'user']

const cases: [string, fc.Arbitrary<() => Promise<void>>][] = [
  [
    'GET /authorize',
    queries(startFields).map((q) => () => send('GET', `/authorize?${search(q)}`, {}, 'nobody')),
  ],
  [
    'GET /user/identities/authorize',
    queries(startFields).map((q) => () => send('GET', `/user/identities/authorize?${search(q)}`, {}, 'user')),
  ],
  [
    'GET /callback',
    queries(callbackFields).map((q) => () => send('GET', `/callback?${search(q)}`, {}, 'nobody')),
  ],
  [
    'POST /callback as a form',
    queries(callbackFields).map((q) => () => send('POST', '/callback', form(q), 'nobody')),
  ],
  [
    'POST /callback as JSON',
    some(callbackFields).map((b) => () => send('POST', '/callback', json(b), 'nobody')),
  ],
  [
    'DELETE /user/identities/:id',
    anything.map(
      (id) => () =>
        send('DELETE', `/user/identities/${encodeURIComponent(`x${id}`.toWellFormed())}`, {}, 'user'),
    ),
  ],
  [
    'POST /token?grant_type=id_token',
    some(tokenFields).map((b) => () => send('POST', '/token?grant_type=id_token', json(b), 'user')),
  ],
  ['POST /sso', some(ssoFields).map((b) => () => send('POST', '/sso', json(b), 'nobody'))],
  [
    'POST /sso/saml/acs as a form',
    queries(samlFields).map((q) => () => send('POST', '/sso/saml/acs', form(q), 'nobody')),
  ],
  [
    'POST /sso/saml/acs as JSON',
    some(samlFields).map((b) => () => send('POST', '/sso/saml/acs', json(b), 'nobody')),
  ],
  [
    'POST /admin/sso/providers',
    some(adminFields).map((b) => () => send('POST', '/admin/sso/providers', json(b), 'admin')),
  ],
  [
    'PUT /admin/sso/providers/:id',
    fc.tuple(anything, some(adminFields)).map(
      ([id, b]) =>
        () =>
          send(
            'PUT',
            `/admin/sso/providers/${encodeURIComponent(`x${id}`.toWellFormed())}`,
            json(b),
            'admin',
          ),
    ),
  ],
]

describe('with any input,', () => {
  it.each(cases)(
    '%s refuses it promptly and writes nothing',
    async (_name, requests) => {
      const before = await written()
      await fc.assert(
        fc.asyncProperty(requests, (request) => request()),
        { numRuns: 120 },
      )
      expect(await written()).toEqual(before)
    },
    60_000,
  )
})

describe('valid requests with arbitrary additions', () => {
  const check = (requests: fc.Arbitrary<() => Promise<void>>) =>
    fc.assert(
      fc.asyncProperty(requests, (request) => request()),
      { numRuns: 80 },
    )

  it(
    'an enabled provider is asked, or the request is refused',
    () =>
      check(
        queries(startFields).map((query) => async () => {
          const { location } = await ask(
            'GET',
            `/authorize?${search({ ...query, provider: 'acme' })}`,
            {},
            'nobody',
          )
          if (location) expect(location.startsWith(`${issuer.url}/auth?`)).toBe(true)
        }),
      ),
    60_000,
  )

  it('scopes that cannot be stored are reported as the caller’s mistake, not the provider’s', async () => {
    const { response, location } = await ask('GET', '/authorize?provider=acme&scopes=%00', {}, 'nobody')
    expect({ status: response.status, location }).toEqual({ status: 400, location: '' })
  })

  it(
    'a valid state with an invalid code signs nobody in',
    () =>
      check(
        queries(callbackFields).map((query) => async () => {
          const { location } = await ask('GET', '/authorize?provider=acme', {}, 'nobody')
          const state = new URL(location).searchParams.get('state') as string
          const { location: end } = await ask('GET', `/callback?${search({ ...query, state })}`, {}, 'nobody')
          expect(end).toMatch(/error=/)
          expect(end).not.toContain('access_token')
        }),
      ),
    60_000,
  )

  it('a validly signed token may contain anything, and this server keeps what it can store', () => {
    const claims = [
      'sub',
      'email',
      'email_verified',
      'name',
      'picture',
      'nonce',
      'azp',
      'aud',
      'at_hash',
      'more',
    ]
    return check(
      fc.tuple(some(claims), fc.uuid()).map(([said, fresh]) => async () => {
        const id_token = await issuer.sign({ sub: fresh, email: `${fresh}@example.com`, ...said })
        await ask('POST', '/token?grant_type=id_token', json({ provider: 'acme', id_token }), 'nobody')
      }),
    )
  }, 60_000)

  it('no document can abort a sign-in in progress', () => {
    const piece = fc.oneof(
      anything,
      fc.constantFrom('<a>', '</a>', '<Response', ' xmlns="', 'ID="_1"', '/>', '&amp;', '&x;'),
    )
    return check(
      fc.array(piece, { maxLength: 30 }).map((pieces) => async () => {
        const begun = await ask('POST', '/sso', json({ domain: 'a.example' }), 'nobody')
        const RelayState = new URL(begun.location).searchParams.get('RelayState') as string
        const SAMLResponse = Buffer.from(pieces.join('')).toString('base64')
        await send('POST', '/sso/saml/acs', form({ SAMLResponse, RelayState }), 'nobody')
      }),
    )
  }, 60_000)
})
