import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from './testing/test-project.ts'

let project: TestProject
beforeAll(async () => {
  project = await testProject({ projectDir: `${import.meta.dirname}/../fixtures/foreign` })
})
afterAll(() => project.stop())

const ask = (path: string) =>
  fetch(project.url + path, { headers: { authorization: `Bearer ${project.anonKey}` } })

describe('an answer that is not a page', () => {
  it.each([
    '/health',
    '/auth/v1/settings',
    '/rest/v1/nothing',
    '/realtime/v1/api/ping',
    '/storage/v1/bucket',
    '/functions/v1/hello',
    '/nowhere',
    '/%',
  ])('cannot be executed, framed or sniffed by a browser: %s', async (path) => {
    const { headers } = await ask(path)
    const policy = headers.get('content-security-policy')?.split('; ')
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]),
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it.each(['/auth/v1/settings', '/rest/v1/', '/rest/v1/nothing', '/functions/v1/hello'])(
    'is not cached: %s',
    async (path) => {
      expect((await ask(path)).headers.get('cache-control')).toBe('no-store')
    },
  )
})

it('a refused socket carries the same security headers as every other answer', async () => {
  const { hostname, port } = new URL(project.url)
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  }
  const told = await new Promise<Record<string, unknown>>((resolve, reject) => {
    request({ hostname, port, path: '/realtime/v1/websocket?vsn=1.0.0', headers }, (response) => {
      response.resume()
      resolve({ status: response.statusCode, ...response.headers })
    })
      .on('error', reject)
      .end()
  })
  expect(told).toMatchObject({
    status: 401,
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  })
})

it('TRACE does not echo the request', async () => {
  const { host } = new URL(project.url)
  const [hostname, port] = host.split(':')
  const headers = { 'x-secret': 'this must not come back' }
  const { status, text } = await new Promise<{ status: number | undefined; text: string }>(
    (resolve, reject) => {
      request({ hostname, port, path: '/auth/v1/settings', method: 'TRACE', headers }, (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode, text }))
      })
        .on('error', reject)
        .end()
    },
  )
  expect(status).toBeGreaterThanOrEqual(400)
  expect(text).not.toContain(headers['x-secret'])
})
