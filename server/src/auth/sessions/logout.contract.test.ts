import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthProject, authProject } from '../auth-project.ts'

const password = 'correct horse battery'
const NEW = { 'x-supabase-api-version': '2024-01-01' }

describe('signing out', () => {
  let project: AuthProject
  let people = 0
  beforeAll(async () => {
    project = await authProject()
  })
  afterAll(() => project.stop())

  /** One member signed in with three browsers. */
  const browsers = async () => {
    const email = `traveller${people++}@example.com`
    await project.client().auth.signUp({ email, password })
    return Promise.all(
      [1, 2].map(async () => {
        const client = project.client()
        const { data } = await client.auth.signInWithPassword({ email, password })
        if (!data.session) throw new Error('no session')
        return { client, session: data.session }
      }),
    )
  }
  const alive = async ({ access_token }: { access_token: string }) =>
    (await project.call('GET', '/user', undefined, { authorization: `Bearer ${access_token}` })).status ===
    200

  it.each([
    ['global', false, false],
    ['local', false, true],
    ['others', true, false],
  ] as const)('[S-75] with scope %s leaves this session %s and the other %s', async (scope, here, there) => {
    const [one, two] = await browsers()
    if (!one || !two) throw new Error('two browsers')
    expect((await one.client.auth.signOut({ scope })).error).toBeNull()
    expect([await alive(one.session), await alive(two.session)]).toEqual([here, there])
    const { data } = await one.client.auth.getSession()
    expect(data.session !== null).toBe(scope === 'others')
    const refresh_token = two.session.refresh_token
    const refreshed = await project.call('POST', '/token?grant_type=refresh_token', { refresh_token })
    expect(refreshed.status === 200).toBe(there)
  })

  it('[S-75] answers 204 without a body, and refuses an unknown scope', async () => {
    const [one] = await browsers()
    const authorization = `Bearer ${one?.session.access_token}`
    const wrong = await project.call('POST', '/logout?scope=everywhere', '', { authorization, ...NEW })
    expect([wrong.status, wrong.body]).toEqual([
      400,
      { code: 'validation_failed', message: 'Unsupported logout scope "everywhere"' },
    ])
    const right = await project.call('POST', '/logout', '', { authorization })
    expect([right.status, right.body]).toEqual([204, {}])
  })

  it('[S-44] of an ended session is refused by the server, and the client signs out locally', async () => {
    const [one, two] = await browsers()
    await two?.client.auth.signOut({ scope: 'global' })
    const authorization = `Bearer ${one?.session.access_token}`
    const direct = await project.call('POST', '/logout', '', { authorization, ...NEW })
    expect([direct.status, direct.body.code]).toEqual([403, 'session_not_found'])
    expect((await one?.client.auth.signOut())?.error).toBeNull()
    expect((await one?.client.auth.getSession())?.data.session).toBeNull()
  })

  it('[S-44] of a deleted user is refused with 403, and the client signs out locally', async () => {
    const [one] = await browsers()
    await project.admin.query('delete from auth.users where id = $1', [one?.session.user.id])
    expect((await one?.client.auth.signOut())?.error).toBeNull()
    expect((await one?.client.auth.getSession())?.data.session).toBeNull()
  })

  it('[S-44] without a token is answered with 401', async () => {
    const answer = await fetch(`${project.url}/auth/v1/logout`, { method: 'POST', headers: NEW })
    expect(answer.status).toBe(401)
    expect(await answer.json()).toEqual({
      code: 'no_authorization',
      message: 'This endpoint requires a valid Bearer token',
    })
  })
})
