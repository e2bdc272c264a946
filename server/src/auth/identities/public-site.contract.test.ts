import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthProject, authProject } from '../auth-project.ts'

const password = 'correct horse battery'
let project: AuthProject
let listened: string
beforeAll(async () => {
  project = await authProject(
    `[auth]\nsite_url = "https://app.example.com"\nadditional_redirect_urls = ["http://localhost:3000/**", "http://127.0.0.1:3000/**"]`,
  )
  listened = project.url
})
afterAll(() => project.stop())

let people = 0
async function person(data: Record<string, unknown> = {}) {
  const email = `somebody${people++}@example.com`
  const client = project.client()
  const signed = await client.auth.signUp({ email, password, options: { data } })
  return { client, email, ...signed }
}

describe('a link in a mail', () => {
  const leadsTo = async (publicUrl: string, redirectTo: string) => {
    const { email, client } = await person()
    project.context.publicUrl = publicUrl
    await client.auth.resetPasswordForEmail(email, { redirectTo })
    project.context.publicUrl = listened
    const { data } = await project.mail(email)
    return new URL(data.ConfirmationURL).searchParams.get('redirect_to')
  }

  it.each([
    'http://localhost:3000/reset',
    'http://127.0.0.1:3000/reset',
    'http://127.0.0.1:9/x',
    'http://[::1]:9/',
  ])('to %s is allowed in development, and replaced by the site once it is public', async (wish) => {
    if (!wish.includes('[')) expect(await leadsTo(listened, wish)).toBe(wish)
    expect(await leadsTo('https://app.example.com', wish)).toBe('https://app.example.com')
  })
})

describe('metadata', () => {
  const long = (bytes: number) => ({ note: 'x'.repeat(bytes) })
  const refused = { code: 'validation_failed', status: 400 }
  const words = /^The metadata of an account is limited to 4096 bytes, and this would be \d+$/

  it('that would make a token longer than a header are refused at every endpoint that writes them', async () => {
    const { error } = await person(long(4100))
    expect(error).toMatchObject(refused)
    expect(error?.message).toMatch(words)
    const visitor = project.client()
    const service = (method: string, path: string, body: unknown) =>
      project.call(method, path, body, { authorization: `Bearer ${project.serviceRoleKey}` })
    const { data } = await person()
    const id = data.user?.id
    const answers = await Promise.all([
      visitor.auth
        .signInWithOtp({ email: 'new@example.com', options: { data: long(4100) } })
        .then(({ error }) => error),
      project
        .call('POST', '/otp', { email: 'new@example.com', data: long(4100), create_user: true })
        .then(({ body }) => body),
      service('POST', '/invite', { email: 'i@example.com', data: long(4100) }).then(({ body }) => body),
      service('POST', '/admin/users', {
        email: 'a@example.com',
        user_metadata: long(2100),
        app_metadata: long(2100),
      }).then(({ body }) => body),
      service('PUT', `/admin/users/${id}`, { app_metadata: long(4100) }).then(({ body }) => body),
      service('POST', '/admin/generate_link', {
        type: 'signup',
        email: 'g@example.com',
        password,
        data: long(4100),
      }).then(({ body }) => body),
    ])
    for (const answer of answers) {
      expect((answer as { msg?: string; message?: string }).msg ?? (answer as Error).message).toMatch(words)
    }
  })

  it('are limited by their merged size per key, and can always shrink', async () => {
    const { client, data } = await person(long(2500))
    const write = async (changes: object) => (await client.auth.updateUser({ data: changes })).error
    expect(await write({ more: 'y'.repeat(1000) })).toBeNull()
    expect(await write({ evenMore: 'z'.repeat(1000) })).toMatchObject(refused)
    expect(await write({ evenMore: 'é'.repeat(300) })).toMatchObject(refused)
    // A state that an earlier version or an import may have left.
    await project.admin.query(
      `update auth.users set raw_user_meta_data = raw_user_meta_data || jsonb_build_object('old', repeat('o', 9000)) where id = $1`,
      [data.user?.id],
    )
    expect(await write({ more: null })).toBeNull()
    expect(await write({ other: 'o'.repeat(2000) })).toMatchObject(refused)
    expect(await write({ old: null, other: 'ok' })).toBeNull()
  })

  it('at their maximum size leave a token that fits an 8 KiB header', async () => {
    const { data, error } = await person(long(3800))
    expect(error).toBeNull()
    expect(`Bearer ${data.session?.access_token}`.length).toBeLessThan(8192)
    const asked = await fetch(`${listened}/auth/v1/user`, {
      headers: { apikey: project.anonKey, authorization: `Bearer ${data.session?.access_token}` },
    })
    expect(asked.status).toBe(200)
  })
})
