import { hash as bcrypt } from '@node-rs/bcrypt'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthProject, authProject } from '../auth-project.ts'

const password = 'correct horse battery'

describe('accounts managed by an administrator', () => {
  let project: AuthProject
  let admin: SupabaseClient['auth']['admin']
  beforeAll(async () => {
    project = await authProject('[auth.sms]\nenable_signup = true')
    const options = { auth: { persistSession: false, autoRefreshToken: false } }
    admin = createClient(project.url, project.serviceRoleKey, options).auth.admin
  })
  afterAll(() => project.stop())

  it('are created with e-mail, phone, password and metadata, and can sign in', async () => {
    const { data, error } = await admin.createUser({
      email: 'Ada@example.com',
      phone: '+33612345678',
      password,
      email_confirm: true,
      user_metadata: { first_name: 'Ada' },
      app_metadata: { plan: 'gold' },
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email: 'ada@example.com',
      phone: '33612345678',
      role: 'authenticated',
      user_metadata: { first_name: 'Ada', email_verified: true },
      app_metadata: { provider: 'email', providers: ['email', 'phone'], plan: 'gold' },
    })
    expect(data.user?.identities).toHaveLength(2)
    expect(data.user).not.toHaveProperty('phone_confirmed_at')
    expect(
      (await project.client().auth.signInWithPassword({ email: 'ada@example.com', password })).error,
    ).toBeNull()
    const phone = await project.client().auth.signInWithPassword({ phone: '33612345678', password })
    expect(phone.error).toMatchObject({ code: 'phone_not_confirmed' })
  })

  it('are created with the id and the password hash of another system', async () => {
    const id = '33333333-3333-4333-8333-333333333333'
    const password_hash = await bcrypt('imported', { cost: 4 })
    const { data } = await admin.createUser({
      id,
      email: 'moved@example.com',
      password_hash,
      email_confirm: true,
    })
    expect(data.user?.id).toBe(id)
    const credentials = { email: 'moved@example.com', password: 'imported' }
    expect((await project.client().auth.signInWithPassword(credentials)).error).toBeNull()
  })

  it.each([
    [{}, 400, 'validation_failed', 'Cannot create a user without either an email or phone'],
    [
      { email: 'ADA@example.com' },
      422,
      'email_exists',
      'A user with this email address has already been registered',
    ],
    [{ phone: '33612345678' }, 422, 'phone_exists', 'Phone number already registered by another user'],
    [{ email: 'a@b.cd', id: 'x' }, 400, 'validation_failed', 'ID must conform to the uuid v4 format'],
    [{ email: 'a@b.cd', password: 'short' }, 422, 'weak_password', expect.any(String)],
    [{ email: 'a@b.cd', password_hash: 'md5' }, 400, 'validation_failed', expect.any(String)],
    [{ email: 'a@b.cd', ban_duration: 'long' }, 400, 'validation_failed', expect.any(String)],
  ])('are not created from %j: %i %s', async (attributes, status, code, message) => {
    const { error } = await admin.createUser(attributes)
    expect(error).toMatchObject({ status, code, message })
  })

  it('are updated, banned and unbanned', async () => {
    const { data: made } = await admin.createUser({ email: 'bob@example.com', password, email_confirm: true })
    const id = made.user?.id as string
    const client = project.client()
    await client.auth.signInWithPassword({ email: 'bob@example.com', password })
    const { data } = await admin.updateUserById(id, {
      email: 'robert@example.com',
      app_metadata: { plan: 'gold' },
      user_metadata: { nick: 'Bob' },
      ban_duration: '24h',
    })
    expect(data.user).toMatchObject({
      email: 'robert@example.com',
      app_metadata: { provider: 'email', plan: 'gold' },
      user_metadata: { nick: 'Bob', email_verified: true },
      identities: [{ email: 'robert@example.com' }],
    })
    expect((await client.auth.getUser()).error).toMatchObject({ code: 'user_banned', status: 403 })
    await admin.updateUserById(id, { ban_duration: 'none' })
    expect((await client.auth.getUser()).error).toBeNull()
    await admin.updateUserById(id, { password: 'set by an admin' })
    expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    const credentials = { email: 'robert@example.com', password: 'set by an admin' }
    expect((await client.auth.signInWithPassword(credentials)).error).toBeNull()
  })

  it('are listed in pages that the client can follow', async () => {
    const { data, error } = await admin.listUsers({ page: 1, perPage: 2 })
    expect(error).toBeNull()
    expect(data.users).toHaveLength(2)
    expect(data).toMatchObject({ aud: 'authenticated', nextPage: 2, lastPage: 2, total: 3 })
    expect((await admin.listUsers({ page: 2, perPage: 2 })).data).toMatchObject({ nextPage: null, total: 3 })
    const one = await project.call('GET', '/admin/users?filter=rob', undefined, {
      apikey: project.keys.secretKey,
    })
    expect((one.body.users as object[]).length).toBe(1)
    const bad = await project.call('GET', '/admin/users?page=-1', undefined, {
      apikey: project.keys.secretKey,
    })
    expect(bad.status).toBe(400)
  })

  it('are read by id, or answered with 404', async () => {
    expect((await admin.getUserById('33333333-3333-4333-8333-333333333333')).data.user?.email).toBe(
      'moved@example.com',
    )
    const { error } = await admin.getUserById('00000000-0000-4000-8000-000000000000')
    expect(error).toMatchObject({ status: 404, code: 'user_not_found', message: 'User not found' })
  })

  it('are deleted with everything that references them', async () => {
    const { data: made } = await admin.createUser({
      email: 'gone@example.com',
      password,
      email_confirm: true,
    })
    const client = project.client()
    await client.auth.signInWithPassword({ email: 'gone@example.com', password })
    expect((await admin.deleteUser(made.user?.id as string)).error).toBeNull()
    expect((await client.auth.getUser()).error).toMatchObject({ code: 'user_not_found' })
    const { rows } = await project.admin.query('select from auth.sessions where user_id = $1', [
      made.user?.id,
    ])
    expect(rows).toEqual([])
  })

  it('are soft-deleted: the row remains without personal data', async () => {
    const { data: made } = await admin.createUser({
      email: 'soft@example.com',
      password,
      email_confirm: true,
    })
    expect((await admin.deleteUser(made.user?.id as string, true)).error).toBeNull()
    const { rows } = await project.admin.query(
      `select u::text || (select string_agg(i::text, '') from auth.identities i where i.user_id = u.id) as row from auth.users u where u.id = $1`,
      [made.user?.id],
    )
    expect(rows[0].row).not.toContain('soft@example.com')
    expect((await admin.createUser({ email: 'soft@example.com', password })).error).toBeNull()
  })

  it('are not accessible to others', async () => {
    const client = project.client()
    await client.auth.signUp({ email: 'curious@example.com', password })
    const { error } = await client.auth.admin.listUsers()
    expect(error).toMatchObject({ status: 403, code: 'not_admin', message: 'User not allowed' })
    const anonymous = await project.call('GET', '/admin/users')
    expect(anonymous.status).toBe(403)
    const bare = await fetch(`${project.url}/auth/v1/admin/users`)
    expect(bare.status).toBe(401)
  })
})
