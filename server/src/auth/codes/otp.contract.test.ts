import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthProject, authProject } from '../auth-project.ts'

const password = 'correct horse battery'
const NEW = { 'x-supabase-api-version': '2024-01-01' }

describe('signing in without a password', () => {
  let project: AuthProject
  beforeAll(async () => {
    project = await authProject('[auth.email]\nmax_frequency = "60s"')
  })
  afterAll(() => project.stop())

  it('[S-65] creates an account for a new address and signs it in with the code in the mail', async () => {
    const email = 'new@example.com'
    const client = project.client()
    const asked = await client.auth.signInWithOtp({ email, options: { data: { first_name: 'Ada' } } })
    expect(asked).toEqual({ data: { user: null, session: null }, error: null })
    const { data: mail, template } = await project.mail(email)
    expect([template, mail.Token]).toEqual(['magic_link', expect.stringMatching(/^\d{6}$/)])
    const { data, error } = await client.auth.verifyOtp({ email, token: mail.Token, type: 'email' })
    expect(error).toBeNull()
    expect(data.session?.user).toMatchObject({
      email,
      user_metadata: { first_name: 'Ada', email_verified: true },
    })
    expect((await client.auth.signInWithPassword({ email, password: '' })).error).not.toBeNull()
    expect((await client.auth.signInWithPassword({ email, password })).error?.code).toBe(
      'invalid_credentials',
    )
  })

  it('[S-65] signs a known address in with the link in the mail, once', async () => {
    const email = 'known@example.com'
    await project.client().auth.signUp({ email, password })
    await project.client().auth.signInWithOtp({ email })
    const { data: mail } = await project.mail(email)
    const follow = async () =>
      (await fetch(mail.ConfirmationURL, { redirect: 'manual' })).headers.get('location')
    expect(await follow()).toMatch(/#access_token=.*&type=magiclink$/)
    expect(await follow()).toContain('error_code=otp_expired')
  })

  it('[S-65] creates no account when create_user is false', async () => {
    const options = { shouldCreateUser: false }
    const { error } = await project.client().auth.signInWithOtp({ email: 'nobody@example.com', options })
    expect(error).toBeNull()
    const { rows } = await project.admin.query("select from auth.users where email = 'nobody@example.com'")
    expect(rows).toEqual([])
  })

  it('[S-65] sends no second mail too soon', async () => {
    const email = 'hasty@example.com'
    await project.client().auth.signInWithOtp({ email })
    const first = (await project.mail(email)).data
    expect((await project.client().auth.signInWithOtp({ email })).error).toBeNull()
    expect((await project.mail(email)).data.TokenHash).toBe(first.TokenHash)
  })

  it('[S-33] [S-65] requires an e-mail or a phone, and a phone requires a provider', async () => {
    const { error } = await project.client().auth.signInWithOtp({} as never)
    expect(error?.message).toBe('You must provide either an email or phone number.')
    expect((await project.call('POST', '/otp', {}, NEW)).body.message).toBe(
      'One of email or phone must be set',
    )
    const phone = await project.client().auth.signInWithOtp({ phone: '33612345678' })
    expect(phone.error).toMatchObject({
      code: 'phone_provider_disabled',
      message: 'Unsupported phone provider',
    })
  })

  it('counts wrong codes against the account', async () => {
    const strict = await authProject('', { limits: '[auth.rate_limit]\naccount_guesses = 3' })
    const guess = async () =>
      (await strict.call('POST', '/verify', { type: 'email', email: 'a@b.cd', token: '000000' })).status
    const statuses = [await guess(), await guess(), await guess(), await guess()]
    expect(statuses).toEqual([403, 403, 403, 429])
    await strict.stop()
  })
})

describe('resending a confirmation mail', () => {
  let project: AuthProject
  beforeAll(async () => {
    project = await authProject('[auth.email]\nenable_confirmations = true\nmax_frequency = "60s"')
  })
  afterAll(() => project.stop())

  it('[S-69] sends another link and invalidates the first', async () => {
    const email = 'slow@example.com'
    await project.client().auth.signUp({ email, password })
    const first = (await project.mail(email)).data
    const soon = await project.client().auth.resend({ type: 'signup', email })
    expect(soon.error).toBeNull()
    expect((await project.mail(email)).data.TokenHash).toBe(first.TokenHash)
    project.wait(61)
    expect((await project.client().auth.resend({ type: 'signup', email })).error).toBeNull()
    const second = (await project.mail(email)).data
    expect(second.TokenHash).not.toBe(first.TokenHash)
    const follow = async (url: string) => (await fetch(url, { redirect: 'manual' })).headers.get('location')
    expect(await follow(first.ConfirmationURL)).toContain('otp_expired')
    expect(await follow(second.ConfirmationURL)).toContain('access_token=')
  })

  it('[S-69] is answered identically for an unknown and a confirmed address', async () => {
    expect(
      (await project.client().auth.resend({ type: 'signup', email: 'nobody@example.com' })).error,
    ).toBeNull()
    expect(
      (await project.client().auth.resend({ type: 'signup', email: 'slow@example.com' })).error,
    ).toBeNull()
    expect(
      (await project.client().auth.resend({ type: 'email_change', email: 'slow@example.com' })).error,
    ).toBeNull()
  })

  it('[S-33] [S-69] requires an address and a type', async () => {
    const { error } = await project.client().auth.resend({ type: 'signup' } as never)
    expect(error?.message).toBe('You must provide either an email or phone number and a type')
    for (const body of [
      { type: 'fax', email: 'a@b.cd' },
      { type: 'signup' },
      { type: 'signup', phone: '33612345678' },
    ]) {
      const answer = await project.call('POST', '/resend', body, NEW)
      expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
    }
    const sms = await project.client().auth.resend({ type: 'sms', phone: '33612345678' })
    expect(sms.error).toMatchObject({ code: 'phone_provider_disabled' })
  })
})
