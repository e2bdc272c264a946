import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthProject, authProject } from './auth-project.ts'
import { cleanUp } from './housekeeping.ts'
import { createService } from './service.ts'

describe('the hourly clean-up', () => {
  let project: AuthProject
  beforeAll(async () => {
    project = await authProject('[auth.email]\notp_expiry = 600')
  })
  afterAll(() => project.stop())

  it('removes expired rows and keeps the sessions that are in use', async () => {
    const service = await createService(project.context)
    const client = project.client()
    const email = 'ada@example.com'
    await client.auth.signUp({ email, password: 'correct horse' })
    await client.auth.refreshSession()
    await client.auth.resetPasswordForEmail(email)
    const count = async (table: string) =>
      Number((await project.admin.query(`select count(*) from ${table}`)).rows[0].count)
    const counts = async () => [await count('auth.refresh_tokens'), await count('_server.rate_limits')]

    await cleanUp(service)
    expect((await counts())[0]).toBe(2)
    expect((await project.mail(email)).data.ConfirmationURL).toContain('/verify?token=')

    project.wait(601)
    await cleanUp(service)
    expect(Object.keys((await project.mail(email)).data)).not.toEqual(expect.arrayContaining(['Token']))
    expect(JSON.stringify((await project.mail(email)).data)).not.toContain('token=')

    project.wait(86_400)
    await cleanUp(service)
    expect(await counts()).toEqual([1, 0])
    expect((await client.auth.refreshSession()).error).toBeNull()
    project.wait(31 * 86_400)
    await cleanUp(service)
    await expect(project.mail(email)).rejects.toThrow('no mail')
  })

  it('removes unfinished provider sign-ins, and the provider’s tokens earlier', async () => {
    const service = await createService(project.context)
    const now = service.context.now().toISOString()
    const id = '00000000-0000-4000-8000-000000000001'
    await project.admin.query(
      `insert into auth.oauth_client_states (id, provider_type, code_verifier, created_at) values ($1, 'acme', 'v', $2)`,
      [id, now],
    )
    await project.admin.query(
      `insert into auth.flow_state (id, provider_type, authentication_method, provider_access_token, created_at) values ($1, 'acme', 'oauth', 'token', $2)`,
      [id, now],
    )
    const left = async () =>
      (await project.admin.query('select provider_access_token from auth.flow_state where id = $1', [id]))
        .rows
    const secrets = async () => (await project.admin.query('select from auth.oauth_client_states')).rowCount
    project.wait(600)
    await cleanUp(service)
    expect([await left(), await secrets()]).toEqual([[{ provider_access_token: 'token' }], 1])
    project.wait(301)
    await cleanUp(service)
    expect(await left()).toEqual([{ provider_access_token: null }])
    project.wait(86_400)
    await cleanUp(service)
    expect([await left(), await secrets()]).toEqual([[], 0])
  })
})
