import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { site } from './site.ts'

const directory = mkdtempSync(join(tmpdir(), 'site-'))
const app = fastify()
beforeAll(async () => {
  writeFileSync(join(directory, 'index.html'), '<html><head></head><body></body></html>')
  writeFileSync(join(directory, 'worker.js'), 'fetch("/rest/v1/")')
  const connections = { everywhere: ['https://hooks.example.com'], at: { '/office/settings': ['https:'] } }
  writeFileSync(join(directory, 'pages.json'), JSON.stringify({ default: 'fr', pages: {}, connections }))
  await app.register(site, { directory, anonKey: 'key', publicUrl: () => 'https://vigie.example' })
})
afterAll(async () => {
  await app.close()
  rmSync(directory, { recursive: true })
})

const connectSources = async (url: string) => {
  const { headers } = await app.inject({ url, headers: { accept: 'text/html' } })
  const policy = headers['content-security-policy'] as string
  return policy
    .split('; ')
    .find((directive) => directive.startsWith('connect-src '))
    ?.split(' ')
    .slice(1)
}

it('a script cannot be framed, and a worker made from it can still send requests', async () => {
  const { headers } = await app.inject('/worker.js')
  const policy = (headers['content-security-policy'] as string).split('; ')
  expect(policy).toEqual(
    expect.arrayContaining(["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]),
  )
  expect(policy.join()).not.toMatch(/default-src|connect-src/)
})

describe('the allowed request targets of a document', () => {
  const usual = ["'self'", 'wss://vigie.example', 'https://hooks.example.com']

  it.each(['/', '/login', '/office', '/office/settings/more', '/nowhere?at=/office/settings'])(
    'are this site, its socket and what the build lists, at %s',
    async (url) => {
      expect(await connectSources(url)).toEqual(usual)
    },
  )

  it.each(['/office/settings', '/Office/Settings/', '/office/settings?tab=2'])(
    'include what the build adds for %s',
    async (url) => {
      expect(await connectSources(url)).toEqual([...usual, 'https:'])
    },
  )
})
