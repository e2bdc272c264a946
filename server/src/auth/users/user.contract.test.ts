import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthProject, authProject } from '../auth-project.ts'

const password = 'correct horse battery'

let people = 0
async function member(project: AuthProject) {
  const client = project.client()
  const email = `member${people++}@example.com`
  const { data } = await client.auth.signUp({
    email,
    password,
    options: { data: { first_name: 'Ada', theme: 'dark' } },
  })
  if (!data.session || !data.user) throw new Error('no session')
  return { client, email, session: data.session, user: data.user }
}

describe('one’s own account', () => {
  let project: AuthProject
  beforeAll(async () => {
    project = await authProject('[auth.sms]\nenable_signup = true')
  })
  afterAll(() => project.stop())

  it('[S-70] is read from the database, not from the token', async () => {
    const { client, user } = await member(project)
    await project.admin.query(`update auth.users set raw_app_meta_data = '{"plan": "gold"}' where id = $1`, [
      user.id,
    ])
    const { data } = await client.auth.getUser()
    expect(data.user).toMatchObject({ id: user.id, app_metadata: { plan: 'gold' } })
    expect(JSON.stringify(data.user)).not.toMatch(/argon2|token|instance_id|is_sso_user/)
  })

  it('[S-46] lists factors without their secrets', async () => {
    const { client, user } = await member(project)
    await project.admin.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
       values (gen_random_uuid(), $1, 'Phone app', 'totp', 'verified', now(), now(), 'JBSWY3DPEHPK3PXP')`,
      [user.id],
    )
    const { data } = await client.auth.getUser()
    expect(data.user?.factors).toMatchObject([
      { factor_type: 'totp', status: 'verified', friendly_name: 'Phone app' },
    ])
    expect(JSON.stringify(data)).not.toContain('JBSWY3DPEHPK3PXP')
    const { error } = await client.auth.updateUser({ password: 'another password' })
    expect(error).toMatchObject({ code: 'insufficient_aal', status: 401 })
  })

  it('[S-70] merges new data key by key, and null deletes a key', async () => {
    const { client } = await member(project)
    const { data, error } = await client.auth.updateUser({ data: { theme: null, last_name: 'Lovelace' } })
    expect(error).toBeNull()
    expect(data.user?.user_metadata).toMatchObject({ first_name: 'Ada', last_name: 'Lovelace' })
    expect(data.user?.user_metadata).not.toHaveProperty('theme')
  })

  it('[S-70] accepts a new password, which ends every other session and invalidates the old one', async () => {
    const { client, email } = await member(project)
    const other = project.client()
    await other.auth.signInWithPassword({ email, password })
    expect((await client.auth.updateUser({ password: 'a new password' })).error).toBeNull()
    expect((await client.auth.getUser()).error).toBeNull()
    expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await other.auth.signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials')
    expect((await other.auth.signInWithPassword({ email, password: 'a new password' })).error).toBeNull()
  })

  it.each([
    ['the same password', { password }, 422, 'same_password'],
    ['a weak password', { password: 'short' }, 422, 'weak_password'],
    ['an address that is none', { email: 'nowhere' }, 400, 'validation_failed'],
    ['a number that is none', { phone: 'call me' }, 400, 'validation_failed'],
    ['rights of its own', { app_metadata: { role: 'admin' } }, 403, 'not_admin'],
  ])('[S-70] rejects %s', async (_, changes, status, code) => {
    const { client, email } = await member(project)
    const { error } = await client.auth.updateUser(changes as never)
    expect(error).toMatchObject({ status, code })
    expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  it('ignores other fields of the body', async () => {
    const { client, session } = await member(project)
    await project.call(
      'PUT',
      '/user',
      { role: 'service_role', id: 'x', is_super_admin: true, data: { a: 1 } },
      { authorization: `Bearer ${session.access_token}` },
    )
    expect((await client.auth.getUser()).data.user).toMatchObject({
      role: 'authenticated',
      user_metadata: { a: 1 },
    })
  })

  it('[S-70] changes the e-mail address at once where addresses are not confirmed', async () => {
    const { client, email } = await member(project)
    const { data } = await client.auth.updateUser({ email: `New-${email}` })
    expect(data.user).toMatchObject({ email: `new-${email}`, identities: [{ email: `new-${email}` }] })
    expect((await client.auth.signInWithPassword({ email: `new-${email}`, password })).error).toBeNull()
    expect((await client.auth.signInWithPassword({ email, password })).error?.code).toBe(
      'invalid_credentials',
    )
  })

  it('[S-70] changes the phone number at once where numbers are not confirmed, and can sign in with it', async () => {
    const { client } = await member(project)
    const { data } = await client.auth.updateUser({ phone: '+33 7 00 00 00 01' })
    expect(data.user).toMatchObject({ phone: '33700000001', app_metadata: { providers: ['email', 'phone'] } })
    expect((await client.auth.signInWithPassword({ phone: '33700000001', password })).error).toBeNull()
    const another = await member(project)
    const { error } = await another.client.auth.updateUser({ phone: '33700000001' })
    expect(error).toMatchObject({ code: 'phone_exists', status: 422 })
  })

  it('cannot take another account’s address, even with two concurrent requests', async () => {
    const [one, two, three] = [await member(project), await member(project), await member(project)]
    expect((await one.client.auth.updateUser({ email: two.email })).error).toMatchObject({
      code: 'email_exists',
    })
    const wanted = { email: 'wanted@example.com' }
    const both = await Promise.all([two, three].map(({ client }) => client.auth.updateUser(wanted)))
    expect(both.map(({ error }) => error?.code ?? null).sort()).toEqual(['email_exists', null])
  })
})

describe('one’s own account where changes are confirmed', () => {
  let project: AuthProject
  beforeAll(async () => {
    project = await authProject(
      '[auth.email]\nenable_confirmations = true\nsecure_password_change = true\nmax_frequency = "1s"',
    )
  })
  afterAll(() => project.stop())

  const confirmed = async () => {
    const client = project.client()
    const email = `careful${people++}@example.com`
    await client.auth.signUp({ email, password })
    await client.auth.verifyOtp({ email, token: (await project.mail(email)).data.Token, type: 'signup' })
    return { client, email }
  }

  it('[S-70] changes the address once both links are followed, in either order', async () => {
    const { client, email } = await confirmed()
    const wanted = `new-${email}`
    const { data } = await client.auth.updateUser({ email: wanted })
    expect(data.user).toMatchObject({ email, new_email: wanted })
    const first = await fetch((await project.mail(wanted)).data.ConfirmationURL, { redirect: 'manual' })
    expect(first.headers.get('location')).toMatch(/#message=Confirmation\+link\+accepted.*&sb=$/)
    expect((await client.auth.getUser()).data.user?.email).toBe(email)
    const { data: mail } = await project.mail(email)
    const second = await client.auth.verifyOtp({ email, token: mail.Token, type: 'email_change' })
    expect(second.error).toBeNull()
    expect(second.data.user).toMatchObject({ email: wanted, identities: [{ email: wanted }] })
    expect(second.data.user).not.toHaveProperty('new_email')
  })

  it('does not accept the same link twice in place of both', async () => {
    const { client, email } = await confirmed()
    await client.auth.updateUser({ email: `new-${email}` })
    const { data: mail } = await project.mail(`new-${email}`)
    await fetch(mail.ConfirmationURL, { redirect: 'manual' })
    const again = await fetch(mail.ConfirmationURL, { redirect: 'manual' })
    expect(again.headers.get('location')).toContain('error_code=otp_expired')
    expect((await client.auth.getUser()).data.user?.email).toBe(email)
  })

  it('[S-68] requires a code before a session older than a day can change the password', async () => {
    const { client, email } = await confirmed()
    expect((await client.auth.updateUser({ password: 'a first change' })).error).toBeNull()
    project.wait(86_401)
    await client.auth.refreshSession()
    const bare = await client.auth.updateUser({ password: 'a second change' })
    expect(bare.error).toMatchObject({ code: 'reauthentication_needed', status: 400 })
    expect((await client.auth.reauthenticate()).error).toBeNull()
    const wrong = await client.auth.updateUser({ password: 'a second change', nonce: '000' })
    expect(wrong.error).toMatchObject({ code: 'reauthentication_not_valid', status: 422 })
    const { data: mail } = await project.mail(email)
    const right = await client.auth.updateUser({ password: 'a second change', nonce: mail.Token })
    expect(right.error).toBeNull()
    const replay = await client.auth.updateUser({ password: 'a third change', nonce: mail.Token })
    expect(replay.error).toMatchObject({ code: 'reauthentication_not_valid' })
  })
})
