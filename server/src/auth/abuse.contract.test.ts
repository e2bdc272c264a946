import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ServiceStandIn, serviceStandIn } from '../testing/service-stand-in.ts'
import { type AuthProject, authProject } from './auth-project.ts'

const password = 'correct horse battery'

describe.each([
  ['turnstile', 'https://challenges.cloudflare.com/turnstile/v0/siteverify'],
  ['hcaptcha', 'https://api.hcaptcha.com/siteverify'],
])('a captcha, by %s', (provider, address) => {
  let project: AuthProject
  let judge: ServiceStandIn
  beforeAll(async () => {
    judge = await serviceStandIn(() => ({ body: { success: true } }))
    const toml = `[auth.captcha]\nenabled = true\nprovider = "${provider}"\nsecret = "very secret"\n[auth.passkey]\nenabled = true`
    project = await authProject(toml, { fetch: judge.fetch })
  })
  afterAll(async () => {
    await project.stop()
    await judge.stop()
  })
  beforeEach(() => {
    judge.received.length = 0
    judge.answer = () => ({ body: { success: true } })
  })
  const captchaToken = 'the proof'

  it('is verified before anything else, with the secret and the caller’s address', async () => {
    const client = project.client()
    const { error } = await client.auth.signUp({
      email: 'ada@example.com',
      password,
      options: { captchaToken },
    })
    expect(error).toBeNull()
    expect(judge.received).toMatchObject([
      {
        url: address,
        method: 'POST',
        form: { secret: 'very secret', response: 'the proof', remoteip: '127.0.0.1' },
      },
    ])
    const signIn = await client.auth.signInWithPassword({
      email: 'ada@example.com',
      password,
      options: { captchaToken },
    })
    expect(signIn.error).toBeNull()
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect(judge.received).toHaveLength(2)
  })

  it.each([
    ['/signup', { email: 'eve@example.com', password }],
    ['/token?grant_type=password', { email: 'ada@example.com', password }],
    ['/otp', { email: 'ada@example.com' }],
    ['/magiclink', { email: 'ada@example.com' }],
    ['/recover', { email: 'ada@example.com' }],
    ['/resend', { email: 'ada@example.com', type: 'signup' }],
    ['/sso', { domain: 'example.com' }],
    ['/passkeys/authentication/options', {}],
  ])('is required by POST %s', async (path, body) => {
    const bare = await project.call('POST', path, body)
    expect([bare.status, bare.body.error_code, bare.body.msg]).toEqual([
      400,
      'captcha_failed',
      'captcha protection: request disallowed (no captcha_token found)',
    ])
    judge.answer = () => ({ body: { success: false, 'error-codes': ['timeout-or-duplicate'] } })
    const used = await project.call('POST', path, {
      ...body,
      gotrue_meta_security: { captcha_token: 'used' },
    })
    expect(used.body.msg).toBe('captcha protection: request disallowed (timeout-or-duplicate)')
    const { rows } = await project.admin.query(`select from auth.users where email = 'eve@example.com'`)
    expect(rows).toEqual([])
  })

  it.each(['hang up', { status: 500, body: 'oops' }, { body: [] }] as const)(
    'rejects the request while the provider answers %j',
    async (answer) => {
      judge.answer = () => answer
      const { error } = await project
        .client()
        .auth.signUp({ email: 'eve@example.com', password, options: { captchaToken } })
      expect([error?.status, error?.message]).toEqual([
        500,
        expect.stringContaining('captcha verification process failed'),
      ])
    },
  )

  it('is not required with the server’s own key', async () => {
    const headers = { authorization: `Bearer ${project.serviceRoleKey}` }
    expect((await project.call('POST', '/recover', { email: 'ada@example.com' }, headers)).status).toBe(200)
  })
})

describe('a leaked password', () => {
  let project: AuthProject
  let range: ServiceStandIn
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  beforeAll(async () => {
    range = await serviceStandIn(() => ({
      body: `${'0'.repeat(35)}:3\r\n${hash.slice(5)}:12\r\n${'F'.repeat(35)}:0`,
    }))
    project = await authProject('[auth]\npassword_hibp_enabled = true', { fetch: range.fetch })
  })
  afterAll(async () => {
    await project.stop()
    await range.stop()
  })

  it('is refused, and only five letters of its hash leave the server', async () => {
    const { error } = await project.client().auth.signUp({ email: 'ada@example.com', password })
    expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['pwned'] })
    expect(range.received).toMatchObject([
      { url: `https://api.pwnedpasswords.com/range/${hash.slice(0, 5)}`, headers: { 'add-padding': 'true' } },
    ])
  })

  it('is refused as a new password too, and others are accepted', async () => {
    const client = project.client()
    expect(
      (await client.auth.signUp({ email: 'bea@example.com', password: 'another long one' })).error,
    ).toBeNull()
    expect((await client.auth.updateUser({ password })).error?.code).toBe('weak_password')
    range.answer = () => ({ body: `${hash.slice(5)}:0` })
    expect((await client.auth.updateUser({ password })).error).toBeNull()
  })

  it('is accepted while the service is unreachable', async () => {
    range.answer = () => 'hang up'
    expect((await project.client().auth.signUp({ email: 'cleo@example.com', password })).error).toBeNull()
  })

  it('is not looked up again for a minute after the service was unreachable', async () => {
    range.received.length = 0
    await project.client().auth.signUp({ email: 'dora@example.com', password })
    expect(range.received).toHaveLength(0)
    project.wait(61)
    range.answer = () => ({ body: `${hash.slice(5)}:12` })
    const { error } = await project.client().auth.signUp({ email: 'elsa@example.com', password })
    expect(error?.code).toBe('weak_password')
  })

  it('is not looked up unless the project enables it', async () => {
    const silent = await authProject('', { fetch: range.fetch })
    range.received.length = 0
    expect((await silent.client().auth.signUp({ email: 'ada@example.com', password })).error).toBeNull()
    expect(range.received).toEqual([])
    await silent.stop()
  })
})
