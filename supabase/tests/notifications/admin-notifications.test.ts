import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from '../../../server/src/testing/test-project.ts'
import { readNotification } from '../../functions/admin-notifications/notification.ts'
import { RateLimit } from '../../functions/admin-notifications/rate-limit.ts'

let project: TestProject
beforeAll(async () => {
  project = await testProject({ projectDir: join(import.meta.dirname, '..', '..', '..'), trustProxy: 1 })
})
afterAll(() => project.stop())

let callers = 0
/** Each call uses a different address (the test is the proxy), so that tests do not share a rate limit. */
const invoke = (body: unknown, headers: Record<string, string> = {}) =>
  createClient(project.url, project.anonKey, { auth: { persistSession: false } }).functions.invoke(
    'admin-notifications',
    {
      body: body as Record<string, unknown>,
      headers: { 'x-forwarded-for': `10.0.0.${++callers}`, ...headers },
    },
  )
const errorOf = async (result: Awaited<ReturnType<typeof invoke>>) => {
  const { status } = result.response as Response
  const { error } = (await (result.response as Response).json()) as {
    error: { code: string; message: string }
  }
  return [status, error.code]
}
const rows = async () =>
  (
    await project.admin.query(
      'select type, user_email, first_name, last_name, product_name, source, read_at from public.admin_notifications order by id',
    )
  ).rows

const inscription = {
  type: 'inscription',
  userEmail: 'alix@example.com',
  firstName: 'Alix',
  lastName: 'Laurent',
  additionalData: { source: 'freemium' },
}

describe('admin-notifications', () => {
  it('[S-28] records a sign-up and a request for premium, told with the public key', async () => {
    expect(await invoke(inscription)).toMatchObject({ data: { ok: true }, error: null })
    const request = {
      type: 'premium_request',
      userEmail: 'max@example.com',
      firstName: 'Max',
      lastName: "d'Été",
      productName: 'premium',
    }
    expect(await invoke(request)).toMatchObject({ data: { ok: true }, error: null })
    expect(await rows()).toEqual([
      {
        type: 'inscription',
        user_email: 'alix@example.com',
        first_name: 'Alix',
        last_name: 'Laurent',
        product_name: null,
        source: 'freemium',
        read_at: null,
      },
      {
        type: 'premium_request',
        user_email: 'max@example.com',
        first_name: 'Max',
        last_name: "d'Été",
        product_name: 'premium',
        source: null,
        read_at: null,
      },
    ])
  })

  it('[S-28] answers nobody without a key', async () => {
    const answer = await fetch(`${project.url}/functions/v1/admin-notifications`, {
      method: 'POST',
      body: JSON.stringify(inscription),
    })
    expect(answer.status).toBe(401)
  })

  it('[S-28] refuses what it cannot use, naming the field and repeating nothing', async () => {
    const before = (await rows()).length
    const wrong = [
      [],
      { ...inscription, type: 'other' },
      { ...inscription, userEmail: 'nobody' },
      { ...inscription, userEmail: 'a@b\r\nbcc: c@d' },
      { ...inscription, firstName: 'x'.repeat(121) },
      { ...inscription, lastName: '\u0000' },
      { ...inscription, productName: 7 },
      { ...inscription, additionalData: { source: {} } },
    ]
    for (const body of wrong) expect(await errorOf(await invoke(body))).toEqual([400, 'invalid_notification'])
    const large = { ...inscription, additionalData: { source: 'x'.repeat(5000) } }
    expect(await errorOf(await invoke(large))).toEqual([413, 'too_large'])
    expect((await rows()).length).toBe(before)
  })

  it('[S-28] limits one caller, whatever address they claim, and one mailbox', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 12; n++) {
      const body = { ...inscription, userEmail: `n${n}@example.com` }
      statuses.push(
        (await invoke(body, { 'x-forwarded-for': `203.0.113.${n}, 192.0.2.1` })).response?.status ?? 0,
      )
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
    const about: number[] = []
    for (let n = 0; n < 6; n++)
      about.push((await invoke({ ...inscription, userEmail: 'Often@example.com' })).response?.status ?? 0)
    expect(about).toEqual([200, 200, 200, 200, 200, 429])
  })

  it('[S-28] leaves the notices to the administrators', async () => {
    const { data, error } = await createClient(project.url, project.anonKey)
      .from('admin_notifications')
      .select()
    expect(data ?? []).toEqual([])
    expect(error).not.toBeNull()
  })
})

describe('the reader of a notification', () => {
  it('takes any text without throwing, and lets through only what the table takes', () => {
    const field = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.jsonValue())
    const body = fc.record(
      {
        type: fc.constantFrom('inscription', 'premium_request', 'x'),
        userEmail: fc.oneof(fc.emailAddress(), field),
        firstName: field,
        lastName: field,
        productName: field,
        additionalData: fc.oneof(fc.record({ source: field }), field),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          body.map((value) => JSON.stringify(value)),
        ),
        (text) => {
          const read = readNotification(text)
          if ('wrong' in read) return
          const { row } = read
          for (const value of [row.first_name, row.last_name, row.product_name ?? '', row.source ?? ''])
            expect(value.length <= 120 && !value.includes('\0')).toBe(true)
          expect(row.user_email.length).toBeGreaterThanOrEqual(3)
        },
      ),
    )
  })
})

describe('the limit of a rate', () => {
  it('restarts with each window, separately for each key, and drops past windows', () => {
    const limit = new RateLimit(2, 100)
    expect([0, 1, 2].map((now) => limit.allows('a', now))).toEqual([true, true, false])
    expect(limit.allows('b', 2)).toBe(true)
    expect(limit.allows('a', 100)).toBe(true)
    for (let key = 0; key < 20_000; key++) limit.allows(`k${key}`, 200)
    expect(limit.allows('b', 200)).toBe(true)
  })
})
