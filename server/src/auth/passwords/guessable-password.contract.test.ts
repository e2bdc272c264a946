import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthProject, authProject } from '../auth-project.ts'

const good = 'phare marée cordage lundi'
const strict = '[auth.password_strength]\nminimum_score = 2\nwords = ["acme"]'
let project: AuthProject
beforeAll(async () => {
  project = await authProject(strict)
})
afterAll(() => project.stop())

const refusal = { status: 422, body: { code: 'weak_password', weak_password: { reasons: ['guessable'] } } }
const NEW = { 'x-supabase-api-version': '2024-01-01' }
const email = 'grace.hopper@rearview.example'
const data = { first_name: 'Guillemette', last_name: 'Vandenberghe' }

describe('a guessable password', () => {
  it.each([
    ['of the common ones', 'password123'],
    ['of eight spaces', '        '],
    ['of one repeated character', 'zzzzzzzzzzzz'],
    ['of one repeated word', 'chouettechouettechouette'],
    ['of neighbouring keys', 'qwertyuiop12'],
    ['of a sequence', 'abcdefghijkl'],
    ['that is the address', email],
    ['that is the name in the address', 'grace.hopper'],
    ['that is the name in the address and a year', 'Hopper1906'],
    ['that is the domain of the address', 'rearview1'],
    ['that is the person’s name', 'vandenberghe1'],
    ['that is the site’s own word', 'acme2026'],
  ])('%s is refused at sign-up', async (_, password) => {
    expect(await project.call('POST', '/signup', { email, password, data }, NEW)).toMatchObject(refusal)
  })

  it('is refused at a password change and after recovery', async () => {
    const client = project.client()
    await client.auth.signUp({ email: 'ada@example.com', password: good })
    const change = await client.auth.updateUser({ password: 'ada@example.com' })
    expect(change.error).toMatchObject({ code: 'weak_password', reasons: ['guessable'] })
    await project.client().auth.resetPasswordForEmail('ada@example.com')
    const link = await project.mail('ada@example.com')
    const recovered = project.client()
    await recovered.auth.verifyOtp({ type: 'recovery', token_hash: String(link.data.TokenHash) })
    const reset = await recovered.auth.updateUser({ password: 'iloveyou1234' })
    expect(reset.error).toMatchObject({ code: 'weak_password', reasons: ['guessable'] })
  })

  it('is accepted with the service key, which imports accounts unchanged', async () => {
    const headers = { authorization: `Bearer ${project.serviceRoleKey}` }
    const account = { email: 'imported@example.com', password: 'password123', email_confirm: true }
    expect((await project.call('POST', '/admin/users', account, headers)).status).toBe(200)
    const signIn = await project.client().auth.signInWithPassword(account)
    expect(signIn.error).toBeNull()
  })

  it('is accepted where the project does not enable the check', async () => {
    const lenient = await authProject()
    try {
      const { error } = await lenient.client().auth.signUp({ email, password: 'password123' })
      expect(error).toBeNull()
    } finally {
      await lenient.stop()
    }
  })
})

it.each([
  'phare marée cordage lundi',
  'corbeau lanterne 42 marée',
  'xK9#mQ2$vL7p',
  'Grace likes granite and rain',
])('%s is accepted', async (password) => {
  const address = `${Buffer.from(password).toString('hex').slice(0, 12)}@example.com`
  expect((await project.client().auth.signUp({ email: address, password })).error).toBeNull()
})
