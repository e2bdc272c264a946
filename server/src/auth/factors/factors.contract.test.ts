import type { SupabaseClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthProject, authProject } from '../auth-project.ts'
import { softAuthenticator } from './soft-authenticator.ts'

const password = 'correct horse battery'
const everything = `
[auth]
site_url = "https://vigie.example"
[auth.sms]
enable_signup = true
[auth.sms.test_otp]
33600000001 = "424242"
[auth.mfa]
max_enrolled_factors = 4
[auth.mfa.totp]
enroll_enabled = true
verify_enabled = true
[auth.mfa.phone]
enroll_enabled = true
verify_enabled = true
[auth.mfa.web_authn]
enroll_enabled = true
verify_enabled = true
`

let project: AuthProject
let people = 0
beforeAll(async () => {
  project = await authProject(everything)
})
afterAll(() => project.stop())

/** A new, signed-in user whose authenticator app follows the server's clock. */
async function member() {
  const email = `member-${++people}@example.com`
  const client = project.client()
  const { data, error } = await client.auth.signUp({ email, password })
  if (error) throw error
  return { client, email, id: data.user?.id as string }
}
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: project.context.now().getTime() })

async function enrolled(client: SupabaseClient, friendlyName = 'Phone app') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  return { id: data.id, secret: data.totp.secret, totp: data.totp }
}
async function withFactor() {
  const person = await member()
  const factor = await enrolled(person.client)
  const { error } = await person.client.auth.mfa.challengeAndVerify({
    factorId: factor.id,
    code: codeOf(factor.secret),
  })
  if (error) throw error
  project.wait(60)
  return { ...person, factor }
}
async function again({ email }: { email: string }) {
  const client = project.client()
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return client
}
const level = async (client: SupabaseClient) => (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data
const refused = (
  error: { status?: number | undefined; code?: string | undefined; message: string } | null,
) => [error?.status, error?.code, error?.message]

describe('[S-73] an authenticator app', () => {
  it('is set up with a QR code, an address and a secret that is encrypted in the database', async () => {
    const { client, email, id } = await member()
    const { secret, totp, id: factor } = await enrolled(client)
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /)
    const uri = new URL(totp.uri)
    expect(decodeURIComponent(uri.pathname)).toBe(`/vigie.example:${email}`)
    expect(uri.searchParams.get('issuer')).toBe('vigie.example')
    expect(uri.searchParams.get('secret')).toBe(secret)
    const { rows } = await project.admin.query('select secret from auth.mfa_factors where id = $1', [factor])
    expect(rows[0].secret).toMatch(/^sealed\.1\./)
    expect(rows[0].secret).not.toContain(secret)
    const { data } = await project
      .call('GET', '/user', undefined, await bearer(client))
      .then(({ body }) => ({ data: body }))
    expect(JSON.stringify(data)).not.toContain(secret)
    expect(data.id).toBe(id)
    expect(await level(client)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
  })

  it('[S-43] raises the session to aal2 once its code is verified, and ends the other sessions', async () => {
    const { client, email } = await member()
    const elsewhere = await again({ email })
    const factor = await enrolled(client)
    const before = (await client.auth.getSession()).data.session?.refresh_token
    const { data, error } = await client.auth.mfa.challengeAndVerify({
      factorId: factor.id,
      code: codeOf(factor.secret),
    })
    expect(error).toBeNull()
    expect(data?.refresh_token).not.toBe(before)
    expect(data?.user.factors).toMatchObject([{ id: factor.id, factor_type: 'totp', status: 'verified' }])
    expect(await level(client)).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
    const amr = (await level(client))?.currentAuthenticationMethods as { method: string }[]
    expect(amr.map(({ method }) => method)).toEqual(['totp', 'password'])
    expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect(await level(client)).toMatchObject({ currentLevel: 'aal2' })
    const next = await again({ email })
    expect(await level(next)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
  })

  it('has codes that work once', async () => {
    const { email, factor } = await withFactor()
    const code = codeOf(factor.secret)
    const [first, second] = [await again({ email }), await again({ email })]
    expect((await first.auth.mfa.challengeAndVerify({ factorId: factor.id, code })).error).toBeNull()
    const third = await again({ email })
    const { error } = await third.auth.mfa.challengeAndVerify({ factorId: factor.id, code })
    expect(refused(error)).toEqual([422, 'mfa_verification_failed', 'Invalid TOTP code entered'])
    expect((await second.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  })

  it('is not found by another member', async () => {
    const { factor } = await withFactor()
    const { client } = await member()
    for (const error of [
      (await client.auth.mfa.challenge({ factorId: factor.id })).error,
      (await client.auth.mfa.verify({ factorId: factor.id, challengeId: factor.id, code: '000000' })).error,
      (await client.auth.mfa.unenroll({ factorId: factor.id })).error,
    ]) {
      expect(refused(error)).toEqual([404, 'mfa_factor_not_found', 'Factor not found'])
    }
  })

  it('can be guessed ten times in five minutes, across all sessions', async () => {
    const { email, factor } = await withFactor()
    const answers = []
    for (let guess = 0; guess < 12; guess++) {
      const client = await again({ email })
      const { error } = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: '000000' })
      answers.push(error?.code)
      await forgetAddress()
    }
    expect(answers.slice(0, 9)).toEqual(Array(9).fill('mfa_verification_failed'))
    expect(answers.at(-1)).toBe('over_request_rate_limit')
    project.wait(900)
    const client = await again({ email })
    expect(
      (await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.secret) })).error,
    ).toBeNull()
  })
})

describe('a challenge', () => {
  it('is answered once, within five minutes, and only with its own factor', async () => {
    project.wait(600)
    const { client, factor } = await withFactor()
    const challenge = async () =>
      (await client.auth.mfa.challenge({ factorId: factor.id })).data?.id as string
    const verify = async (challengeId: string, code: string) =>
      refused((await client.auth.mfa.verify({ factorId: factor.id, challengeId, code })).error)
    const first = await challenge()
    expect(await verify(first, codeOf(factor.secret))).toEqual([undefined, undefined, undefined])
    expect((await verify(first, codeOf(factor.secret)))[1]).toBe('mfa_ip_address_mismatch')
    const late = await challenge()
    project.wait(301)
    expect(await verify(late, codeOf(factor.secret))).toEqual([
      422,
      'mfa_challenge_expired',
      `MFA challenge ${late} has expired, verify against another challenge or create a new challenge.`,
    ])
    expect(await verify('00000000-0000-4000-8000-000000000000', '123456')).toEqual([
      422,
      'mfa_factor_not_found',
      'MFA factor with the provided challenge ID not found',
    ])
    expect(await verify(await challenge(), '')).toEqual([
      400,
      'validation_failed',
      'Code needs to be non-empty',
    ])
  })
})

describe('enrolment', () => {
  it('is refused for a taken name, too many factors, a session below aal2 and an unknown type', async () => {
    const { client, email, factor } = await withFactor()
    const enrol = async (who: SupabaseClient, friendlyName: string) =>
      refused((await who.auth.mfa.enroll({ factorType: 'totp', friendlyName })).error)
    expect(await enrol(client, 'Phone app')).toEqual([
      422,
      'mfa_factor_name_conflict',
      'A factor with the friendly name "Phone app" for this user already exists',
    ])
    const low = await again({ email })
    expect(await enrol(low, 'Another')).toEqual([
      403,
      'insufficient_aal',
      'AAL2 required to enroll a new factor',
    ])
    for (const name of ['a', 'b', 'c']) await enrolled(client, name)
    expect((await enrol(client, 'd'))[1]).toBe('too_many_enrolled_mfa_factors')
    project.wait(301)
    expect((await enrol(client, 'd'))[1]).toBeUndefined()
    const none = await project.call('POST', '/factors', { factor_type: 'retina' }, await bearer(client))
    expect(none.body.msg).toBe('factor_type needs to be totp, phone, or webauthn')
    const noId = await project.call('DELETE', '/factors/mine', undefined, await bearer(client))
    expect([noId.status, noId.body.msg]).toEqual([404, 'factor_id must be an UUID'])
    expect(factor.id).toBeTypeOf('string')
  })

  it('is refused for an anonymous user', async () => {
    const anonymous = await authProject('[auth]\nenable_anonymous_sign_ins = true')
    const client = anonymous.client()
    await client.auth.signInAnonymously()
    const { error } = await client.auth.mfa.enroll({ factorType: 'totp' })
    expect(refused(error)).toEqual([
      403,
      'no_authorization',
      'Anonymous user not allowed to perform these actions',
    ])
    await anonymous.stop()
  })
})

describe('removing a factor', () => {
  it('requires an aal2 session, and lowers every session to aal1', async () => {
    const { client, email, factor } = await withFactor()
    const low = await again({ email })
    expect(refused((await low.auth.mfa.unenroll({ factorId: factor.id })).error)).toEqual([
      422,
      'insufficient_aal',
      'AAL2 required to unenroll verified factor',
    ])
    expect((await client.auth.mfa.unenroll({ factorId: factor.id })).data).toEqual({ id: factor.id })
    await client.auth.refreshSession()
    expect(await level(client)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
  })

  it('by an administrator lets a member who lost the device sign in again', async () => {
    const { email, id, factor } = await withFactor()
    const admin = await bearerOf(project.serviceRoleKey)
    const list = await project.call('GET', `/admin/users/${id}/factors`, undefined, admin)
    expect(list.body).toMatchObject([{ id: factor.id, status: 'verified', friendly_name: 'Phone app' }])
    const path = `/admin/users/${id}/factors/${factor.id}`
    const renamed = await project.call('PUT', path, { friendly_name: 'Old phone' }, admin)
    expect(renamed.body).toMatchObject({ friendly_name: 'Old phone' })
    expect((await project.call('DELETE', path, undefined, admin)).body).toMatchObject({ id: factor.id })
    expect(await level(await again({ email }))).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
    const { client } = await member()
    expect((await project.call('DELETE', path, undefined, await bearer(client))).status).toBe(403)
  })
})

describe('a thief of the password', () => {
  it('cannot bypass the owner’s factor with one of another type enrolled before it', async () => {
    await project.admin.query('truncate _server.rate_limits')
    project.wait(30)
    const { client, email } = await member()
    const thief = await again({ email })
    const theirs = await thief.auth.mfa.enroll({
      factorType: 'phone',
      phone: '+33600000001',
      friendlyName: 'theirs',
    })
    expect(theirs.error).toBeNull()
    const factor = await enrolled(client)
    const code = codeOf(factor.secret)
    expect((await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code })).error).toBeNull()
    const back = await again({ email })
    const factorId = theirs.data?.id as string
    const challenge = await back.auth.mfa.challenge({ factorId, channel: 'sms' })
    const { error } = await back.auth.mfa.verify({
      factorId,
      challengeId: challenge.data?.id ?? factorId,
      code: '424242',
    })
    expect(refused(error)).toEqual([403, 'insufficient_aal', 'AAL2 required to verify a new factor'])
    expect(await level(back)).toMatchObject({ currentLevel: 'aal1' })
  })
})

describe('a phone as second factor', () => {
  it('accepts the code of its challenge once', async () => {
    const { client } = await member()
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'phone', phone: '+33600000001' })
    expect(error).toBeNull()
    expect(data).toMatchObject({ type: 'phone', phone: '33600000001' })
    const factorId = data?.id as string
    const challenge = await client.auth.mfa.challenge({ factorId, channel: 'sms' })
    expect(challenge.data).toMatchObject({ type: 'phone' })
    expect(refused((await client.auth.mfa.challenge({ factorId, channel: 'sms' })).error)).toEqual([
      429,
      'over_sms_send_rate_limit',
      'For security purposes, you can only request this after 5 seconds.',
    ])
    const challengeId = challenge.data?.id as string
    const wrong = await client.auth.mfa.verify({ factorId, challengeId, code: '000000' })
    expect(refused(wrong.error)).toEqual([422, 'mfa_verification_failed', 'Invalid MFA Phone code entered'])
    expect((await client.auth.mfa.verify({ factorId, challengeId, code: '424242' })).error).toBeNull()
    expect(await level(client)).toMatchObject({ currentLevel: 'aal2' })
    const twice = await client.auth.mfa.enroll({
      factorType: 'phone',
      phone: '+33600000001',
      friendlyName: 'again',
    })
    expect(twice.error?.code).toBe('mfa_verified_factor_exists')
  })

  it('reports an error when no provider can reach it', async () => {
    const { client } = await member()
    const { data } = await client.auth.mfa.enroll({ factorType: 'phone', phone: '+33611111111' })
    const { error } = await client.auth.mfa.challenge({ factorId: data?.id as string, channel: 'sms' })
    expect(error?.code).toBe('sms_send_failed')
  })
})

describe('a security key as second factor', () => {
  const origin = () => `http://localhost:${new URL(project.url).port}`

  it('is registered and then verified, and a cloned one is detected', async () => {
    project.wait(120)
    const { client, email } = await member()
    const key = softAuthenticator()
    const factor = await project.call(
      'POST',
      '/factors',
      { factor_type: 'webauthn', friendly_name: 'Key' },
      await bearer(client),
    )
    const path = `/factors/${factor.body.id}`
    const answer = async (who: SupabaseClient, make: (options: never) => object) => {
      const asked = await project.call(
        'POST',
        `${path}/challenge`,
        { webauthn: { rpId: 'localhost' } },
        await bearer(who),
      )
      const { type, credential_options } = asked.body.webauthn as {
        type: string
        credential_options: { publicKey: never }
      }
      const webauthn = { type, credential_response: make(credential_options.publicKey) }
      return project.call(
        'POST',
        `${path}/verify`,
        { challenge_id: asked.body.id, webauthn },
        await bearer(who),
      )
    }
    const wrongSite = await answer(client, (options) => key.create(options, 'https://evil.example'))
    expect([wrongSite.status, wrongSite.body.error_code]).toEqual([400, 'webauthn_verification_failed'])
    expect((await answer(client, (options) => key.create(options, origin()))).status).toBe(200)

    const next = await again({ email })
    expect((await answer(next, (options) => softAuthenticator().get(options, origin()))).status).toBe(400)
    expect((await answer(next, (options) => key.get(options, origin(), { counter: 5 }))).status).toBe(200)
    const third = await again({ email })
    expect((await answer(third, (options) => key.get(options, origin(), { counter: 4 }))).status).toBe(400)
    const elsewhere = await project.call(
      'POST',
      `${path}/challenge`,
      { webauthn: { rpId: 'evil.example' } },
      await bearer(next),
    )
    expect(elsewhere.status).toBe(400)
  })
})

describe('recovery codes', () => {
  const call = async (client: SupabaseClient, method: string, path = '', body?: unknown) =>
    project.call(method, `/factors/recovery-codes${path}`, body, await bearer(client))

  it('are ten, shown once, stored as hashes, and each accepted once', async () => {
    project.wait(900)
    const { client, email, id, factor } = await withFactor()
    expect((await call(client, 'GET')).body.error_code).toBe('mfa_factor_not_found')
    const made = await call(client, 'POST')
    const codes = made.body.codes as string[]
    expect(made.body).toMatchObject({ type: 'recovery_code', friendly_name: 'Recovery codes', total: 10 })
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[a-z0-9]{16}$/)
    const { rows } = await project.admin.query('select code_hash from _server.recovery_codes')
    expect(rows.some(({ code_hash }) => codes.includes(code_hash))).toBe(false)
    expect((await call(client, 'POST')).body.error_code).toBe('mfa_verified_factor_exists')

    const lost = await again({ email })
    expect((await lost.auth.getUser()).data.user?.factors).toHaveLength(2)
    expect((await call(lost, 'POST', '/regenerate')).body.error_code).toBe('insufficient_aal')
    const typed = (codes[0] as string).toUpperCase().replace(/(.{4})/g, '$1-')
    const inAgain = await call(lost, 'POST', '/verify', { code: typed })
    expect(inAgain.status).toBe(200)
    const session = inAgain.body as { access_token: string; refresh_token: string }
    await lost.auth.setSession(session)
    expect(await level(lost)).toMatchObject({ currentLevel: 'aal2' })
    expect((await call(lost, 'GET')).body).toMatchObject({ total: 10, remaining: 9 })

    const twice = await call(await again({ email }), 'POST', '/verify', { code: codes[0] })
    expect([twice.status, twice.body.error_code]).toEqual([422, 'mfa_verification_failed'])
    expect((await lost.auth.mfa.unenroll({ factorId: factor.id })).error).toBeNull()
    await lost.auth.refreshSession()
    expect(await level(lost)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
    const left = await project.admin.query('select from _server.recovery_code_sets where user_id = $1', [id])
    expect(left.rows).toEqual([])
  })

  it('are regenerated together, and locked after five wrong ones', async () => {
    const { client, email } = await withFactor()
    const first = (await call(client, 'POST')).body.codes as string[]
    const second = (await call(client, 'POST', '/regenerate')).body.codes as string[]
    const low = await again({ email })
    expect((await call(low, 'POST', '/verify', { code: first[1] })).body.error_code).toBe(
      'mfa_verification_failed',
    )
    for (let guess = 0; guess < 4; guess++) await call(low, 'POST', '/verify', { code: 'wrong' })
    const locked = await call(low, 'POST', '/verify', { code: second[0] })
    expect([locked.status, locked.body.error_code]).toEqual([429, 'mfa_recovery_codes_locked'])
    project.wait(2000)
    const later = await again({ email })
    expect((await call(later, 'POST', '/verify', { code: second[0] })).status).toBe(200)
    expect((await call(client, 'DELETE')).body).toHaveProperty('id')
  })

  it('are refused without another factor', async () => {
    const { client } = await member()
    expect((await call(client, 'POST')).body.error_code).toBe('insufficient_aal')
  })
})

it('factor events are in the audit log, without a secret or a code', async () => {
  const { factor, id, client } = await withFactor()
  await client.auth.mfa.unenroll({ factorId: factor.id })
  const { rows } = await project.admin.query(
    `select payload from auth.audit_log_entries where payload ->> 'actor_id' = $1 and payload ->> 'log_type' = 'factor' order by created_at`,
    [id],
  )
  const actions = rows.map(({ payload }) => payload.action)
  expect(new Set(actions)).toEqual(
    new Set([
      'factor_in_progress',
      'challenge_created',
      'verification_attempted',
      'mfa_code_login',
      'factor_unenrolled',
    ]),
  )
  expect(JSON.stringify(rows)).not.toContain(factor.secret)
})

/** Resets the per-address limit, which this test does not examine. */
const forgetAddress = () =>
  project.admin.query(`delete from _server.rate_limits where key = 'factor:127.0.0.1'`)

async function bearer(client: SupabaseClient) {
  return bearerOf((await client.auth.getSession()).data.session?.access_token as string)
}
const bearerOf = (token: string) => ({ authorization: `Bearer ${token}` })
