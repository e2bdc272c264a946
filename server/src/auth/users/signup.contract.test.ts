import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthProject, authProject } from '../auth-project.ts'

const password = 'correct horse battery'
const NEW = { 'x-supabase-api-version': '2024-01-01' }

describe('signing up without confirmation', () => {
  let project: AuthProject
  beforeAll(async () => {
    project = await authProject('[auth.sms]\nenable_signup = true')
  })
  afterAll(() => project.stop())

  it('[S-60] [S-36] [S-46] by e-mail returns a complete session and stores the data', async () => {
    const client = project.client()
    const { data, error } = await client.auth.signUp({
      email: 'Ada@Example.com',
      password,
      options: { data: { first_name: 'Ada', email: 'someone@else.com', sub: 'x' } },
    })
    expect(error).toBeNull()
    const { session, user } = data
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
    expect(session?.access_token).toMatch(/^ey/)
    expect(session?.refresh_token).toMatch(/^[a-z2-7]{26}$/)
    expect(session?.expires_at).toBeGreaterThan(Date.now() / 1000 + 3500)
    expect(user).toMatchObject({
      aud: 'authenticated',
      role: 'authenticated',
      email: 'ada@example.com',
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { first_name: 'Ada', email: 'ada@example.com', sub: user?.id, email_verified: true },
      is_anonymous: false,
      identities: [{ provider: 'email', id: user?.id, user_id: user?.id, email: 'ada@example.com' }],
    })
    expect(user?.email_confirmed_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect((await client.auth.getUser()).data.user).toMatchObject({ id: user?.id, identities: [{}] })
  })

  it('[S-60] returns an access token with exactly GoTrue’s claims that the public keys verify', async () => {
    const client = project.client()
    const { data } = await client.auth.signUp({ email: 'claims@example.com', password })
    const { data: verified, error } = await client.auth.getClaims(data.session?.access_token)
    expect(error).toBeNull()
    expect(verified?.header).toMatchObject({ alg: 'ES256', typ: 'JWT', kid: expect.any(String) })
    expect(verified?.claims).toEqual({
      iss: `${project.url}/auth/v1`,
      sub: data.user?.id,
      aud: 'authenticated',
      exp: data.session?.expires_at,
      iat: (data.session?.expires_at ?? 0) - 3600,
      email: 'claims@example.com',
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: data.user?.user_metadata,
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      is_anonymous: false,
    })
  })

  it('[S-60] by phone stores the number in E.164 and signs in', async () => {
    const { data, error } = await project.client().auth.signUp({ phone: '+33 6 12 34 56 78', password })
    expect(error).toBeNull()
    expect(data.session).not.toBeNull()
    expect(data.user).toMatchObject({ phone: '33612345678', email: '', app_metadata: { provider: 'phone' } })
  })

  it('[S-33] without e-mail and phone is refused by the client and by the server', async () => {
    const { error } = await project.client().auth.signUp({ password } as never)
    expect(error?.message).toBe('You must provide either an email or phone number and a password')
    const { status, body } = await project.call('POST', '/signup', { password }, NEW)
    expect([status, body.code]).toEqual([422, 'anonymous_provider_disabled'])
  })

  it('[S-60] with data only is an anonymous sign-up, which is disabled', async () => {
    const { error } = await project.client().auth.signInAnonymously({ options: { data: { theme: 'dark' } } })
    expect(error).toMatchObject({ code: 'anonymous_provider_disabled', status: 422 })
  })

  it.each([
    [{ email: 'a@b.cd' }, 400, 'validation_failed', 'Signup requires a valid password'],
    [
      { email: 'a@b.cd', password: 'short' },
      422,
      'weak_password',
      'Password should be at least 6 characters.',
    ],
    [
      { email: 'a@b.cd', phone: '33612345678', password },
      400,
      'validation_failed',
      'Only an email address or phone number should be provided on signup.',
    ],
    [
      { email: 'not an address', password },
      400,
      'validation_failed',
      'Unable to validate email address: invalid format',
    ],
    [{ phone: 'abc', password }, 400, 'validation_failed', 'Invalid phone number format (E.164 required)'],
    [
      { phone: '33612345678', password, channel: 'fax' },
      400,
      'validation_failed',
      'Invalid channel, supported values are sms or whatsapp',
    ],
    [
      { email: 'a@b.cd', password, code_challenge: 'x' },
      400,
      'validation_failed',
      'PKCE flow requires code_challenge_method and code_challenge',
    ],
    [{ email: 42, password }, 400, 'bad_json', expect.stringContaining('email')],
  ])('refuses %j with %i %s', async (body, status, code, message) => {
    const answer = await project.call('POST', '/signup', body, NEW)
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ code, message })
    expect(answer.headers.get('x-sb-error-code')).toBe(code)
  })

  it('with a taken address is reported, even when two requests arrive at once', async () => {
    const credentials = { email: 'twice@example.com', password }
    const both = await Promise.all([1, 2, 3].map(() => project.client().auth.signUp(credentials)))
    expect(both.filter(({ error }) => error === null)).toHaveLength(1)
    for (const { error } of both.filter(({ error }) => error)) {
      expect(error).toMatchObject({
        code: 'user_already_exists',
        status: 422,
        message: 'User already registered',
      })
    }
  })

  it('keeps a password of 72 non-ASCII letters complete', async () => {
    const long = `${'é'.repeat(71)}1`
    const client = project.client()
    expect((await client.auth.signUp({ email: 'long@example.com', password: long })).error).toBeNull()
    const other = await client.auth.signInWithPassword({
      email: 'long@example.com',
      password: `${'é'.repeat(71)}2`,
    })
    expect(other.error).toMatchObject({ code: 'invalid_credentials' })
  })

  it('stores no password and no part of one', async () => {
    await project.client().auth.signUp({ email: 'secret@example.com', password: 'do not write me down' })
    const { rows } = await project.admin.query(
      `select (select jsonb_agg(to_jsonb(u)) from auth.users u)::text as users, (select jsonb_agg(to_jsonb(a)) from auth.audit_log_entries a)::text as log`,
    )
    expect(rows[0].users).toContain('$argon2id$')
    expect(rows[0].users + rows[0].log).not.toContain('do not write me down')
  })
})

describe('signing up with confirmation', () => {
  let project: AuthProject
  beforeAll(async () => {
    project = await authProject('[auth.email]\nenable_confirmations = true\nmax_frequency = "60s"')
  })
  afterAll(() => project.stop())

  it('[S-60] returns a user without a session until the link is followed', async () => {
    const client = project.client()
    const { data } = await client.auth.signUp({
      email: 'new@example.com',
      password,
      options: { emailRedirectTo: 'http://127.0.0.1:3000/welcome' },
    })
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({ email: 'new@example.com', identities: [{ provider: 'email' }] })
    expect(data.user?.confirmation_sent_at).toBeTypeOf('string')
    const early = await client.auth.signInWithPassword({ email: 'new@example.com', password })
    expect(early.error).toMatchObject({ code: 'email_not_confirmed' })

    const { data: mail, template } = await project.mail('new@example.com')
    expect(template).toBe('confirmation')
    const followed = await fetch(mail.ConfirmationURL, { redirect: 'manual' })
    expect(followed.status).toBe(303)
    expect(followed.headers.get('location')).toMatch(
      /^http:\/\/127\.0\.0\.1:3000\/welcome#access_token=[^&]+&expires_at=\d+&expires_in=3600&refresh_token=[a-z2-7]{26}&sb=&token_type=bearer&type=signup$/,
    )
    const { data: signedIn } = await client.auth.signInWithPassword({ email: 'new@example.com', password })
    expect(signedIn.user?.user_metadata).toMatchObject({ email_verified: true })
    expect(signedIn.user?.identities?.[0]?.identity_data).toMatchObject({ email_verified: true })
  })

  it('returns no session until the code in the mail is typed', async () => {
    const client = project.client()
    await client.auth.signUp({ email: 'code@example.com', password })
    const { data: mail } = await project.mail('code@example.com')
    const { data, error } = await client.auth.verifyOtp({
      email: 'code@example.com',
      token: mail.Token,
      type: 'email',
    })
    expect(error).toBeNull()
    expect(data.session?.user.email_confirmed_at).toBeTypeOf('string')
  })

  it('answers a confirmed address like a new one, with another id', async () => {
    const client = project.client()
    const { data: first } = await client.auth.signUp({ email: 'known@example.com', password })
    await fetch((await project.mail('known@example.com')).data.ConfirmationURL, { redirect: 'manual' })
    const { data, error } = await project
      .client()
      .auth.signUp({ email: 'known@example.com', password: 'another one' })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email: 'known@example.com', identities: [{}], role: 'authenticated' })
    expect(data.user?.id).not.toBe(first.user?.id)
    expect((await client.auth.signInWithPassword({ email: 'known@example.com', password })).error).toBeNull()
  })

  it('resends the mail of an unconfirmed account, not too soon, and reveals no data of the first sign-up', async () => {
    const email = 'waiting@example.com'
    await project.client().auth.signUp({ email, password, options: { data: { first_name: 'Ada' } } })
    const again = { email, password: 'another password', options: { data: { first_name: 'Mallory' } } }
    const soon = await project.client().auth.signUp(again)
    expect(soon.error).toBeNull()
    const { data: first } = await project.mail(email)
    project.wait(61)
    const later = await project.client().auth.signUp(again)
    expect(JSON.stringify(later.data)).not.toContain('Ada')
    const { data: mail } = await project.mail(email)
    expect(mail.TokenHash).not.toBe(first.TokenHash)
    await project.client().auth.verifyOtp({ email, token: mail.Token, type: 'signup' })
    const { data } = await project.client().auth.signInWithPassword({ email, password })
    expect(data.user?.user_metadata.first_name).toBe('Ada')
  })
})

describe('the project’s trigger on new users', () => {
  let project: AuthProject
  beforeAll(async () => {
    project = await authProject('', {
      sql: `
        create table public.profiles (id uuid primary key references auth.users on delete cascade, first_name text not null);
        create function public.make_profile() returns trigger language plpgsql security definer set search_path = '' as $$
        begin
          if new.raw_user_meta_data ->> 'first_name' = 'Mallory' then
            raise exception 'name_refused' using hint = 'first_name';
          end if;
          insert into public.profiles values (new.id, new.raw_user_meta_data ->> 'first_name');
          return new;
        end $$;
        create trigger on_auth_user_created after insert on auth.users for each row execute function public.make_profile();`,
    })
  })
  afterAll(() => project.stop())

  it('runs in the sign-up’s transaction', async () => {
    const options = { data: { first_name: 'Ada' } }
    const { data } = await project.client().auth.signUp({ email: 'ada@example.com', password, options })
    const { rows } = await project.admin.query('select first_name from profiles where id = $1', [
      data.user?.id,
    ])
    expect(rows).toEqual([{ first_name: 'Ada' }])
  })

  it.each([
    ['raises', { first_name: 'Mallory' }, 'P0001', 'name_refused'],
    ['breaks a constraint', {}, '23502', expect.stringContaining('first_name')],
  ])(
    'that %s rolls everything back: 500 in the new dialect, its own message in the old',
    async (_, data, code, message) => {
      const body = { email: 'mallory@example.com', password, data }
      const answer = await project.call('POST', '/signup', body, NEW)
      expect(answer.status).toBe(500)
      expect(answer.body).toEqual({ code: 'unexpected_failure', message: 'Database error saving new user' })
      const old = await project.call('POST', '/signup', body)
      expect(old.status).toBe(500)
      expect(old.body).toMatchObject({ code, message })
      for (const table of ['users', 'identities', 'sessions', 'refresh_tokens', 'audit_log_entries']) {
        const { rows } = await project.admin.query(
          `select t::text as row from auth.${table} t where t::text like '%mallory%'`,
        )
        expect(rows).toEqual([])
      }
    },
  )
})

describe('signing up while sign-ups are disabled', () => {
  it('is refused, in general or for one method', async () => {
    const project = await authProject('[auth]\nenable_signup = false')
    const { error } = await project.client().auth.signUp({ email: 'a@b.cd', password })
    expect(error).toMatchObject({ code: 'signup_disabled', status: 422 })
    await project.stop()
    const other = await authProject('[auth.email]\nenable_signup = false')
    const mail = await other.client().auth.signUp({ email: 'a@b.cd', password })
    expect(mail.error).toMatchObject({ code: 'email_provider_disabled', status: 400 })
    const phone = await other.client().auth.signUp({ phone: '33612345678', password })
    expect(phone.error).toMatchObject({ code: 'phone_provider_disabled', status: 400 })
    await other.stop()
  })
})

describe('an anonymous sign-up', () => {
  let project: AuthProject
  beforeAll(async () => {
    project = await authProject('[auth]\nenable_anonymous_sign_ins = true')
  })
  afterAll(() => project.stop())

  it('[S-60] [S-36] with data only returns a session of an account without an identity', async () => {
    const client = project.client()
    const { data, error } = await client.auth.signInAnonymously({ options: { data: { theme: 'dark' } } })
    expect(error).toBeNull()
    expect(data.session?.refresh_token).toBeTypeOf('string')
    expect(data.user).toMatchObject({
      is_anonymous: true,
      email: '',
      app_metadata: {},
      user_metadata: { theme: 'dark' },
      identities: [],
    })
    const { data: verified } = await client.auth.getClaims()
    expect(verified?.claims).toMatchObject({ is_anonymous: true, amr: [{ method: 'anonymous' }] })
  })

  it('[S-70] gains an e-mail and then a password', async () => {
    const client = project.client()
    await client.auth.signInAnonymously()
    expect((await client.auth.updateUser({ password })).error).toMatchObject({
      code: 'validation_failed',
      status: 422,
    })
    const { data } = await client.auth.updateUser({ email: 'named@example.com' })
    expect(data.user).toMatchObject({
      is_anonymous: false,
      email: 'named@example.com',
      identities: [{ provider: 'email' }],
    })
    expect((await client.auth.updateUser({ password })).error).toBeNull()
    expect(
      (await project.client().auth.signInWithPassword({ email: 'named@example.com', password })).error,
    ).toBeNull()
  })
})
