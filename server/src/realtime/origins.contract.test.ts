import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type TestProject, testProject } from '../testing/test-project.ts'

const projectDir = mkdtempSync(join(tmpdir(), 'origins-'))
mkdirSync(join(projectDir, 'supabase'))
writeFileSync(
  join(projectDir, 'supabase', 'config.toml'),
  `[auth]
   site_url = "https://app.example.com"
   additional_redirect_urls = ["https://*.preview.example.com/**", "http://localhost:3000/**", "myapp://callback"]
   [realtime]
   allowed_origins = ["capacitor://localhost", "https://partner.example.net"]`,
)
let project: TestProject
let listened: string
beforeAll(async () => {
  project = await testProject({ projectDir })
  listened = project.url
})
afterAll(async () => {
  await project.stop()
  rmSync(projectDir, { recursive: true, force: true })
})

async function statusFor(publicUrl: string, headers: Record<string, string>): Promise<number> {
  project.context.publicUrl = publicUrl
  const path = `/realtime/v1/websocket?apikey=${project.anonKey}&vsn=2.0.0`
  const ws = new WebSocket(`${listened.replace('http', 'ws')}${path}`, { headers })
  const status = await Promise.race([
    once(ws, 'open').then(() => 101),
    once(ws, 'unexpected-response').then(([, answer]) => (answer as IncomingMessage).statusCode as number),
  ])
  ws.on('error', () => {})
  ws.terminate()
  return status
}

const live = 'https://api.example.com'

describe('a socket from a page', () => {
  it.each([
    'https://app.example.com',
    'https://api.example.com',
    'https://pull-7.preview.example.com',
    'https://partner.example.net',
    'capacitor://localhost',
  ])('of %s is accepted', async (origin) => {
    expect(await statusFor(live, { origin })).toBe(101)
  })

  it.each([
    'https://evil.example.net',
    'http://app.example.com',
    'https://app.example.com:8443',
    'https://app.example.com.evil.net',
    'https://a.b.preview.example.com',
    'https://preview.example.com',
    'http://localhost:3000',
    'http://127.0.0.1:5173',
    'null',
    'file://',
    '',
  ])('of %j is refused with 403', async (origin) => {
    expect(await statusFor(live, { origin })).toBe(403)
  })

  it('of the socket’s own host is accepted, whatever its name', async () => {
    const headers = { origin: 'https://another-name.example', host: 'another-name.example' }
    expect(await statusFor(live, headers)).toBe(101)
  })

  it('of this machine is accepted while the site is not public', async () => {
    for (const origin of ['http://localhost:5173', 'http://127.0.0.1:4000', 'http://[::1]:4000']) {
      expect(await statusFor(listened, { origin })).toBe(101)
    }
    expect(await statusFor(listened, { origin: 'https://evil.example.net' })).toBe(403)
  })
})

it('a socket without an origin is judged by its token alone', async () => {
  expect(await statusFor(live, {})).toBe(101)
})
