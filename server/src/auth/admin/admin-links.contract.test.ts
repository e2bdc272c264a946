import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthProject, authProject } from '../auth-project.ts'

const password = 'correct horse battery'

describe('links in the hands of an administrator', () => {
  let project: AuthProject
  let admin: SupabaseClient['auth']['admin']
  beforeAll(async () => {
    project = await authProject('[auth.email]\nenable_confirmations = true')
    const options = { auth: { persistSession: false, autoRefreshToken: false } }
    admin = createClient(project.url, project.serviceRoleKey, options).auth.admin
  })
  afterAll(() => project.stop())

  const follow = async (url = '') => (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? ''

  it('invite someone, who follows the link and sets a password', async () => {
    const { data, error } = await admin.inviteUserByEmail('guest@example.com', { data: { team: 'red' } })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email: 'guest@example.com', user_metadata: { team: 'red' } })
    expect(data.user?.invited_at).toBeTypeOf('string')
    const { data: mail, template } = await project.mail('guest@example.com')
    expect(template).toBe('invite')
    const location = await follow(mail.ConfirmationURL)
    expect(location).toMatch(/#access_token=.*&type=invite$/)
    const session = new URLSearchParams(location.split('#')[1])
    const client = project.client()
    await client.auth.setSession({
      access_token: session.get('access_token') as string,
      refresh_token: session.get('refresh_token') as string,
    })
    expect((await client.auth.updateUser({ password })).error).toBeNull()
    expect((await client.auth.signInWithPassword({ email: 'guest@example.com', password })).error).toBeNull()
    expect((await admin.inviteUserByEmail('guest@example.com')).error).toMatchObject({ code: 'email_exists' })
  })

  it('are made without a mail: sign-up, magic link, recovery', async () => {
    const email = 'linked@example.com'
    const made = await admin.generateLink({ type: 'signup', email, password, options: { data: { a: 1 } } })
    expect(made.error).toBeNull()
    expect(made.data.properties).toMatchObject({
      email_otp: expect.stringMatching(/^\d{6}$/),
      hashed_token: expect.stringMatching(/^[0-9a-f]{56}$/),
      verification_type: 'signup',
      redirect_to: 'http://127.0.0.1:3000',
    })
    expect(made.data.user).toMatchObject({ email, user_metadata: { a: 1 } })
    expect(await follow(made.data.properties?.action_link)).toMatch(/type=signup$/)
    for (const type of ['magiclink', 'recovery'] as const) {
      const { data } = await admin.generateLink({ type, email })
      expect(data.properties?.verification_type).toBe(type)
      expect(await follow(data.properties?.action_link)).toMatch(new RegExp(`type=${type}$`))
    }
    await expect(project.mail(email)).rejects.toThrow('no mail')
  })

  it('change an address when both were followed', async () => {
    const [email, newEmail] = ['linked@example.com', 'moved@example.com']
    const one = await admin.generateLink({ type: 'email_change_current', email, newEmail })
    const two = await admin.generateLink({ type: 'email_change_new', email, newEmail })
    expect(await follow(one.data.properties?.action_link)).toContain('#message=')
    expect(await follow(two.data.properties?.action_link)).toContain('#access_token=')
    expect((await project.client().auth.signInWithPassword({ email: newEmail, password })).error).toBeNull()
  })

  it.each([
    [{ type: 'fax', email: 'a@b.cd' }, 400, 'validation_failed'],
    [{ type: 'signup', email: 'a@b.cd' }, 400, 'validation_failed'],
    [{ type: 'signup', email: 'guest@example.com', password }, 422, 'email_exists'],
    [{ type: 'recovery', email: 'nobody@example.com' }, 404, 'user_not_found'],
    [{ type: 'recovery' }, 400, 'validation_failed'],
    [{ type: 'email_change_new', email: 'guest@example.com' }, 400, 'validation_failed'],
  ])('are not made of %j: %i %s', async (body, status, code) => {
    const { error } = await admin.generateLink(body as never)
    expect(error).toMatchObject({ status, code })
  })

  it('a magic link for an unknown address is a sign-up', async () => {
    const { data } = await admin.generateLink({ type: 'magiclink', email: 'fresh@example.com' })
    expect(data.properties?.verification_type).toBe('signup')
  })
})
