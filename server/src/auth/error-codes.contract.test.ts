import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { identityProvider } from '../testing/identity-provider.ts'
import { type AuthProject, authProject } from './auth-project.ts'

const read = (pattern: string) =>
  globSync(pattern, { cwd: import.meta.dirname }).map((file) => ({
    file,
    text: readFileSync(join(import.meta.dirname, file), 'utf8'),
  }))
const catalogue = /const catalogue = \{([\s\S]*?)\n\} as const/.exec(read('errors.ts')[0]?.text ?? '')?.[1]
const codes = [...(catalogue ?? '').matchAll(/^ {2}(\w+): \[/gm)].map(([, code]) => code as string)

describe('each code of the catalogue', () => {
  const asserted = read('**/*.test.ts').filter(({ file }) => !file.includes('fuzz'))
  const thrown = read('**/*.ts').filter(({ file }) => !file.includes('.test.') && file !== 'errors.ts')
  const holds = (sources: typeof thrown, code: string) =>
    sources.some(({ text }) => new RegExp(`\\b${code}\\b`).test(text))

  it('is found by this test', () => expect(codes.length).toBeGreaterThan(80))

  it.each(codes)('%s is thrown somewhere and asserted by a test', (code) => {
    expect([holds(thrown, code), holds(asserted, code)]).toEqual([true, true])
  })
})

describe('disabled second factors', () => {
  let project: AuthProject
  let headers: { authorization: string }
  let userId: string
  beforeAll(async () => {
    project = await authProject()
    const { data } = await project
      .client()
      .auth.signUp({ email: 'ada@example.com', password: 'correct horse battery' })
    headers = { authorization: `Bearer ${data.session?.access_token}` }
    userId = data.user?.id as string
  })
  afterAll(() => project.stop())

  it.each([
    [{ factor_type: 'totp' }, 'mfa_totp_enroll_not_enabled', 'TOTP'],
    [{ factor_type: 'phone', phone: '+33612345678' }, 'mfa_phone_enroll_not_enabled', 'Phone'],
    [{ factor_type: 'webauthn' }, 'mfa_webauthn_enroll_not_enabled', 'WebAuthn'],
  ])('%j cannot be enrolled: %s', async (body, code, name) => {
    const answer = await project.call('POST', '/factors', body, headers)
    expect([answer.status, answer.body.error_code, answer.body.msg]).toEqual([
      422,
      code,
      `MFA enroll is disabled for ${name}`,
    ])
  })

  it.each([
    ['totp', 'mfa_totp_verify_not_enabled'],
    ['phone', 'mfa_phone_verify_not_enabled'],
    ['webauthn', 'mfa_webauthn_verify_not_enabled'],
  ])('an existing %s cannot be challenged or verified: %s', async (type, code) => {
    const { rows } = await project.admin.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, phone, secret, created_at, updated_at)
       values (gen_random_uuid(), $1, $2::text, $2::auth.factor_type, 'verified', case when $2 = 'phone' then '33612345678' end, 'x', now(), now())
       returning id`,
      [userId, type],
    )
    for (const [path, body] of [
      ['challenge', {}],
      ['verify', { challenge_id: rows[0].id, code: '000000' }],
    ] as const) {
      const answer = await project.call('POST', `/factors/${rows[0].id}/${path}`, body, headers)
      expect([path, answer.status, answer.body.error_code]).toEqual([path, 422, code])
    }
    await project.admin.query('delete from auth.mfa_factors where user_id = $1', [userId])
  })

  it('disable recovery codes too', async () => {
    await project.admin.query(`update auth.sessions set aal = 'aal2' where user_id = $1`, [userId])
    const drawn = await project.call('POST', '/factors/recovery-codes', {}, headers)
    expect([drawn.status, drawn.body.error_code]).toEqual([422, 'mfa_recovery_codes_enroll_not_enabled'])
    const used = await project.call('POST', '/factors/recovery-codes/verify', { code: 'a' }, headers)
    expect([used.status, used.body.error_code]).toEqual([422, 'mfa_recovery_codes_verify_not_enabled'])
  })

  it('a recovery code cannot be the only factor', async () => {
    const other = await authProject('[auth.mfa.totp]\nenroll_enabled = true\nverify_enabled = true')
    const { data } = await other.client().auth.signUp({ email: 'a@example.com', password: 'correct horse' })
    await other.admin.query(`update auth.sessions set aal = 'aal2'`)
    const answer = await other.call(
      'POST',
      '/factors/recovery-codes',
      {},
      { authorization: `Bearer ${data.session?.access_token}` },
    )
    expect([answer.status, answer.body.error_code]).toEqual([422, 'mfa_recovery_codes_sole_factor'])
    await other.stop()
  })
})

it('an SSO provider with unusable metadata starts no sign-in: saml_idp_not_found', async () => {
  const project = await authProject('[auth.saml]\nenabled = true')
  const { metadata } = identityProvider('https://idp.example')
  const made = await project.call(
    'POST',
    '/admin/sso/providers',
    { type: 'saml', metadata_xml: metadata, domains: ['example.com'] },
    { authorization: `Bearer ${project.serviceRoleKey}` },
  )
  expect(made.status).toBe(201)
  await project.admin.query(`update auth.saml_providers set metadata_xml = '<EntityDescriptor/>'`)
  const answer = await project.call('POST', '/sso', { domain: 'example.com', skip_http_redirect: true })
  expect([answer.status, answer.body.error_code]).toEqual([404, 'saml_idp_not_found'])
  await project.stop()
})
