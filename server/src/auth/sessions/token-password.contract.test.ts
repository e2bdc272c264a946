import { hash as bcrypt } from '@node-rs/bcrypt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthProject, authProject } from '../auth-project.ts'

const password = 'correct horse battery'
const NEW = { 'x-supabase-api-version': '2024-01-01' }

describe('signing in with a password', () => {
  let project: AuthProject
  beforeAll(async () => {
    project = await authProject('[auth.sms]\nenable_signup = true')
    await project.client().auth.signUp({ email: 'ada@example.com', password })
    await project.client().auth.signUp({ phone: '+33612345678', password })
  })
  afterAll(() => project.stop())

  it('[S-61] [S-36] by e-mail, in any letter case, gives a session', async () => {
    const { data, error } = await project
      .client()
      .auth.signInWithPassword({ email: 'ADA@example.com', password })
    expect(error).toBeNull()
    expect(data.session).toMatchObject({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_at: expect.any(Number),
    })
    expect(data.user?.last_sign_in_at).toBeTypeOf('string')
  })

  it('[S-61] by phone gives a session', async () => {
    const { data } = await project.client().auth.signInWithPassword({ phone: '33612345678', password })
    expect(data.session?.user.phone).toBe('33612345678')
  })

  it('[S-33] without e-mail and phone is refused by the client and by the server', async () => {
    const { error } = await project.client().auth.signInWithPassword({ password } as never)
    expect(error?.message).toBe('You must provide either an email or phone number and a password')
    const { status, body } = await project.call('POST', '/token?grant_type=password', { password }, NEW)
    expect([status, body]).toEqual([400, { code: 'validation_failed', message: 'missing email or phone' }])
  })

  it('does not distinguish an unknown address from a wrong password', async () => {
    const answers = await Promise.all(
      [
        { email: 'nobody@example.com', password },
        { email: 'ada@example.com', password: 'wrong horse' },
        { email: 'ada@example.com' },
        { phone: '33699999999', password },
      ].map((body) => project.call('POST', '/token?grant_type=password', body, NEW)),
    )
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([
        400,
        { code: 'invalid_credentials', message: 'Invalid login credentials' },
      ])
    }
  })

  it('reports a ban only after the correct password', async () => {
    const { data } = await project.client().auth.signUp({ email: 'banned@example.com', password })
    await project.admin.query("update auth.users set banned_until = now() + interval '1 day' where id = $1", [
      data.user?.id,
    ])
    const email = 'banned@example.com'
    const known = await project.call('POST', '/token?grant_type=password', { email, password }, NEW)
    expect([known.status, known.body.code]).toEqual([400, 'user_banned'])
    const guess = await project.call(
      'POST',
      '/token?grant_type=password',
      { email, password: 'guess it' },
      NEW,
    )
    expect(guess.body.code).toBe('invalid_credentials')
  })

  it('signs an imported account in with its bcrypt hash, without identities, and upgrades the hash', async () => {
    await project.admin.query(
      `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, created_at, updated_at)
       values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated', 'seeded@example.com', $1, now(), now(), now())`,
      [await bcrypt('imported', { cost: 6 })],
    )
    const credentials = { email: 'seeded@example.com', password: 'imported' }
    const first = await project.client().auth.signInWithPassword(credentials)
    expect(first.error).toBeNull()
    expect(first.data.user?.identities).toEqual([])
    const { rows } = await project.admin.query(
      "select encrypted_password from auth.users where email = 'seeded@example.com'",
    )
    expect(rows[0].encrypted_password).toMatch(/^\$argon2id\$/)
    expect((await project.client().auth.signInWithPassword(credentials)).error).toBeNull()
  })

  it('informs a member whose password no longer satisfies the policy', async () => {
    await project.admin.query('update auth.users set encrypted_password = $1 where email = $2', [
      await bcrypt('old', { cost: 4 }),
      'seeded@example.com',
    ])
    const { data } = await project
      .client()
      .auth.signInWithPassword({ email: 'seeded@example.com', password: 'old' })
    expect(data.session).not.toBeNull()
    expect(data.weakPassword ?? (data as { weak_password?: unknown }).weak_password).toMatchObject({
      reasons: ['length'],
    })
  })

  it('logs the sign-in with its session, address and browser', async () => {
    const client = project.client()
    const { data } = await client.auth.signInWithPassword({ email: 'ada@example.com', password })
    const { rows } = await project.admin.query(
      'select host(ip) as ip, user_agent, aal from auth.sessions where user_id = $1 order by created_at desc limit 1',
      [data.user?.id],
    )
    expect(rows[0]).toEqual({ ip: '127.0.0.1', user_agent: expect.any(String), aal: 'aal1' })
    const log = await project.admin.query(
      "select payload ->> 'actor_username' as actor from auth.audit_log_entries where payload ->> 'action' = 'login' limit 1",
    )
    expect(log.rows[0].actor).toBeTypeOf('string')
  })

  it.each([
    ['', 'invalid_credentials', 'unsupported_grant_type'],
    ['?grant_type=client_credentials', 'invalid_credentials', 'unsupported_grant_type'],
    ['?grant_type=web3', 'web3_provider_disabled', 'Web3 provider is disabled'],
    [
      '?grant_type=id_token',
      'provider_disabled',
      'Provider (issuer "https://accounts.google.com") is not enabled',
    ],
  ])('refuses /token%s with %s', async (query, code, message) => {
    const { body } = await project.call('POST', `/token${query}`, { provider: 'google', id_token: 'x' }, NEW)
    expect(body).toEqual({ code, message })
  })
})

describe('the limit of attempts', () => {
  it('is the configured number per address and window, answered with 429, and resets with the window', async () => {
    const project = await authProject('', { limits: '[auth.rate_limit]\ntoken_refresh = 3' })
    const attempt = () =>
      project.call('POST', '/token?grant_type=password', { email: 'a@b.cd', password }, NEW)
    const statuses: number[] = []
    for (let round = 0; round < 5; round++) statuses.push((await attempt()).status)
    expect(statuses.slice(3)).toEqual([429, 429])
    expect((await attempt()).body).toEqual({
      code: 'over_request_rate_limit',
      message: 'Request rate limit reached',
    })
    project.wait(601)
    expect((await attempt()).status).toBe(400)
    await project.stop()
  })
})
