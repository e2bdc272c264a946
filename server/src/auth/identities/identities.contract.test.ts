import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testIssuer, visit } from '../../testing/openid-issuer.ts'
import { type AuthProject, authProject } from '../auth-project.ts'

const password = 'correct horse battery'
const site = 'http://127.0.0.1:3000'

let issuer: Awaited<ReturnType<typeof testIssuer>>
let project: AuthProject
beforeAll(async () => {
  issuer = await testIssuer()
  project = await authProject(`
[auth]
enable_manual_linking = true
enable_anonymous_sign_ins = true
[auth.external.acme]
enabled = true
client_id = "${issuer.clientId}"
secret = "${issuer.secret}"
url = "${issuer.url}"
`)
  issuer.allow(`${project.url}/auth/v1/callback`)
})
afterAll(async () => {
  await project.stop()
  await issuer.stop()
})

type Client = ReturnType<AuthProject['client']>
const link = async (client: Client, login: string) => {
  const { data, error } = await client.auth.linkIdentity({
    provider: 'acme' as 'google',
    options: { redirectTo: `${site}/account`, skipBrowserRedirect: true },
  })
  expect(error).toBeNull()
  const response = await fetch(await visit(issuer.url, data.url as string, login), { redirect: 'manual' })
  return new URL(response.headers.get('location') as string)
}
const identities = async (client: Client) => (await client.auth.getUserIdentities()).data?.identities ?? []
const member = async (email: string) => {
  const client = project.client({ flowType: 'pkce' })
  await client.auth.signUp({ email, password })
  return client
}

describe('linking an identity', () => {
  it('[S-72] adds it to the requesting account, which can sign in with it from then on', async () => {
    const client = await member('ada@example.com')
    const id = (await client.auth.getUser()).data.user?.id
    const end = await link(client, 'ada-elsewhere')
    const { data } = await client.auth.exchangeCodeForSession(end.searchParams.get('code') as string)
    expect(data.user).toMatchObject({
      id,
      email: 'ada@example.com',
      app_metadata: { provider: 'email', providers: ['email', 'acme'] },
    })
    const other = project.client()
    const begun = await other.auth.signInWithOAuth({
      provider: 'acme' as 'google',
      options: { skipBrowserRedirect: true },
    })
    const start = await fetch(begun.data.url as string, { redirect: 'manual' })
    const back = await visit(issuer.url, start.headers.get('location') as string, 'ada-elsewhere')
    const landed = new URL((await fetch(back, { redirect: 'manual' })).headers.get('location') as string)
    const access = new URLSearchParams(landed.hash.slice(1)).get('access_token') as string
    expect((await other.auth.getUser(access)).data.user?.id).toBe(id)
  })

  it('[S-72] is refused when another account has it', async () => {
    await link(await member('first@example.com'), 'shared')
    const end = await link(await member('second@example.com'), 'shared')
    expect(Object.fromEntries(end.searchParams)).toEqual({
      error_code: 'identity_already_exists',
      error_description: 'Identity is already linked to another user',
    })
  })

  it('[S-72] makes an anonymous account permanent, unless another account has its address', async () => {
    const client = project.client({ flowType: 'pkce' })
    const { data: before } = await client.auth.signInAnonymously()
    const end = await link(client, 'upgraded')
    const { data } = await client.auth.exchangeCodeForSession(end.searchParams.get('code') as string)
    expect(data.user).toMatchObject({
      id: before.user?.id,
      email: 'upgraded@example.com',
      is_anonymous: false,
    })
    await member('occupied@example.com')
    const another = project.client({ flowType: 'pkce' })
    await another.auth.signInAnonymously()
    expect((await link(another, 'occupied')).searchParams.get('error_code')).toBe('email_exists')
    expect(await identities(another)).toEqual([])
  })

  it('requires a session, and the project’s permission', async () => {
    const stranger = await project.call('GET', '/user/identities/authorize?provider=acme')
    expect(stranger.status).toBe(403)
    const client = await member('closed@example.com')
    project.context.project.auth.enable_manual_linking = false
    const { error } = await client.auth.linkIdentity({ provider: 'acme' as 'google' })
    const [own] = await identities(client)
    const unlinked = await client.auth.unlinkIdentity(own as NonNullable<typeof own>)
    project.context.project.auth.enable_manual_linking = true
    expect([error?.code, unlinked.error?.code]).toEqual([
      'manual_linking_disabled',
      'manual_linking_disabled',
    ])
  })
})

describe('unlinking an identity', () => {
  it('[S-72] removes it with its metadata, except for the last one', async () => {
    const client = await member('less@example.com')
    const end = await link(client, 'less-elsewhere')
    await client.auth.exchangeCodeForSession(end.searchParams.get('code') as string)
    const [email, acme] = await identities(client)
    expect((await client.auth.unlinkIdentity(acme as NonNullable<typeof acme>)).error).toBeNull()
    expect((await client.auth.getUser()).data.user).toMatchObject({
      email: 'less@example.com',
      app_metadata: { provider: 'email', providers: ['email'] },
    })
    const last = await client.auth.unlinkIdentity(email as NonNullable<typeof email>)
    expect(last.error).toMatchObject({ status: 422, code: 'single_identity_not_deletable' })
    const { rows } = await project.admin.query(
      `select payload->>'action' as action from auth.audit_log_entries where payload->>'actor_username' = 'less@example.com' order by created_at desc limit 1`,
    )
    expect(rows).toEqual([{ action: 'identity_unlinked' }])
  })

  it('[S-72] removes its address and password', async () => {
    const client = await member('moved@example.com')
    const end = await link(client, 'moved-elsewhere')
    await client.auth.exchangeCodeForSession(end.searchParams.get('code') as string)
    const [email] = await identities(client)
    expect((await client.auth.unlinkIdentity(email as NonNullable<typeof email>)).error).toBeNull()
    const { data } = await client.auth.getUser()
    expect(data.user).toMatchObject({
      email: 'moved-elsewhere@example.com',
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'acme', providers: ['acme'] },
    })
    for (const address of ['moved@example.com', 'moved-elsewhere@example.com']) {
      const { error } = await project.client().auth.signInWithPassword({ email: address, password })
      expect(error?.code).toBe('invalid_credentials')
    }
  })

  it('is refused when another account has the remaining address', async () => {
    const client = await member('conflict@example.com')
    await link(client, 'conflict-elsewhere')
    await member('conflict-elsewhere@example.com')
    const [email] = await identities(client)
    const { error } = await client.auth.unlinkIdentity(email as NonNullable<typeof email>)
    expect(error).toMatchObject({ status: 422, code: 'email_conflict_identity_not_deletable' })
    expect(await identities(client)).toHaveLength(2)
  })

  it('is refused for an unknown identity or one of another account', async () => {
    const client = await member('careful@example.com')
    await link(client, 'careful-elsewhere')
    const [theirs] = await identities(await member('theirs@example.com'))
    const { error } = await client.auth.unlinkIdentity(theirs as NonNullable<typeof theirs>)
    expect(error).toMatchObject({ status: 422, code: 'identity_not_found' })
    const { data } = await client.auth.getSession()
    const headers = { authorization: `Bearer ${data.session?.access_token}` }
    const wrong = await project.call('DELETE', '/user/identities/x', undefined, headers)
    expect([wrong.status, wrong.body.error_code]).toEqual([404, 'validation_failed'])
  })

  it('keeps one of two that are removed at the same moment', async () => {
    const client = await member('both@example.com')
    await link(client, 'both-elsewhere')
    const both = await identities(client)
    const results = await Promise.all(both.map((identity) => client.auth.unlinkIdentity(identity)))
    expect(results.map(({ error }) => error?.code ?? null).sort()).toEqual([
      null,
      'single_identity_not_deletable',
    ])
    expect(await identities(client)).toHaveLength(1)
  })
})
