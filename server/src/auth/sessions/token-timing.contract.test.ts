import * as argon2 from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type AuthProject, authProject } from '../auth-project.ts'

/** Counts password verifications without changing them. */
vi.mock('@node-rs/argon2', async (load) => {
  const real = await load<typeof argon2>()
  return { ...real, verify: vi.fn(real.verify), hash: vi.fn(real.hash) }
})

const password = 'correct horse battery'
let project: AuthProject
beforeAll(async () => {
  project = await authProject('[auth.sms]\nenable_signup = true')
  await project.client().auth.signUp({ email: 'ada@example.com', password })
  const admin = { authorization: `Bearer ${project.serviceRoleKey}` }
  await project.call('POST', '/admin/users', { email: 'no-password@example.com', email_confirm: true }, admin)
})
afterAll(() => project.stop())

describe('a failed sign-in', () => {
  it.each([
    ['a wrong password', { email: 'ada@example.com', password: 'wrong password' }],
    ['an unknown address', { email: 'nobody@example.com', password: 'wrong password' }],
    ['an unknown number', { phone: '+33600000000', password: 'wrong password' }],
    ['an account without a password', { email: 'no-password@example.com', password: 'wrong password' }],
    ['no password at all', { email: 'nobody@example.com' }],
  ])('with %s costs one hash comparison of equal cost, and is answered identically', async (_, body) => {
    vi.mocked(argon2.verify).mockClear()
    vi.mocked(argon2.hash).mockClear()
    const answer = await project.call('POST', '/token?grant_type=password', body)
    expect([answer.status, answer.body.error_code, answer.body.msg]).toEqual([
      400,
      'invalid_credentials',
      'Invalid login credentials',
    ])
    const weights = vi
      .mocked(argon2.verify)
      .mock.calls.map(([stored]) => String(stored).split('$').slice(0, 4).join('$'))
    expect(weights).toEqual(['$argon2id$v=19$m=19456,t=2,p=1'])
    expect(argon2.hash).not.toHaveBeenCalled()
  })
})

describe('whether an address has an account', () => {
  it('is not revealed by /recover or /resend', async () => {
    for (const [path, more] of [
      ['/recover', {}],
      ['/resend', { type: 'signup' }],
    ] as const) {
      const known = await project.call('POST', path, { email: 'ada@example.com', ...more })
      const unknown = await project.call('POST', path, { email: 'nobody@example.com', ...more })
      expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    }
  })
})
