import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthProject, authProject } from '../auth-project.ts'

const password = 'correct horse battery'
const everything = `
[auth.sms]
enable_signup = true
enable_confirmations = true
[auth.sms.test_otp]
33600000001 = "424242"
[auth.mfa.totp]
enroll_enabled = true
verify_enabled = true
[auth.mfa.phone]
enroll_enabled = true
verify_enabled = true
[auth.mfa.web_authn]
enroll_enabled = true
verify_enabled = true
[auth.passkey]
enabled = true
`
let project: AuthProject
let token: string
let factor: string
let userId: string
beforeAll(async () => {
  project = await authProject(everything)
  const { data } = await project.client().auth.signUp({ email: 'ada@example.com', password })
  token = data.session?.access_token as string
  userId = data.user?.id as string
  const headers = { authorization: `Bearer ${token}` }
  factor = (await project.call('POST', '/factors', { factor_type: 'totp', friendly_name: 'x' }, headers)).body
    .id as string
})
afterAll(() => project.stop())

/** Every endpoint of second factors, passkeys and text messages, with the fields it reads. */
const endpoints: [method: string, path: string, fields: string[]][] = [
  ['POST', '/factors', ['factor_type', 'friendly_name', 'issuer', 'phone']],
  ['POST', '/factors/{factor}/challenge', ['channel', 'webauthn']],
  ['POST', '/factors/{factor}/verify', ['challenge_id', 'code', 'webauthn']],
  ['POST', '/factors/{anything}/challenge', ['channel']],
  ['POST', '/factors/{anything}/verify', ['challenge_id', 'code']],
  ['DELETE', '/factors/{anything}', []],
  ['GET', '/factors/recovery-codes', []],
  ['POST', '/factors/recovery-codes', ['friendly_name']],
  ['POST', '/factors/recovery-codes/verify', ['code']],
  ['POST', '/factors/recovery-codes/regenerate', []],
  ['DELETE', '/factors/recovery-codes', []],
  ['POST', '/passkeys/registration/verify', ['challenge_id', 'credential']],
  ['POST', '/passkeys/authentication/verify', ['challenge_id', 'credential']],
  ['PATCH', '/passkeys/{anything}', ['friendly_name']],
  ['DELETE', '/passkeys/{anything}', []],
  ['GET', '/admin/users/{anything}/factors', []],
  ['PUT', '/admin/users/{user}/factors/{factor}', ['friendly_name', 'phone']],
  ['DELETE', '/admin/users/{user}/factors/{anything}', []],
  ['DELETE', '/admin/users/{user}/passkeys/{anything}', []],
  ['POST', '/otp', ['phone', 'create_user', 'data', 'channel', 'code_challenge']],
  ['POST', '/verify', ['type', 'token', 'phone', 'token_hash']],
  ['POST', '/resend', ['type', 'phone']],
  ['PUT', '/user', ['phone', 'channel']],
]

const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '💣',
    'x'.repeat(20_000),
    '-1',
    'null',
    '__proto__',
    "'; drop table auth.users; --",
  ),
  fc.constantFrom('totp', 'phone', 'webauthn', 'sms', 'whatsapp', 'phone_change', 'a'.repeat(16), '000000'),
  fc.constant('00000000-0000-4000-8000-000000000000'),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string(), { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 4 }),
  fc.record({
    id: fc.string(),
    rpId: fc.string(),
    response: fc.jsonValue(),
    credential_response: fc.jsonValue(),
  }),
)

const state = async () => {
  const { rows } = await project.admin.query(
    `
    select (select count(*) from auth.users where id <> $1 and phone is null) as users,
      (select jsonb_agg(to_jsonb(f) - '{updated_at,last_challenged_at,friendly_name}'::text[]) from auth.mfa_factors f where id = $2) as factor,
      (select count(*) from auth.mfa_factors where status = 'verified') as verified,
      (select count(*) from auth.webauthn_credentials) as passkeys,
      (select count(*) from _server.recovery_code_sets) as codes,
      (select count(*) from auth.sessions) as sessions,
      (select count(*) from auth.sessions where aal <> 'aal1') as raised`,
    [userId, factor],
  )
  return rows[0]
}

describe.each(endpoints)('%s %s, with any input,', (method, path, fields) => {
  it('answers in the expected format below 500, promptly, and changes nothing', async () => {
    const before = await state()
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom(...fields, 'unknown'), odd),
        fc.constantFrom('user', 'admin', 'anon'),
        fc.oneof(fc.string({ maxLength: 30 }), fc.uuid()),
        async (body, who, anything) => {
          await project.admin.query('truncate _server.rate_limits')
          const bearer = { user: token, admin: project.serviceRoleKey, anon: project.anonKey }[who]
          const where = path
            .replace('{factor}', factor)
            .replace('{user}', userId)
            .replace('{anything}', encodeURIComponent(anything) || 'x')
          const response = await fetch(`${project.url}/auth/v1${where}`, {
            method,
            headers: { authorization: `Bearer ${bearer}`, 'x-supabase-api-version': '2024-01-01' },
            ...(method !== 'GET' && { body: JSON.stringify(body) }),
            signal: AbortSignal.timeout(5_000),
          })
          const text = await response.text()
          expect(response.status, `${where} ${JSON.stringify(body)} ${text}`).toBeLessThan(500)
          if (response.status >= 400) {
            const answer = JSON.parse(text)
            expect(answer).toEqual(
              expect.objectContaining({
                code: expect.stringMatching(/^[a-z0-9_]+$/),
                message: expect.any(String),
              }),
            )
          }
        },
      ),
      { numRuns: 40 },
    )
    expect(await state()).toEqual(before)
  }, 60_000)
})
