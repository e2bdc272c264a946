import fc from 'fast-check'
import { decodeJwt } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AuthProject, authProject } from '../auth-project.ts'

const password = 'correct horse battery'
let project: AuthProject
let people = 0
beforeAll(async () => {
  project = await authProject('[auth.mfa.totp]\nenroll_enabled = true\nverify_enabled = true')
})
afterAll(() => project.stop())

type Tokens = { access_token: string; refresh_token: string }
type Call =
  | 'sign in'
  | 'enrol'
  | 'verify'
  | 'guess'
  | 'challenge late'
  | 'remove'
  | 'refresh'
  | 'make codes'
  | 'use code'
  | 'admin removes'
  | 'sign out others'
  | 'replay'
type Step = { call: Call; session: number; factor: number }

const steps = fc.array(
  fc.record({
    call: fc.constantFrom<Call>(
      'sign in',
      'enrol',
      'enrol',
      'verify',
      'verify',
      'verify',
      'guess',
      'challenge late',
      'remove',
      'remove',
      'refresh',
      'make codes',
      'use code',
      'admin removes',
      'sign out others',
      'replay',
    ),
    session: fc.nat(3),
    factor: fc.nat(2),
  }),
  { minLength: 6, maxLength: 24 },
)

/** One member with sessions and factors, and all operations, callable in any order. */
async function life() {
  const email = `life-${++people}@example.com`
  const call = async (method: string, path: string, body: unknown, token?: string) => {
    await project.admin.query('truncate _server.rate_limits')
    return project.call(method, path, body, token ? { authorization: `Bearer ${token}` } : {})
  }
  const first = await call('POST', '/signup', { email, password })
  const userId = (first.body.user as { id: string }).id
  const sessions: Tokens[] = [first.body as unknown as Tokens]
  const factors: { id: string; secret: string }[] = []
  let codes: string[] = []
  let spent: { factor: number; code: string } | null = null
  const pick = <T>(list: T[], index: number): T | undefined => list[index % Math.max(1, list.length)]

  const challenge = async (token: string, id: string) =>
    (await call('POST', `/factors/${id}/challenge`, {}, token)).body.id as string | undefined
  const verify = async (at: number, index: number, code: string, late = 0) => {
    const session = pick(sessions, at)
    const factor = pick(factors, index)
    if (!session || !factor) return
    const id = await challenge(session.access_token, factor.id)
    project.wait(late)
    const answer = await call(
      'POST',
      `/factors/${factor.id}/verify`,
      { challenge_id: id, code },
      session.access_token,
    )
    if (answer.status === 200) Object.assign(session, answer.body)
  }
  const code = (index: number) => {
    project.wait(60)
    const factor = pick(factors, index)
    if (!factor) return '000000'
    const timestamp = project.context.now().getTime()
    spent = {
      factor: index,
      code: new TOTP({ secret: Secret.fromBase32(factor.secret) }).generate({ timestamp }),
    }
    return spent.code
  }
  const perform = async ({ call: name, session: at, factor: index }: Step): Promise<void> => {
    const session = pick(sessions, at)
    const token = session?.access_token ?? ''
    const factor = pick(factors, index)
    if (name === 'sign in') {
      const answer = await call('POST', '/token?grant_type=password', { email, password })
      if (answer.status === 200 && sessions.length < 4) sessions.push(answer.body as unknown as Tokens)
    } else if (name === 'enrol') {
      const answer = await call(
        'POST',
        '/factors',
        { factor_type: 'totp', friendly_name: `f${Math.random()}` },
        token,
      )
      const { secret } = (answer.body.totp ?? {}) as { secret?: string }
      if (secret) factors.push({ id: answer.body.id as string, secret })
    } else if (name === 'verify') await verify(at, index, code(index))
    else if (name === 'guess') await verify(at, index, '000000')
    else if (name === 'challenge late') await verify(at, index, code(index), 301)
    else if (name === 'replay' && spent) await verify(at, spent.factor, spent.code)
    else if (name === 'remove' && factor) await call('DELETE', `/factors/${factor.id}`, undefined, token)
    else if (name === 'admin removes' && factor) {
      await call('DELETE', `/admin/users/${userId}/factors/${factor.id}`, undefined, project.serviceRoleKey)
    } else if (name === 'make codes') {
      const answer = await call('POST', '/factors/recovery-codes', {}, token)
      if (Array.isArray(answer.body.codes)) codes = answer.body.codes as string[]
    } else if (name === 'use code') {
      const answer = await call(
        'POST',
        '/factors/recovery-codes/verify',
        { code: codes.pop() ?? 'none' },
        token,
      )
      if (answer.status === 200 && session) Object.assign(session, answer.body)
    } else if (name === 'sign out others') await call('POST', '/logout?scope=others', undefined, token)
    else if (name === 'refresh' && session) {
      const answer = await call('POST', '/token?grant_type=refresh_token', {
        refresh_token: session.refresh_token,
      })
      if (answer.status === 200) Object.assign(session, answer.body)
      if (answer.status === 200) await sayTheSame(answer.body.access_token as string)
    }
  }
  return { userId, perform }
}

/** The token must not claim more than the session's row. */
async function sayTheSame(token: string) {
  const claims = decodeJwt(token) as { aal: string; session_id: string; amr: { method: string }[] }
  const { rows } = await project.admin.query('select aal from auth.sessions where id = $1', [
    claims.session_id,
  ])
  expect(claims.aal).toBe(rows[0]?.aal)
  const proven = claims.amr.some(({ method }) => method === 'totp' || method.startsWith('mfa/'))
  expect(claims.aal === 'aal2').toBe(proven)
}

let raised = 0
async function holds(userId: string) {
  const { rows } = await project.admin.query(
    `select s.aal::text,
            exists (select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified') as factor,
            exists (select from auth.mfa_factors f where f.id = s.factor_id and f.status = 'verified')
              or exists (select from _server.recovery_code_sets r where r.id = s.factor_id) as own,
            exists (select from auth.mfa_amr_claims a where a.session_id = s.id and (a.authentication_method = 'totp' or a.authentication_method like 'mfa/%')) as proof
     from auth.sessions s where s.user_id = $1`,
    [userId],
  )
  for (const { aal, factor, own, proof } of rows) {
    if (aal === 'aal2') raised++
    expect({ aal, factor, own, proof }).toEqual(
      aal === 'aal2'
        ? { aal, factor: true, own: true, proof: true }
        : { aal: 'aal1', factor, own, proof: false },
    )
  }
}

it('no sequence of calls leaves a session at a higher assurance level than its verified factors', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const { userId, perform } = await life()
      for (const step of sequence) {
        await perform(step)
        await holds(userId)
      }
    }),
    { numRuns: 25 },
  )
  // Guards against a vacuous test: the sequences must reach aal2.
  expect(raised).toBeGreaterThan(10)
}, 120_000)
