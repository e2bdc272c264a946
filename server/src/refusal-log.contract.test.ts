import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestProject, testProject } from './testing/test-project.ts'

let project: TestProject
let lines: string[] = []
beforeAll(async () => {
  project = await testProject({
    projectDir: `${import.meta.dirname}/../fixtures/foreign`,
    logLevel: 'info',
    logTo: { write: (line) => lines.push(line) },
    trustProxy: 1,
    requestLimits: { perAddress: 3, perMember: 0 },
  })
})
afterAll(() => project.stop())
beforeEach(() => {
  lines = []
})

const address = '192.0.2.44'
const ask = (path: string, init: RequestInit = {}, from = address) =>
  fetch(project.url + path, {
    ...init,
    headers: { 'x-forwarded-for': from, authorization: `Bearer ${project.anonKey}`, ...init.headers },
  })
/** The logged refusals; each is written after its answer was sent. */
const told = async () => {
  await expect.poll(() => lines.length).toBeGreaterThan(0)
  return lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'refused')
}

it('a wrong password is logged with address and reason, without the password or the account', async () => {
  const body = JSON.stringify({ email: 'ada@example.com', password: 'not the right one' })
  const answer = await ask('/auth/v1/token?grant_type=password', { method: 'POST', body })
  expect(answer.status).toBe(400)
  expect(await told()).toEqual([
    expect.objectContaining({
      level: 30,
      path: '/auth/v1/token',
      status: 400,
      code: 'invalid_credentials',
      address,
      reqId: expect.any(String),
      time: expect.any(Number),
    }),
  ])
  expect(lines.join('')).not.toMatch(/ada@|not the right one|eyJ/)
})

it.each([
  ['/rest/v1/', 401, { authorization: 'Bearer a.b.c' }],
  ['/auth/v1/admin/users', 403, {}],
  ['/metrics', 401, {}],
])('%s is logged when refused with %i', async (path, status, headers) => {
  expect((await ask(path, { headers })).status).toBe(status)
  expect(await told()).toEqual([expect.objectContaining({ path, status, address })])
})

it('a reached rate limit is logged', async () => {
  const from = '192.0.2.45'
  for (let n = 0; n < 4; n++) await ask('/rest/v1/', {}, from)
  expect(await told()).toEqual([expect.objectContaining({ path: '/rest/v1/', status: 429, address: from })])
})
