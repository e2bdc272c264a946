import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from '../testing/test-project.ts'
import { type Keys, loadKeys } from './keys.ts'

let project: TestProject
let keys: Keys
const clock = { at: new Date('2026-06-01T12:00:00Z') }
const seconds = () => Math.floor(clock.at.getTime() / 1000)

beforeAll(async () => {
  project = await testProject()
  keys = await loadKeys(project.admin, () => clock.at, randomBytes)
})
afterAll(() => project.stop())

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('the keys', () => {
  it('verify the tokens they issue, whose header names the key', async () => {
    const token = await keys.issue({ role: 'authenticated', sub: 'x', exp: seconds() + 60 })
    expect(await keys.verify(token)).toMatchObject({ role: 'authenticated', sub: 'x' })
    const header = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
    expect(header).toMatchObject({ alg: 'ES256', kid: keys.jwks().keys[0]?.kid })
  })

  it('are the same for every process on the database and after every start', async () => {
    const again = await loadKeys(project.admin, () => clock.at, randomBytes)
    expect(again.anonKey).toBe(keys.anonKey)
    expect(again.secretKey).toBe(keys.secretKey)
    expect(again.jwks()).toEqual(keys.jwks())
    expect(await again.verify(await keys.issue({ role: 'anon', exp: seconds() + 60 }))).toMatchObject({
      role: 'anon',
    })
  })

  it('publish no private key', () => {
    expect(JSON.stringify(keys.jwks())).not.toContain('"d"')
  })

  it('accept the API keys', async () => {
    expect((await keys.verify(keys.anonKey)).role).toBe('anon')
    expect((await keys.verify(keys.serviceRoleKey)).role).toBe('service_role')
  })

  it('refuse an expired token, even one whose verification is cached', async () => {
    const token = await keys.issue({ role: 'authenticated', exp: seconds() + 60 })
    await keys.verify(token)
    clock.at = new Date(clock.at.getTime() + 90_000)
    await expect(keys.verify(token)).rejects.toMatchObject({ reason: 'expired', secondsAgo: 30 })
  })

  it('refuse an unsigned token', async () => {
    const token = `${part({ alg: 'none', typ: 'JWT' })}.${part({ role: 'service_role', exp: seconds() + 60 })}.`
    await expect(keys.verify(token)).rejects.toMatchObject({ name: 'Error' })
    await expect(keys.verify(token)).rejects.toHaveProperty('reason')
  })

  it('refuse a token signed with the public key as a shared secret', async () => {
    const header = part({ alg: 'HS256', typ: 'JWT', kid: keys.jwks().keys[0]?.kid })
    const body = `${header}.${part({ role: 'service_role', exp: seconds() + 60 })}`
    const forged = `${body}.${createHmac('sha256', JSON.stringify(keys.jwks().keys[0])).update(body).digest('base64url')}`
    await expect(keys.verify(forged)).rejects.toMatchObject({ reason: 'signature' })
  })

  it('refuse a foreign key', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const sign = (kid: string) =>
      new SignJWT({ role: 'service_role' })
        .setProtectedHeader({ alg: 'ES256', kid })
        .setExpirationTime(seconds() + 60)
        .sign(privateKey)
    await expect(keys.verify(await sign('unknown'))).rejects.toMatchObject({ reason: 'signer' })
    await expect(keys.verify(await sign(keys.jwks().keys[0]?.kid ?? ''))).rejects.toMatchObject({
      reason: 'signature',
    })
  })

  it.each(['', 'a', 'a.b', 'a.b.c', '....', 'é.è.ê', `${part({})}.${part({})}.x`])(
    'reject %j as malformed or wrongly signed, and never fail otherwise',
    async (token) => {
      await expect(keys.verify(token)).rejects.toHaveProperty('reason')
    },
  )
})
