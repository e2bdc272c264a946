import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthProject, authProject } from '../auth-project.ts'

const password = 'correct horse battery'
const NEW = { 'x-supabase-api-version': '2024-01-01' }

describe('refreshing a session', () => {
  let project: AuthProject
  let people = 0
  beforeAll(async () => {
    project = await authProject()
  })
  afterAll(() => project.stop())

  const signIn = async () => {
    const client = project.client()
    const { data } = await client.auth.signUp({ email: `person${people++}@example.com`, password })
    if (!data.session) throw new Error('no session')
    return { client, session: data.session }
  }
  const refresh = (refresh_token: unknown) =>
    project.call('POST', '/token?grant_type=refresh_token', { refresh_token }, NEW)

  it('[S-64] [S-36] gives a new access token and a new refresh token of the same session', async () => {
    const { client, session } = await signIn()
    project.wait(1)
    const { data, error } = await client.auth.refreshSession()
    expect(error).toBeNull()
    expect(data.session?.refresh_token).not.toBe(session.refresh_token)
    expect(data.session?.expires_at).toBeGreaterThan(session.expires_at as number)
    const claims = async (token = '') => (await client.auth.getClaims(token)).data?.claims
    const [before, after] = [await claims(session.access_token), await claims(data.session?.access_token)]
    expect(after).toEqual({ ...before, iat: expect.any(Number), exp: expect.any(Number) })
  })

  it('[S-42] happens in the client when a session has expired', async () => {
    const { client, session } = await signIn()
    const expired = { ...session, expires_at: Math.floor(Date.now() / 1000) - 10, expires_in: -10 }
    const other = project.client()
    await (other.auth as unknown as { _saveSession(session: object): Promise<void> })._saveSession(expired)
    const { data } = await other.auth.getSession()
    expect(data.session?.refresh_token).toMatch(/^[a-z2-7]{26}$/)
    expect(data.session?.refresh_token).not.toBe(session.refresh_token)
    await client.auth.signOut()
  })

  it('[S-42] when refused makes the client drop the session', async () => {
    const { client, session } = await signIn()
    await project.admin.query('delete from auth.sessions where user_id = $1', [session.user.id])
    const expired = { ...session, expires_at: Math.floor(Date.now() / 1000) - 10, expires_in: -10 }
    await (client.auth as unknown as { _saveSession(session: object): Promise<void> })._saveSession(expired)
    expect((await client.auth.getSession()).data.session).toBeNull()
    expect((await client.auth.getSession()).error).toBeNull()
  })

  it('gives the same new token to several tabs that refresh at once', async () => {
    const { session } = await signIn()
    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(session.refresh_token)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
  })

  it('gives a client that lost the answer the same token again, however late', async () => {
    const { session } = await signIn()
    const first = await refresh(session.refresh_token)
    project.wait(3000)
    const second = await refresh(session.refresh_token)
    expect(second.body.refresh_token).toBe(first.body.refresh_token)
  })

  it('with an older token within the reuse interval gives a sibling and ends nothing', async () => {
    const { session } = await signIn()
    const second = await refresh(session.refresh_token)
    const third = await refresh(second.body.refresh_token)
    const sibling = await refresh(session.refresh_token)
    expect(sibling.status).toBe(200)
    expect((await refresh(sibling.body.refresh_token)).status).toBe(200)
    expect((await refresh(third.body.refresh_token)).status).toBe(200)
  })

  it('with an older token after the interval counts as theft: the whole family ends, other sessions do not', async () => {
    const { session } = await signIn()
    const credentials = { email: session.user.email as string, password }
    const other = (await project.client().auth.signInWithPassword(credentials)).data.session
    const second = await refresh(session.refresh_token)
    const third = await refresh(second.body.refresh_token)
    project.wait(11)
    const stolen = await refresh(session.refresh_token)
    expect([stolen.status, stolen.body]).toEqual([
      400,
      { code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' },
    ])
    for (const token of [third.body.refresh_token, second.body.refresh_token]) {
      expect((await refresh(token)).body.code).toBe('refresh_token_already_used')
    }
    expect((await refresh(other?.refresh_token)).status).toBe(200)
  })

  it.each([
    ['abcdefghijkl', 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'],
    ['short', 'validation_failed', 'Refresh token is not valid'],
    ["' or 1=1 --", 'validation_failed', 'Refresh token is not valid'],
    [null, 'validation_failed', 'refresh_token required'],
    [17, 'bad_json', expect.stringContaining('refresh_token')],
  ])('refuses %j with %s', async (token, code, message) => {
    const { status, body } = await refresh(token)
    expect([status, body]).toEqual([400, { code, message }])
  })

  it('is refused for a banned account and an ended session', async () => {
    const { session } = await signIn()
    await project.admin.query(
      "update auth.users set banned_until = now() + interval '9 days' where id = $1",
      [session.user.id],
    )
    expect((await refresh(session.refresh_token)).body.code).toBe('user_banned')
    await project.admin.query('update auth.users set banned_until = null where id = $1', [session.user.id])
    await project.admin.query(
      "update auth.sessions set not_after = now() - interval '1 day' where user_id = $1",
      [session.user.id],
    )
    expect((await refresh(session.refresh_token)).body.code).toBe('session_expired')
  })
})

describe('sessions with a limit', () => {
  it('expire after the allowed inactivity, for refreshes and for other calls', async () => {
    const project = await authProject('[auth.sessions]\ninactivity_timeout = "10m"')
    const client = project.client()
    const { data } = await client.auth.signUp({ email: 'ada@example.com', password })
    project.wait(599)
    expect((await client.auth.getUser()).error).toBeNull()
    project.wait(2)
    const refreshed = await project.call(
      'POST',
      '/token?grant_type=refresh_token',
      { refresh_token: data.session?.refresh_token },
      NEW,
    )
    expect(refreshed.body.message).toBe('Invalid Refresh Token: Session Expired (Inactivity)')
    expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    await project.stop()
  })
})
