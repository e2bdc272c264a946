import { randomBytes } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from '../testing/test-project.ts'
import { loadKeys, rotateKeys } from './keys.ts'

let project: TestProject
let ahead = 0
const now = () => new Date(Date.now() + ahead * 1000)
const wait = (seconds: number) => {
  ahead += seconds
}
const rotate = (compromised = false) =>
  rotateKeys(project.admin, { now: now(), tokenLife: 3600, compromised })
const kidOf = (token: string) => decodeProtectedHeader(token).kid
const token = () =>
  project.keys.issue({ role: 'authenticated', exp: Math.floor(now().getTime() / 1000) + 3600 })

beforeAll(async () => {
  project = await testProject({ now })
})
afterAll(() => project.stop())

describe('a key rotation', () => {
  it('signs nobody out before, during or after the change of keys', async () => {
    const client = createClient(project.url, project.anonKey, {
      auth: { persistSession: false, autoRefreshToken: false },
    })
    await client.auth.signUp({ email: 'ada@example.com', password: 'correct horse battery' })
    const first = await token()
    const { kid } = await rotate()
    wait(61)
    const published = await fetch(`${project.url}/auth/v1/.well-known/jwks.json`)
    expect(((await published.json()) as { keys: { kid: string }[] }).keys.map((key) => key.kid)).toContain(
      kid,
    )
    expect(kidOf(await token())).toBe(kidOf(first))
    wait(600)
    expect(kidOf(await token())).toBe(kid)
    await expect(project.keys.verify(first)).resolves.toBeTruthy()
    expect((await client.auth.getUser()).error).toBeNull()
    const { data, error } = await client.auth.refreshSession()
    expect(error).toBeNull()
    expect(kidOf(data.session?.access_token as string)).toBe(kid)
    expect((await client.auth.getClaims()).error).toBeNull()
  })

  it('reaches every process within a minute, and drops the old key when its last token has expired', async () => {
    const other = await loadKeys(project.admin, now, randomBytes)
    const last = await token()
    await rotate()
    wait(661)
    expect(kidOf(await other.issue({ role: 'anon' }))).toBe(kidOf(await token()))
    await expect(other.verify(last)).resolves.toBeTruthy()
    wait(3661)
    await other.issue({ role: 'anon' })
    expect(other.jwks().keys.map((key) => key.kid)).not.toContain(kidOf(last))
  })

  it('after a theft invalidates the old key at once, including cached verifications; sessions continue', async () => {
    const client = createClient(project.url, project.anonKey, {
      auth: { persistSession: false, autoRefreshToken: false },
    })
    await client.auth.signUp({ email: 'bea@example.com', password: 'correct horse battery' })
    const stolen = await token()
    await project.keys.verify(stolen)
    await rotate(true)
    wait(61)
    await expect(project.keys.verify(stolen)).rejects.toMatchObject({ reason: 'signer' })
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect((await client.auth.getUser()).error).toBeNull()
  })
})

it('a token is refused from the second it expires, and before its nbf: no clock tolerance', async () => {
  const second = Math.floor(now().getTime() / 1000)
  const expired = await project.keys.issue({ role: 'anon', exp: second })
  await expect(project.keys.verify(expired)).rejects.toMatchObject({ reason: 'expired' })
  const early = await project.keys.issue({ role: 'anon', nbf: second + 5, exp: second + 60 })
  await expect(project.keys.verify(early)).rejects.toMatchObject({ reason: 'not_yet_valid' })
})
