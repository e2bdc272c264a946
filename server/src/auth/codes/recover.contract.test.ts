import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthProject, authProject } from '../auth-project.ts'

const password = 'correct horse battery'
const NEW = { 'x-supabase-api-version': '2024-01-01' }

describe('a forgotten password', () => {
  let project: AuthProject
  let people = 0
  beforeAll(async () => {
    project = await authProject(`
[auth]
site_url = "https://app.example.com"
additional_redirect_urls = ["https://*.preview.example.com/**"]
[auth.email]
max_frequency = "60s"
otp_expiry = 600`)
  })
  afterAll(() => project.stop())

  const member = async () => {
    const email = `forgetful${people++}@example.com`
    await project.client().auth.signUp({ email, password })
    return email
  }
  const follow = async (url: string) => {
    const answer = await fetch(url, { redirect: 'manual' })
    return { status: answer.status, location: answer.headers.get('location') as string }
  }
  const count = async () =>
    Number((await project.admin.query('select count(*) from _server.mail_outbox')).rows[0].count)

  it('[S-71] is reset through the link in the mail, end to end', async () => {
    const email = await member()
    const redirectTo = 'https://app.example.com/password-reset'
    const { data, error } = await project.client().auth.resetPasswordForEmail(email, { redirectTo })
    expect([data, error]).toEqual([{}, null])
    const { data: mail, template } = await project.mail(email)
    expect(template).toBe('recovery')
    expect(mail.ConfirmationURL).toBe(
      `${project.url}/auth/v1/verify?token=${mail.TokenHash}&type=recovery&redirect_to=${redirectTo}`,
    )
    const { status, location } = await follow(mail.ConfirmationURL)
    expect(status).toBe(303)
    const [target, fragment] = location.split('#')
    expect(target).toBe(redirectTo)
    const session = new URLSearchParams(fragment)
    expect([...session.keys()]).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'refresh_token',
      'sb',
      'token_type',
      'type',
    ])
    expect(session.get('type')).toBe('recovery')

    const browser = project.client()
    await browser.auth.setSession({
      access_token: session.get('access_token') as string,
      refresh_token: session.get('refresh_token') as string,
    })
    expect((await browser.auth.updateUser({ password: 'remembered now' })).error).toBeNull()
    const again = await project.client().auth.signInWithPassword({ email, password: 'remembered now' })
    expect(again.error).toBeNull()
  })

  it('[S-71] with the code in the mail signs in, as `otp`', async () => {
    const email = await member()
    const client = project.client()
    await client.auth.resetPasswordForEmail(email)
    const { data: mail } = await project.mail(email)
    const { data, error } = await client.auth.verifyOtp({ email, token: mail.Token, type: 'recovery' })
    expect(error).toBeNull()
    const { data: verified } = await client.auth.getClaims(data.session?.access_token)
    expect(verified?.claims.amr).toMatchObject([{ method: 'otp' }])
  })

  it('with the hash of the link signs in from the application itself', async () => {
    const email = await member()
    await project.client().auth.resetPasswordForEmail(email)
    const { data: mail } = await project.mail(email)
    const { error } = await project
      .client()
      .auth.verifyOtp({ token_hash: mail.TokenHash as string, type: 'recovery' })
    expect(error).toBeNull()
  })

  it('[S-71] gets the same answer for an unknown address, which receives no mail', async () => {
    const before = await count()
    const { data, error } = await project.client().auth.resetPasswordForEmail('nobody@example.com')
    expect([data, error]).toEqual([{}, null])
    expect(await count()).toBe(before)
  })

  it('requested twice within the minimum interval sends one mail without an error', async () => {
    const email = await member()
    const before = await count()
    for (let round = 0; round < 3; round++) {
      expect((await project.client().auth.resetPasswordForEmail(email)).error).toBeNull()
    }
    expect(await count()).toBe(before + 1)
  })

  it('works once, even when two requests follow the link at the same moment', async () => {
    const email = await member()
    await project.client().auth.resetPasswordForEmail(email)
    const { data: mail } = await project.mail(email)
    const both = await Promise.all([1, 2, 3].map(() => follow(mail.ConfirmationURL)))
    expect(both.filter(({ location }) => location.includes('access_token='))).toHaveLength(1)
    expect((await follow(mail.ConfirmationURL)).location).toBe(
      'https://app.example.com#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=',
    )
  })

  it('is not consumed by a mail scanner’s HEAD request', async () => {
    const email = await member()
    await project.client().auth.resetPasswordForEmail(email)
    const { data: mail } = await project.mail(email)
    expect((await fetch(mail.ConfirmationURL, { method: 'HEAD', redirect: 'manual' })).status).toBe(404)
    expect((await follow(mail.ConfirmationURL)).location).toContain('access_token=')
  })

  it('expires when the project says so', async () => {
    const email = await member()
    await project.client().auth.resetPasswordForEmail(email)
    const { data: mail } = await project.mail(email)
    project.wait(601)
    expect((await follow(mail.ConfirmationURL)).location).toContain('error_code=otp_expired')
    const typed = await project.client().auth.verifyOtp({ email, token: mail.Token, type: 'recovery' })
    expect(typed.error).toMatchObject({
      code: 'otp_expired',
      status: 403,
      message: 'Token has expired or is invalid',
    })
  })

  it('redirects only to addresses that the project allows', async () => {
    const wishes: [string, string][] = [
      ['https://evil.example.net/steal', 'https://app.example.com'],
      ['https://pull-1.preview.example.com/a?x=1', 'https://pull-1.preview.example.com/a?x=1'],
    ]
    for (const [redirectTo, expected] of wishes) {
      const email = await member()
      await project.client().auth.resetPasswordForEmail(email, { redirectTo })
      const { data: mail } = await project.mail(email)
      const { location } = await follow(mail.ConfirmationURL)
      expect(location.split('#')[0]).toBe(expected)
      const changed = `${mail.ConfirmationURL.split('&redirect_to=')[0]}&redirect_to=https://evil.example.net/`
      expect((await follow(changed)).location.startsWith('https://app.example.com#')).toBe(true)
    }
  })

  it.each([
    [{}, 'validation_failed', 'Password recovery requires an email'],
    [{ email: 'nowhere' }, 'validation_failed', 'Unable to validate email address: invalid format'],
  ])('refuses %j', async (body, code, message) => {
    const answer = await project.call('POST', '/recover', body, NEW)
    expect([answer.status, answer.body]).toEqual([400, { code, message }])
  })

  it.each([
    [{ token: '123456', email: 'a@b.cd' }, 400, 'Verify requires a verification type'],
    [{ type: 'email' }, 400, 'Verify requires either a token or a token hash'],
    [{ type: 'email', token: '1', token_hash: 'a' }, 400, 'Verify requires either a token or a token hash'],
    [
      { type: 'email', token: '123456' },
      400,
      'Only an email address or phone number should be provided on verify',
    ],
    [
      { type: 'email', token_hash: 'a', email: 'a@b.cd' },
      400,
      'Only the token_hash and type should be provided',
    ],
    [{ type: 'fax', token_hash: 'a' }, 400, 'Invalid email verification type'],
    [{ type: 'toString', token_hash: 'a' }, 400, 'Invalid email verification type'],
    [{ type: 'fax', token: '123456', email: 'a@b.cd' }, 400, 'Unsupported verification type'],
    [{ type: 'sms', token: '123456', phone: '33612345678' }, 400, 'Unsupported phone provider'],
    [{ type: 'email', token_hash: 'a' }, 403, 'Email link is invalid or has expired'],
    [{ type: 'email', token: '123456', email: 'a@b.cd' }, 403, 'Token has expired or is invalid'],
  ])('[S-66] POST /verify refuses %j with %i', async (body, status, message) => {
    const answer = await project.call('POST', '/verify', body, NEW)
    expect([answer.status, answer.body.message]).toEqual([status, message])
  })
})

describe('links requested by a PKCE client', () => {
  let project: AuthProject
  beforeAll(async () => {
    project = await authProject()
    await project.client().auth.signUp({ email: 'ada@example.com', password })
  })
  afterAll(() => project.stop())

  const linkFor = async (client: SupabaseClient) => {
    const redirectTo = 'http://127.0.0.1:3000/reset?lang=fr'
    await client.auth.resetPasswordForEmail('ada@example.com', { redirectTo })
    const { data: mail } = await project.mail('ada@example.com')
    const answer = await fetch(mail.ConfirmationURL, { redirect: 'manual' })
    return new URL(answer.headers.get('location') as string)
  }

  it('[S-62] return a code that the same browser exchanges once', async () => {
    const client = project.client({ flowType: 'pkce' })
    const url = await linkFor(client)
    expect(url.searchParams.get('lang')).toBe('fr')
    expect(url.href).not.toContain('access_token')
    const code = url.searchParams.get('code') as string
    const { data, error } = await client.auth.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.session?.user.email).toBe('ada@example.com')
    const { data: verified } = await client.auth.getClaims()
    expect(verified?.claims.amr).toMatchObject([{ method: 'recovery' }])
    const replay = await project.call(
      'POST',
      '/token?grant_type=pkce',
      { auth_code: code, code_verifier: 'x' },
      NEW,
    )
    expect([replay.status, replay.body.code]).toEqual([404, 'flow_state_not_found'])
  })

  it('[S-62] cannot be redeemed by another browser, nor after five minutes', async () => {
    project.wait(2)
    const stolen = (await linkFor(project.client({ flowType: 'pkce' }))).searchParams.get('code')
    const exchange = (auth_code: unknown, code_verifier: string) =>
      project.call('POST', '/token?grant_type=pkce', { auth_code, code_verifier }, NEW)
    expect((await exchange(stolen, 'a guess')).body.code).toBe('bad_code_verifier')
    expect((await exchange('', '')).body.code).toBe('validation_failed')
    project.wait(2)
    const late = project.client({ flowType: 'pkce' })
    const url = await linkFor(late)
    project.wait(301)
    const { error } = await late.auth.exchangeCodeForSession(url.searchParams.get('code') as string)
    expect(error).toMatchObject({ code: 'flow_state_expired', status: 422 })
  })
})
