import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthProject, authProject } from './auth-project.ts'

const password = 'correct horse battery'
const id = '00000000-0000-4000-8000-000000000000'
let project: AuthProject
let token: string
let userId: string
beforeAll(async () => {
  project = await authProject('[auth]\nenable_anonymous_sign_ins = true\nenable_manual_linking = true')
  const { data } = await project.client().auth.signUp({ email: 'ada@example.com', password })
  token = data.session?.access_token as string
  userId = data.user?.id as string
})
afterAll(() => project.stop())

type Who = 'anon' | 'user' | 'admin'
type Endpoint = [method: string, path: string, who: Who, query: string[], fields: string[]]

const account = ['email', 'phone', 'password', 'data', 'channel', 'code_challenge', 'code_challenge_method']
const managed = [
  ...['email', 'phone', 'password', 'password_hash', 'email_confirm', 'phone_confirm', 'user_metadata'],
  ...['app_metadata', 'role', 'ban_duration', 'id', 'aud'],
]
/**
 * The endpoints not covered by `external.fuzz.test.ts` or `factor-fuzz.contract.test.ts`, with the parameters and
 * fields they read.
 */
const endpoints: Endpoint[] = [
  ['POST', '/signup', 'anon', ['redirect_to'], account],
  ['POST', '/token', 'anon', ['grant_type'], ['email', 'password', 'refresh_token']],
  ['POST', '/token?grant_type=password', 'anon', [], account],
  ['POST', '/token?grant_type=refresh_token', 'anon', [], ['refresh_token']],
  ['POST', '/token?grant_type=pkce', 'anon', [], ['auth_code', 'code_verifier']],
  ['POST', '/otp', 'anon', ['redirect_to'], ['email', 'create_user', 'data', 'code_challenge']],
  ['POST', '/magiclink', 'anon', ['redirect_to'], ['email', 'data', 'code_challenge']],
  ['POST', '/recover', 'anon', ['redirect_to'], ['email', 'code_challenge', 'code_challenge_method']],
  ['POST', '/resend', 'anon', [], ['type', 'email', 'phone', 'code_challenge']],
  ['GET', '/verify', 'anon', ['token', 'type', 'redirect_to'], []],
  ['POST', '/verify', 'anon', ['redirect_to'], ['type', 'token', 'email', 'token_hash']],
  ['POST', '/logout?scope=x', 'user', ['scope'], []],
  ['GET', '/reauthenticate', 'anon', [], []],
  ['GET', '/user', 'anon', [], []],
  ['PUT', '/user', 'user', ['redirect_to'], ['email', 'phone', 'nonce', 'app_metadata', 'code_challenge']],
  ['DELETE', '/user/identities/{anything}', 'user', [], []],
  ['GET', '/passkeys', 'user', ['page'], []],
  ['POST', '/passkeys/registration/options', 'user', [], ['unknown']],
  ['POST', '/passkeys/authentication/options', 'anon', [], ['unknown']],
  ['POST', '/invite', 'admin', ['redirect_to'], ['email', 'data']],
  [
    'POST',
    '/admin/generate_link',
    'admin',
    [],
    ['type', 'email', 'new_email', 'password', 'data', 'redirect_to'],
  ],
  ['GET', '/admin/users', 'admin', ['page', 'per_page', 'filter', 'sort'], []],
  ['POST', '/admin/users', 'admin', [], managed],
  ['GET', '/admin/users/{anything}', 'admin', [], []],
  ['PUT', '/admin/users/{anything}', 'admin', [], managed],
  ['DELETE', '/admin/users/{anything}', 'admin', [], ['should_soft_delete']],
  ['GET', '/admin/users/{anything}/passkeys', 'admin', [], []],
  ['GET', '/admin/audit', 'admin', ['page', 'per_page', 'query'], []],
  ['GET', '/admin/sso/providers', 'admin', ['resource_id'], []],
  ['GET', '/admin/sso/providers/{anything}', 'admin', [], []],
  ['DELETE', '/admin/sso/providers/{anything}', 'admin', [], []],
  ['GET', '/sso/saml/metadata', 'anon', ['download'], []],
  ['GET', '/settings', 'anon', ['x'], []],
]

/** Keeps the whole URL below 16 KB, above which Node closes the connection. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom('', ' ', '\0', '💣', 'x'.repeat(2_000), '-1', '1e9', 'null', '__proto__', '%00', '../..'),
  fc.constantFrom("'; drop table auth.users; --", 'author:\\', 'action:%', 'ada@example.com', 'a@b', id),
  fc.constantFrom('signup', 'recovery', 'email_change', 'password', 'refresh_token', 'created_at asc', '0'),
)
const value = fc.oneof(text, fc.jsonValue({ maxDepth: 4 }), fc.integer(), fc.double(), fc.constant(null))
const some = <T>(names: string[], of: fc.Arbitrary<T>) =>
  fc.dictionary(fc.constantFrom(...names, 'unknown'), of)

/** All tables except those that log the attempt itself. */
const state = async () =>
  (
    await project.admin.query(`
      select (select jsonb_agg(to_jsonb(u) order by u.id) from auth.users u) as users,
        (select count(*) from auth.identities) as identities, (select count(*) from auth.sessions) as sessions,
        (select count(*) from auth.refresh_tokens) as tokens, (select count(*) from auth.one_time_tokens) as codes,
        (select count(*) from auth.flow_state) as flows, (select count(*) from auth.sso_providers) as providers,
        (select count(*) from auth.webauthn_credentials) as passkeys, (select count(*) from _server.mail_outbox) as mails`)
  ).rows[0]

describe.each(endpoints)('%s %s by %s, with any input,', (method, path, who, query, fields) => {
  it('answers in the expected format below 500, promptly, and writes nothing when it refuses', async () => {
    const bearer = { anon: project.anonKey, user: token, admin: project.serviceRoleKey }[who]
    await fc.assert(
      fc.asyncProperty(some(query, text), some(fields, value), text, async (parameters, body, anything) => {
        await project.admin.query('truncate _server.rate_limits')
        const before = await state()
        const search = new URLSearchParams(
          Object.entries(parameters).map(([name, one]) => [name, one.toWellFormed()]),
        )
        const named = path.replace('{anything}', encodeURIComponent(`x${anything}`.toWellFormed()))
        const response = await fetch(
          `${project.url}/auth/v1${named}${named.includes('?') ? '&' : '?'}${search}`,
          {
            method,
            redirect: 'manual',
            signal: AbortSignal.timeout(5_000),
            headers: { authorization: `Bearer ${bearer}`, 'x-supabase-api-version': '2024-01-01' },
            ...(method !== 'GET' && { body: JSON.stringify(body) }),
          },
        )
        const said = await response.text()
        expect(response.status, `${named} ${JSON.stringify(body)} ${said}`).toBeLessThan(500)
        expect(response.headers.get('location') ?? '').not.toMatch(
          /access_token|unexpected_failure|[?&]code=/,
        )
        if (response.status < 400) return
        expect(JSON.parse(said)).toMatchObject(
          'error' in JSON.parse(said)
            ? { error: expect.any(String), error_description: expect.any(String) }
            : { code: expect.stringMatching(/^[a-z0-9_]+$/), message: expect.any(String) },
        )
        expect(await state()).toEqual(before)
      }),
      { numRuns: 40 },
    )
    expect(
      (await project.call('GET', '/user', undefined, { authorization: `Bearer ${token}` })).body.id,
    ).toBe(userId)
  }, 60_000)
})

it.each(['x'.repeat(600), '%', '%ff'])('an unparseable URL is refused in the same format', async (part) => {
  const answer = await project.call('GET', `/admin/users/${part}`, undefined, {
    authorization: `Bearer ${project.serviceRoleKey}`,
    'x-supabase-api-version': '2024-01-01',
  })
  expect(answer.status).toBeLessThan(500)
  expect(answer.body.code).toMatch(/^(validation_failed|unknown)$/)
})

it('every endpoint of this service appears in one of the fuzz tests', () => {
  const here = import.meta.dirname
  const read = (pattern: string) =>
    globSync(pattern, { cwd: here }).map((file) => readFileSync(join(here, file), 'utf8'))
  const fuzzed = read('**/*fuzz*.test.ts')
    .join('\n')
    .replace(/\{\w+\}|:id\b/g, ':')
  const routes = read('**/*.ts')
    .filter((source) => !source.includes("from 'vitest'"))
    .flatMap((source) => {
      const base = /const path = '([^']+)'/.exec(source)?.[1] ?? ''
      return [...source.matchAll(/app\.(?:get|post|put|patch|delete)(?:<[^(]*>)?\(\s*['`]([^'`]+)['`]/g)].map(
        ([, route]) => (route as string).replaceAll(`\${path}`, base),
      )
    })
  expect(routes.length).toBeGreaterThan(40)
  const free = ['/health', '/.well-known/jwks.json']
  for (const route of routes.filter((one) => !free.includes(one))) {
    expect(fuzzed).toContain(route.replace(/:\w+/g, ':'))
  }
})
