import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AuthProject, authProject } from '../auth-project.ts'

const password = 'correct horse battery'
const email = 'ada@example.com'
const NEW = { 'x-supabase-api-version': '2024-01-01' }
const limits = `
[auth.rate_limit]
account_guesses = 3
address_guesses = 8
sign_in_sign_ups = 1000
token_refresh = 1000
token_verifications = 1000
email_sent = 1000
`

let project: AuthProject
let cookie: string
beforeAll(async () => {
  project = await authProject('[auth.sms]\nenable_signup = true', { limits })
  const answer = await project.call('POST', '/signup', { email, password })
  cookie = deviceCookie(answer.headers)
  await project.call('POST', '/signup', { email: 'eve@example.com', password })
})
afterAll(() => project.stop())
beforeEach(async () => {
  await project.admin.query('truncate _server.rate_limits')
  // The account's owner is signed in from a network other than this test's.
  await project.admin.query("update auth.sessions set ip = '192.0.2.1'")
})

const deviceCookie = (headers: Headers) => headers.getSetCookie()[0]?.split(';')[0] ?? ''

const attempt = async (who: object, secret: string, headers: Record<string, string> = {}) =>
  project.call(
    'POST',
    '/token?grant_type=password',
    { ...who, password: secret },
    {
      ...NEW,
      ...headers,
    },
  )

const statuses = async (count: number, one: (round: number) => Promise<{ status: number }>) => {
  const seen: number[] = []
  for (let round = 0; round < count; round++) seen.push((await one(round)).status)
  return seen
}

describe('password guesses at one account', () => {
  it.each([
    ['an account', { email }],
    ['an address without one', { email: 'nobody@example.com' }],
    ['a number without one', { phone: '+33600000000' }],
  ])('%s are limited and refused alike', async (_, who) => {
    expect(await statuses(5, () => attempt(who, 'guess it'))).toEqual([400, 400, 400, 429, 429])
    expect((await attempt(who, 'guess it')).body.code).toBe('over_request_rate_limit')
  })

  it('are counted together, in any spelling of the address', async () => {
    const ways = [email, ` ${email}`, 'ADA@example.com', `${email} `, '\tada@EXAMPLE.com']
    const seen = await statuses(5, (round) => attempt({ email: ways[round] }, 'guess it'))
    expect(seen).toEqual([400, 400, 400, 429, 429])
  })

  it('do not lock the owner out of a browser used before', async () => {
    await statuses(5, () => attempt({ email }, 'guess it'))
    expect((await attempt({ email }, password)).status).toBe(429)
    expect((await attempt({ email }, password, { cookie })).status).toBe(200)
  })

  it('do not lock the owner out of an address where they are signed in', async () => {
    await statuses(5, () => attempt({ email }, 'guess it'))
    await project.admin.query("update auth.sessions set ip = '127.0.0.1'")
    expect((await attempt({ email }, password)).status).toBe(200)
  })

  it('are limited for a known browser too', async () => {
    const seen = await statuses(5, () => attempt({ email }, 'guess it', { cookie }))
    expect(seen).toEqual([400, 400, 400, 429, 429])
  })

  it('are not exempted by another account’s, an altered or an expired cookie', async () => {
    const others = await attempt({ email: 'eve@example.com' }, password)
    const [name, value = ''] = cookie.split('=')
    const stolen = `${name}=${deviceCookie(others.headers).split('=')[1]}`
    const changed = `${name}=${value.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`
    await statuses(5, () => attempt({ email }, 'guess it'))
    for (const used of [stolen, changed, `${name}=`, `${name}=a.b.c`]) {
      expect((await attempt({ email }, password, { cookie: used })).status).toBe(429)
    }
    project.wait(200 * 86_400)
    await statuses(5, () => attempt({ email }, 'guess it'))
    expect((await attempt({ email }, password, { cookie })).status).toBe(429)
    project.wait(-200 * 86_400)
  })

  it('that succeed do not count', async () => {
    const fresh = () => attempt({ email }, password)
    expect(await statuses(6, fresh)).toEqual([200, 200, 200, 200, 200, 200])
  })
})

describe('guesses from one address', () => {
  it('at many accounts are counted together, without affecting a known browser', async () => {
    const seen = await statuses(10, (round) => attempt({ email: `someone${round}@example.com` }, 'guess it'))
    expect(seen).toEqual([400, 400, 400, 400, 400, 400, 400, 400, 429, 429])
    expect((await attempt({ email }, password)).status).toBe(429)
    expect((await attempt({ email }, password, { cookie })).status).toBe(200)
  })
})

describe('guesses at a six-digit code', () => {
  it('are counted for the account, in any spelling of its address', async () => {
    const ways = [email, ` ${email}`, 'ADA@example.com', `${email} `]
    const guess = (round: number) =>
      project.call('POST', '/verify', { type: 'email', email: ways[round % 4], token: '000000' }, NEW)
    expect(await statuses(5, guess)).toEqual([403, 403, 403, 429, 429])
  })
})

describe('the cookie of a known browser', () => {
  it('names no account, is HttpOnly and SameSite, and is sent to the sign-in endpoint only', async () => {
    const { headers } = await attempt({ email }, password)
    const [set = ''] = headers.getSetCookie()
    expect(set).toMatch(
      /^device-[\w-]{12}=[\w.-]+; Path=\/auth\/v1\/token; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
    )
    const { rows } = await project.admin.query('select id from auth.users where email = $1', [email])
    expect(set).not.toContain(rows[0].id)
  })

  it('is Secure on a site served by https', async () => {
    const before = project.context.publicUrl
    project.context.publicUrl = 'https://gardens.example'
    const { headers } = await attempt({ email }, password)
    project.context.publicUrl = before
    expect(headers.getSetCookie()[0]).toMatch(/^__Secure-device-[\w-]{12}=.*; SameSite=Strict; Secure$/)
  })

  it('is not renewed in the first half of its life', async () => {
    const again = await attempt({ email }, password, { cookie })
    expect(again.headers.getSetCookie()).toEqual([])
  })
})
