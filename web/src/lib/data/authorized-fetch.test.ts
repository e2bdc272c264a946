import { afterEach, describe, expect, it, vi } from 'vitest'

const session = { token: 'old', refreshed: 'new' as string | null }
const refreshSession = vi.fn(async () => {
  if (session.refreshed === null) return { error: new Error('refused') }
  session.token = session.refreshed
  return { error: null }
})
/** Like the official client, drops the session if the service reports that there is none. */
const getUser = vi.fn(async () => {
  session.token = ''
})
vi.mock('./env.ts', () => ({ env: { anonKey: 'anon' } }))
vi.mock('#lib/session/auth.ts', () => ({
  auth: {
    getSession: async () => ({
      data: { session: session.token ? { access_token: session.token } : null },
    }),
    refreshSession: () => refreshSession(),
    getUser: () => getUser(),
  },
}))
const { authorizedFetch } = await import('./authorized-fetch.ts')

/** A service that accepts one token, and records the requests it receives. */
function service(good: string): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Headers }) => {
    const token = headers.get('authorization')?.slice('Bearer '.length) ?? ''
    asked.push(token)
    return new Response(null, { status: token === good ? 204 : 401 })
  })
  return asked
}
afterEach(() => {
  vi.unstubAllGlobals()
  refreshSession.mockClear()
  Object.assign(session, { token: 'old', refreshed: 'new' })
})

describe('a request whose token is refused', () => {
  it('refreshes the session once for all concurrent refusals, and is sent again', async () => {
    const asked = service('new')
    const answers = await Promise.all([1, 2, 3].map(() => authorizedFetch('/rest/v1/x')))
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
    expect(asked).toEqual(['old', 'old', 'old', 'new', 'new', 'new'])
    expect((await authorizedFetch('/rest/v1/x')).status).toBe(204)
    expect(session.token).toBe('new')
  })

  it('returns the refusal if the session has ended, and is not sent again', async () => {
    session.refreshed = null
    const asked = service('new')
    expect((await authorizedFetch('/rest/v1/x')).status).toBe(401)
    expect(asked).toEqual(['old'])
    expect(session.token).toBe('')
  })

  it('is sent twice at most', async () => {
    const asked = service('another')
    expect((await authorizedFetch('/rest/v1/x')).status).toBe(401)
    expect(asked).toEqual(['old', 'new'])
  })

  it('without a session, or with its own token, does not refresh', async () => {
    session.token = ''
    service('new')
    await authorizedFetch('/rest/v1/x')
    await authorizedFetch('/rest/v1/x', { headers: { authorization: 'Bearer own' } })
    expect(refreshSession).not.toHaveBeenCalled()
  })
})
