import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  back,
  type ExternalProject,
  expectRefused,
  externalProject,
  follow,
  fragmentOf,
} from './external-project.ts'

const password = 'correct horse battery'

let project: ExternalProject
beforeAll(async () => {
  project = await externalProject()
})
afterAll(() => project.stop())

const accounts = async () => Number((await project.rows('select count(*) from auth.users'))[0]?.count)

describe('the account', () => {
  const signUp = async (email: string) => {
    const client = project.client()
    const { data } = await client.auth.signUp({ email, password })
    return { client, id: data.user?.id as string }
  }

  it('is the one with the same verified address, which keeps its password', async () => {
    const { id } = await signUp('lin@example.com')
    await project.rows(
      `update auth.identities set identity_data = identity_data || '{"email_verified":true}' where user_id = $1`,
      [id],
    )
    const user = await project.userOf(await project.through('lin'))
    expect(user).toMatchObject({ id, app_metadata: { provider: 'email', providers: ['email', 'acme'] } })
    expect(user?.identities?.map(({ provider }) => provider)).toEqual(['email', 'acme'])
    const { error } = await project.client().auth.signInWithPassword({ email: 'lin@example.com', password })
    expect(error).toBeNull()
    expect((await project.userOf(await project.through('lin')))?.id).toBe(id)
  })

  it('that someone created in advance for another person’s address becomes the owner’s alone', async () => {
    const { client, id } = await signUp('owner@example.com')
    expect((await project.userOf(await project.through('owner')))?.id).toBe(id)
    const { error } = await client.auth.signInWithPassword({ email: 'owner@example.com', password })
    expect(error?.code).toBe('invalid_credentials')
    const { data } = await client.auth.refreshSession()
    expect(data.session).toBeNull()
  })

  it('with a second factor and an unverified address is never taken over', async () => {
    const { id } = await signUp('twice@example.com')
    await project.rows(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
      [id],
    )
    const end = await project.through('twice', back)
    expectRefused(end, {
      error_code: 'email_exists',
      error_description: 'A user with this email address has already been registered',
    })
  })

  it('is never matched by an address that the provider did not verify', async () => {
    const { id } = await signUp('target@example.com')
    project.issuer.people.set('thief', { email: 'target@example.com', email_verified: false })
    const before = await accounts()
    const end = await project.through('thief', back)
    expect(end.searchParams.get('error_code')).toBe('provider_email_needs_verification')
    expect([
      await accounts(),
      await project.rows('select provider from auth.identities where user_id = $1', [id]),
    ]).toEqual([before, [{ provider: 'email' }]])
  })

  it('is created once when a new person signs in three times at the same moment', async () => {
    const urls = await Promise.all([1, 2, 3].map(async () => project.halfway('thrice')))
    const users = await Promise.all(urls.map(async (url) => project.userOf(await follow(url))))
    expect(new Set(users.map((user) => user?.id)).size).toBe(1)
    expect(users[0]?.email).toBe('thrice@example.com')
  })

  it('that is banned is refused', async () => {
    const user = await project.userOf(await project.through('banned', back))
    await project.rows(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
      user?.id,
    ])
    expectRefused(await project.through('banned', back), {
      error: 'access_denied',
      error_code: 'user_banned',
      error_description: 'User is banned',
    })
  })

  it('is not created without an address, unless the project allows it', async () => {
    project.issuer.people.set('nobody', { email: undefined, email_verified: undefined })
    const end = await project.through('nobody', back)
    expect(end.searchParams.get('error_description')).toBe('Error getting user email from external provider')
    expect(end.searchParams.get('error_code')).toBe('email_address_not_provided')
    const user = await project.userOf(await project.through('nobody', { provider: 'open' }))
    expect(user).toMatchObject({ email: '', identities: [{ provider: 'open', id: 'nobody' }] })
    expect((await project.userOf(await project.through('nobody', { provider: 'open' })))?.id).toBe(user?.id)
  })

  it('of an invitation requires the invited address', async () => {
    const invite = await project.call(
      'POST',
      '/invite',
      { email: 'guest@example.com' },
      { authorization: `Bearer ${project.serviceRoleKey}` },
    )
    const [invited] = await project.rows('select confirmation_token from auth.users where id = $1', [
      invite.body.id,
    ])
    const token = invited?.confirmation_token as string
    const other = await project.through('ada', { ...back, invite_token: token })
    expect(other.searchParams.get('error_code')).toBe('invite_not_found')
    expect((await project.userOf(await project.through('guest', { ...back, invite_token: token })))?.id).toBe(
      invite.body.id,
    )
  })
})

describe('where confirmation is required and sign-up may be closed', () => {
  let strict: ExternalProject
  beforeAll(async () => {
    strict = await externalProject('[auth.email]\nenable_confirmations = true\nmax_frequency = "60s"')
  })
  afterAll(() => strict.stop())
  const come = (login: string) => strict.through(login, back)

  it('an unverified address receives one mail and signs in after confirming it', async () => {
    strict.issuer.people.set('shy', { email_verified: false })
    const told = {
      error_code: 'provider_email_needs_verification',
      error_description: 'Unverified email with acme. A confirmation email has been sent to your acme email',
    }
    expectRefused(await come('shy'), told)
    expectRefused(await come('shy'), told)
    const sent = await strict.admin.query(
      `select from _server.mail_outbox where to_address = 'shy@example.com'`,
    )
    expect(sent.rowCount).toBe(1)
    const { data } = await strict.mail('shy@example.com')
    await fetch(data.ConfirmationURL, { redirect: 'manual' })
    expect(fragmentOf(await come('shy'))).toHaveProperty('access_token')
  })

  it('an unconfirmed account becomes the owner’s, without its creator’s credentials', async () => {
    const { data } = await strict
      .client()
      .auth.signUp({ email: 'early@example.com', password, options: { data: { note: 'mine' } } })
    const { data: found } = await strict.client().auth.getUser(fragmentOf(await come('early')).access_token)
    expect(found.user?.id).toBe(data.user?.id)
    expect(found.user?.identities?.map(({ provider }) => provider)).toEqual(['acme'])
    expect(found.user?.app_metadata).toEqual({ provider: 'acme', providers: ['acme'] })
    expect(found.user?.user_metadata).not.toHaveProperty('note')
    const { error } = await strict.client().auth.signInWithPassword({ email: 'early@example.com', password })
    expect(error?.code).toBe('invalid_credentials')
  })

  it('no account is created while sign-up is closed', async () => {
    strict.context.project.auth.enable_signup = false
    const end = await come('late')
    strict.context.project.auth.enable_signup = true
    expectRefused(end, {
      error_code: 'signup_disabled',
      error_description: 'Signups not allowed for this instance',
    })
  })
})
