import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestProject, testProject } from '../testing/test-project.ts'

let project: TestProject
beforeAll(async () => {
  project = await testProject()
})
afterAll(() => project.stop())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${project.url}${path}`, { headers })

it('reports liveness and readiness to anyone', async () => {
  expect(await (await get('/health')).json()).toEqual({ status: 'ok' })
  expect([(await get('/health')).status, (await get('/ready')).status]).toEqual([200, 200])
})

it('serves metrics to the service role only: volumes and times would reveal messages that are not sent to everyone', async () => {
  const { anonKey, serviceRoleKey, keys } = project
  const refused = [
    {},
    { apikey: anonKey },
    { authorization: `Bearer ${anonKey}` },
    { authorization: 'Bearer nonsense' },
    { apikey: keys.publishableKey },
  ]
  for (const headers of refused as Record<string, string>[])
    expect((await get('/metrics', headers)).status).toBe(401)
  for (const headers of [{ authorization: `Bearer ${serviceRoleKey}` }, { apikey: keys.secretKey }]) {
    const answer = await get('/metrics', headers)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('# HELP')
  }
})
