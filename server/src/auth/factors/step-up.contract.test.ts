import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthProject, authProject } from '../auth-project.ts'

/** `[auth] step_up`: changes to sign-in methods require recent authentication. */
const TOML = `
[auth]
step_up = "10m"
enable_manual_linking = true
enable_anonymous_sign_ins = true
[auth.sms]
enable_signup = true
[auth.mfa.totp]
enroll_enabled = true
verify_enabled = true
[auth.passkey]
enabled = true
[auth.external.github]
enabled = true
client_id = "id"
secret = "secret"
`
const password = 'correct horse battery'
let project: AuthProject
let people = 0
beforeAll(async () => {
  project = await authProject(TOML)
})
afterAll(() => project.stop())

const OLD = 601

/** A member whose last authentication was `age` seconds ago. */
async function member(age = 0) {
  const client = project.client()
  const email = `step${people++}@example.com`
  const { data, error } = await client.auth.signUp({ email, password })
  if (error || !data.session) throw error ?? new Error('no session')
  await rewind(data.session.user.id, age)
  const authorization = `Bearer ${data.session.access_token}`
  return { client, email, id: data.session.user.id, authorization }
}
/** Ages a user's authentication by some seconds, leaving other users unaffected. */
const rewind = (id: string, seconds: number) =>
  project.admin.query(
    `update auth.mfa_amr_claims set updated_at = updated_at - make_interval(secs => $2), created_at = created_at - make_interval(secs => $2)
      where session_id in (select id from auth.sessions where user_id = $1)`,
    [id, seconds],
  )
const NEW = { 'x-supabase-api-version': '2024-01-01' }

describe('changing a sign-in method', () => {
  const ENDPOINTS: readonly [what: string, method: string, path: string, body?: object][] = [
    ['a second factor is begun', 'POST', '/factors', { factor_type: 'totp', friendly_name: 'app' }],
    ['a passkey is begun', 'POST', '/passkeys/registration/options', {}],
    ['a provider is linked', 'GET', '/user/identities/authorize?provider=github&skip_http_redirect=true'],
  ]
  it.each(ENDPOINTS)(
    '%s works after recent authentication, and is refused in an older session',
    async (_, method, path, body) => {
      const old = await member(OLD)
      const refused = await project.call(method, path, body, { authorization: old.authorization, ...NEW })
      expect([refused.status, refused.body.code]).toEqual([400, 'reauthentication_needed'])
      const fresh = await member()
      const taken = await project.call(method, path, body, { authorization: fresh.authorization })
      expect(taken.status).toBe(200)
    },
  )

  it('a passkey and a linked provider can only be removed after recent authentication', async () => {
    const { authorization } = await member(OLD)
    const id = '00000000-0000-4000-8000-000000000000'
    for (const path of [`/passkeys/${id}`, `/user/identities/${id}`]) {
      const { body } = await project.call('DELETE', path, undefined, { authorization, ...NEW })
      expect(body.code, path).toBe('reauthentication_needed')
    }
  })

  it.each([
    ['a password', { password: 'another good passphrase' }],
    ['an address', { email: 'new-address@example.com' }],
    ['a number', { phone: '+33612345678' }],
  ])('%s in an older session asks for the current password and refuses a wrong one', async (_, change) => {
    const { client } = await member(OLD)
    expect((await client.auth.updateUser(change)).error).toMatchObject({
      code: 'current_password_required',
    })
    const wrong = { ...change, current_password: 'guess' }
    expect((await client.auth.updateUser(wrong)).error).toMatchObject({ code: 'current_password_invalid' })
    const right = { ...change, current_password: password }
    expect((await client.auth.updateUser(right)).error).toBeNull()
  })

  it('accepts a code by mail instead of the password, once', async () => {
    const { client, email } = await member(OLD)
    await client.auth.reauthenticate()
    const nonce = (await project.mail(email)).data.Token
    const first = await client.auth.updateUser({ phone: '+33612345699', nonce } as never)
    expect(first.error).toBeNull()
    const again = await client.auth.updateUser({ phone: '+33612345698', nonce } as never)
    expect(again.error).toMatchObject({ code: 'reauthentication_not_valid' })
  })

  it('asks nothing of a new session, nor for changes that affect no sign-in method', async () => {
    const fresh = await member(OLD - 5)
    expect((await fresh.client.auth.updateUser({ password: 'another good passphrase' })).error).toBeNull()
    const old = await member(OLD)
    expect((await old.client.auth.updateUser({ data: { theme: 'dark' } })).error).toBeNull()
  })

  it('asks nothing of an anonymous user, who has no means to authenticate', async () => {
    const client = project.client()
    const { data } = await client.auth.signInAnonymously()
    await rewind(data.user?.id as string, OLD)
    expect(
      (await client.auth.updateUser({ email: `kept${people++}@example.com`, password })).error,
    ).toBeNull()
  })

  it('limits guesses at the current password', async () => {
    const { client } = await member(OLD)
    const guess = async () =>
      (await client.auth.updateUser({ password: 'another one here', current_password: 'guess' })).error?.code
    const answers = []
    // The limit is ten in five minutes; the window may roll over once during the test.
    for (let n = 0; n < 25; n++) answers.push(await guess())
    expect(answers.slice(0, 9)).toEqual(Array(9).fill('current_password_invalid'))
    expect(answers).toContain('over_request_rate_limit')
  })
})

describe('an account with a second factor', () => {
  async function protectedMember() {
    const one = await member()
    const { data } = await one.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'app' })
    if (data?.type !== 'totp') throw new Error('no factor')
    const totp = new TOTP({ secret: Secret.fromBase32(data.totp.secret) })
    const prove = async () => {
      await project.admin.query('delete from _server.spent_totp_steps')
      const { error } = await one.client.auth.mfa.challengeAndVerify({
        factorId: data.id,
        code: totp.generate(),
      })
      if (error) throw error
    }
    await prove()
    return { ...one, prove, factorId: data.id }
  }

  it('requires the factor before it is removed and before recovery codes are generated', async () => {
    const { client, id, prove, factorId } = await protectedMember()
    await rewind(id, OLD)
    expect((await client.auth.mfa.unenroll({ factorId })).error).toMatchObject({
      code: 'reauthentication_needed',
    })
    const draw = async () => {
      const { data } = await client.auth.getSession()
      const authorization = `Bearer ${data.session?.access_token}`
      return (await project.call('POST', '/factors/recovery-codes', {}, { authorization, ...NEW })).body
    }
    expect((await draw()).code).toBe('reauthentication_needed')
    await prove()
    expect((await draw()).codes).toHaveLength(10)
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
  })

  it('cannot be changed with the password alone', async () => {
    const { email } = await protectedMember()
    const client = project.client()
    const { data } = await client.auth.signInWithPassword({ email, password })
    const authorization = `Bearer ${data.session?.access_token}`
    const ways = [
      ['PUT', '/user', { password: 'another good passphrase', current_password: password }],
      ['GET', '/user/identities/authorize?provider=github&skip_http_redirect=true', undefined],
      ['DELETE', '/user/identities/00000000-0000-4000-8000-000000000000', undefined],
      ['POST', '/passkeys/registration/options', {}],
    ] as const
    for (const [method, path, body] of ways) {
      const answer = await project.call(method, path, body, { authorization, ...NEW })
      expect(answer.body.code, path).toBe('insufficient_aal')
    }
  })
})

it('asks for nothing when the project disables it, as on Supabase', async () => {
  const plain = await authProject('[auth.mfa.totp]\nenroll_enabled = true\nverify_enabled = true\n')
  const client = plain.client()
  const { data } = await client.auth.signUp({ email: 'plain@example.com', password })
  await plain.admin.query(`update auth.mfa_amr_claims set updated_at = now() - interval '30 days'`)
  expect(data.session).not.toBeNull()
  expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error).toBeNull()
  expect((await client.auth.updateUser({ password: 'another good passphrase' })).error).toBeNull()
  await plain.stop()
})
