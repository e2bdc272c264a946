import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from './testing/test-project.ts'

let project: TestProject
beforeAll(async () => {
  project = await testProject({ projectDir: `${import.meta.dirname}/../fixtures/foreign` })
})
afterAll(() => project.stop())

const elsewhere = 'https://elsewhere.example'
/** Headers that the official clients send. */
const SENT = 'apikey, authorization, content-type, prefer, x-client-info, x-upsert, x-retry-count'

describe('a page of another site', () => {
  it.each([
    '/auth/v1/settings',
    '/rest/v1/',
    '/rest/v1/nothing',
    '/realtime/v1/api/ping',
    '/storage/v1/bucket',
    '/storage/v1/upload/resumable',
    '/functions/v1/hello',
    '/functions/v1/nothing',
  ])('may call %s with a token, never with the browser’s credentials', async (path) => {
    const url = `${project.url}${path}`
    const asked = await fetch(url, {
      headers: { origin: elsewhere, apikey: project.anonKey, authorization: `Bearer ${project.anonKey}` },
    })
    expect(asked.headers.get('access-control-allow-origin')).toBe('*')
    expect(asked.headers.get('access-control-allow-credentials')).toBeNull()

    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin: elsewhere,
        'access-control-request-method': 'POST',
        'access-control-request-headers': SENT,
      },
    })
    expect(preflight.ok).toBe(true)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST')
    const allowed = preflight.headers.get('access-control-allow-headers')?.toLowerCase().split(/, */)
    expect(allowed).toEqual(expect.arrayContaining(SENT.split(', ')))
  })
})
