import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testProject } from '../testing/test-project.ts'
import { type AuthProject, authProject } from './auth-project.ts'
import { limit } from './rate-limit.ts'
import { createService } from './service.ts'

const password = 'correct horse battery'
const id = '00000000-0000-4000-8000-000000000000'
const email = 'ada@example.com'
const limits = `
[auth.rate_limit]
email_sent = 5
sms_sent = 5
anonymous_users = 5
token_refresh = 5
sign_in_sign_ups = 5
token_verifications = 5
`
const settings = `
[auth]
enable_anonymous_sign_ins = true
[auth.sms]
enable_signup = true
[auth.sms.test_otp]
33600000001 = "424242"
[auth.mfa.totp]
enroll_enabled = true
verify_enabled = true
[auth.passkey]
enabled = true
`

let project: AuthProject
let token: string
beforeAll(async () => {
  project = await authProject(settings, { limits })
  token = (await project.client().auth.signUp({ email, password })).data.session?.access_token as string
})
afterAll(() => project.stop())
beforeEach(() => project.admin.query('truncate _server.rate_limits'))

/** Enough requests to reach any endpoint's limit with the settings above. */
const MANY = 40

describe('every endpoint that writes or guesses', () => {
  it.each([
    ['POST', '/signup', { email: 'new@example.com', password: 'short' }],
    ['POST', '/signup', { data: {} }],
    ['POST', '/token?grant_type=password', { email, password: 'wrong password' }],
    ['POST', '/token?grant_type=refresh_token', { refresh_token: 'aaaaaaaaaaaa' }],
    ['POST', '/token?grant_type=pkce', { auth_code: id, code_verifier: 'x' }],
    ['POST', '/token?grant_type=id_token', { provider: 'google', id_token: 'x' }],
    ['POST', '/otp', { email }],
    ['POST', '/otp', { phone: '+33600000001' }],
    ['POST', '/magiclink', { email }],
    ['POST', '/recover', { email }],
    ['POST', '/resend', { type: 'signup', email }],
    ['POST', '/resend', { type: 'sms', phone: '+33600000001' }],
    ['POST', '/verify', { type: 'email', email, token: '000000' }],
    ['POST', '/verify', { type: 'sms', phone: '+33600000001', token: '000000' }],
    ['GET', '/verify?type=signup&token=x', undefined],
    ['GET', '/reauthenticate', undefined],
    ['PUT', '/user', { data: { n: 1 } }],
    ['POST', '/factors', { factor_type: 'retina' }],
    ['POST', `/factors/${id}/challenge`, {}],
    ['POST', `/factors/${id}/verify`, { code: '000000' }],
    ['DELETE', `/factors/${id}`, undefined],
    ['POST', '/factors/recovery-codes', {}],
    ['POST', '/factors/recovery-codes/regenerate', {}],
    ['POST', '/factors/recovery-codes/verify', { code: 'x' }],
    ['DELETE', '/factors/recovery-codes', undefined],
    ['POST', '/passkeys/registration/options', {}],
    ['POST', '/passkeys/registration/verify', { challenge_id: id }],
    ['POST', '/passkeys/authentication/options', {}],
    ['POST', '/passkeys/authentication/verify', { challenge_id: id }],
    ['PATCH', `/passkeys/${id}`, { friendly_name: 'x' }],
    ['DELETE', `/passkeys/${id}`, undefined],
  ])('%s %s is rate limited', async (method, path, body) => {
    let last: { status: number; body: Record<string, unknown>; location: string } | undefined
    for (let request = 0; request < MANY; request++) {
      const {
        status,
        body: answer,
        headers,
      } = await project.call(method, path, body, { authorization: `Bearer ${token}` })
      last = { status, body: answer, location: headers.get('location') ?? '' }
      if (status === 429 || last.location.includes('over_request_rate_limit')) break
    }
    expect(String(last?.body.error_code ?? last?.location)).toMatch(
      /over_(request|email_send|sms_send)_rate_limit|mfa_recovery_codes_locked/,
    )
  })

  it('signing out is rate limited', async () => {
    const codes = []
    for (let request = 0; request < MANY; request++) {
      const answer = await project.call('POST', '/logout?scope=others', undefined, {
        authorization: `Bearer ${token}`,
      })
      codes.push(answer.status)
    }
    expect(codes).toContain(204)
    expect(codes.at(-1)).toBe(429)
  })
})

describe('all requests from one address', () => {
  const small = '[auth.rate_limit]\nrequests = 40\nadmin_requests = 60'
  let few: AuthProject
  beforeAll(async () => {
    few = await authProject('', { limits: small })
  })
  afterAll(() => few.stop())

  /** Sends requests and returns how many were allowed, with the last refusal. */
  const many = async (count: number, path: string, bearer: string) => {
    let through = 0
    let last = ''
    for (let request = 0; request < count; request++) {
      const { status, body } = await few.call('GET', path, undefined, { authorization: `Bearer ${bearer}` })
      if (status !== 429) through++
      last = String(body.error_code)
    }
    return { through, last }
  }

  it('are counted together, including reads, without a valid token', async () => {
    expect(await many(50, '/user', few.anonKey)).toEqual({ through: 40, last: 'over_request_rate_limit' })
  })

  it('are counted apart from the admin API, and do not stop monitors', async () => {
    expect(await many(70, '/admin/users', few.serviceRoleKey)).toEqual({
      through: 60,
      last: 'over_request_rate_limit',
    })
    expect((await few.call('GET', '/health')).status).toBe(200)
    expect((await few.call('GET', '/.well-known/jwks.json')).status).toBe(200)
  })

  it('are allowed again in the next window', async () => {
    few.wait(121)
    expect((await many(3, '/user', few.anonKey)).through).toBe(3)
  })

  it('are counted exactly under concurrency', async () => {
    few.wait(121)
    const answers = await Promise.all(Array.from({ length: 60 }, () => few.call('GET', '/settings')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(40)
  })
})

it('are counted across processes on one database', async () => {
  const service = await createService(project.context)
  const other = await testProject()
  try {
    const twin = await createService({
      ...other.context,
      project: project.context.project,
      admin: project.admin,
    })
    const refusals = []
    for (let request = 0; request < 8; request++) {
      const error = await limit(request % 2 ? service : twin, 'otp', '203.0.113.9').catch((thrown) => thrown)
      refusals.push(error?.code ?? null)
    }
    expect(refusals.filter((code) => code === null)).toHaveLength(5)
    expect(refusals.at(-1)).toBe('over_request_rate_limit')
  } finally {
    await other.stop()
  }
})
