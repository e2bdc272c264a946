import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthProject, authProject } from '../auth-project.ts'
import { softAuthenticator } from '../factors/soft-authenticator.ts'

const password = 'correct horse battery'
let project: AuthProject
let origin: string
let people = 0
beforeAll(async () => {
  project = await authProject('[auth.passkey]\nenabled = true')
  origin = `http://localhost:${new URL(project.url).port}`
})
afterAll(() => project.stop())

async function member() {
  const client = project.client()
  const { data, error } = await client.auth.signUp({ email: `key-${++people}@example.com`, password })
  if (error) throw error
  return { client, id: data.user?.id as string }
}
async function register(client: SupabaseClient, key = softAuthenticator()) {
  const { data } = await client.auth.passkey.startRegistration()
  if (!data) throw new Error('no options')
  const credential = key.create(data.options as never, origin)
  const answer = await client.auth.passkey.verifyRegistration({
    challengeId: data.challenge_id,
    credential: credential as never,
  })
  return { key, options: data, answer }
}
async function signIn(key: ReturnType<typeof softAuthenticator>, from = origin) {
  const client = project.client()
  const { data } = await client.auth.passkey.startAuthentication()
  if (!data) throw new Error('no options')
  const credential = key.get(data.options as never, from)
  const answer = await client.auth.passkey.verifyAuthentication({
    challengeId: data.challenge_id,
    credential: credential as never,
  })
  return { client, answer, challengeId: data.challenge_id, credential }
}

describe('a passkey', () => {
  it('is requested as a discoverable credential without attestation, and never twice on one device', async () => {
    const { client, id } = await member()
    const { options, answer } = await register(client)
    expect(options.options).toMatchObject({
      rp: { id: 'localhost' },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
      user: { id: Buffer.from(id).toString('base64url') },
    })
    expect(answer.error).toBeNull()
    expect(answer.data).toMatchObject({ id: expect.any(String), created_at: expect.stringMatching(/Z$/) })
    const next = await client.auth.passkey.startRegistration()
    expect(next.data?.options.excludeCredentials).toHaveLength(1)
  })

  it('signs its owner in with a session of method passkey', async () => {
    const { client, id } = await member()
    const { key } = await register(client)
    const { client: elsewhere, answer } = await signIn(key)
    expect(answer.error).toBeNull()
    expect(answer.data?.user?.id).toBe(id)
    const { data } = await elsewhere.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(data?.currentLevel).toBe('aal1')
    expect(data?.currentAuthenticationMethods).toMatchObject([{ method: 'passkey' }])
    expect((await client.auth.passkey.list()).data).toMatchObject([{ last_used_at: expect.any(String) }])
  })

  it('is refused from another site, if unknown, twice for one challenge, and after five minutes', async () => {
    const { client } = await member()
    const { key } = await register(client)
    expect((await signIn(key, 'https://evil.example')).answer.error?.code).toBe(
      'webauthn_verification_failed',
    )
    expect((await signIn(softAuthenticator())).answer.error?.code).toBe('webauthn_verification_failed')
    const { challengeId, credential } = await signIn(key)
    const body = { challenge_id: challengeId, credential }
    const twice = await project.call('POST', '/passkeys/authentication/verify', body)
    expect([twice.status, twice.body.error_code]).toEqual([400, 'webauthn_challenge_not_found'])
    const asked = await client.auth.passkey.startAuthentication()
    project.wait(301)
    const late = await client.auth.passkey.verifyAuthentication({
      challengeId: asked.data?.challenge_id as string,
      credential: key.get(asked.data?.options as never, origin) as never,
    })
    expect(late.error?.code).toBe('webauthn_challenge_expired')
  })

  it('of one account cannot be registered, renamed or removed by another', async () => {
    const [ada, eve] = [await member(), await member()]
    const { key, answer } = await register(ada.client)
    expect((await register(eve.client, key)).answer.error?.code).toBe('webauthn_credential_exists')
    const passkeyId = answer.data?.id as string
    for (const { error } of [
      await eve.client.auth.passkey.update({ passkeyId, friendlyName: 'mine' }),
      await eve.client.auth.passkey.delete({ passkeyId }),
    ]) {
      expect([error?.status, error?.message]).toEqual([404, 'Passkey not found'])
    }
    const renamed = await ada.client.auth.passkey.update({ passkeyId, friendlyName: 'Clé du bureau' })
    expect(renamed.data).toMatchObject({ friendly_name: 'Clé du bureau' })
    expect((await ada.client.auth.passkey.delete({ passkeyId })).error).toBeNull()
    expect((await signIn(key)).answer.error?.code).toBe('webauthn_verification_failed')
  })

  it('is listed and removed by an administrator', async () => {
    const { client, id } = await member()
    const { answer } = await register(client)
    const admin = { authorization: `Bearer ${project.serviceRoleKey}` }
    const list = await project.call('GET', `/admin/users/${id}/passkeys`, undefined, admin)
    expect(list.body).toMatchObject([{ id: answer.data?.id }])
    const path = `/admin/users/${id}/passkeys/${answer.data?.id}`
    expect((await project.call('DELETE', path, undefined, admin)).status).toBe(204)
    expect((await client.auth.passkey.list()).data).toEqual([])
  })

  it('is limited to ten an account', async () => {
    const { client } = await member()
    await project.admin.query('truncate _server.rate_limits')
    for (let count = 0; count < 10; count++) {
      expect((await register(client)).answer.error).toBeNull()
      if (count === 5) await project.admin.query('truncate _server.rate_limits')
    }
    expect((await client.auth.passkey.startRegistration()).error?.code).toBe('too_many_passkeys')
  })
})
