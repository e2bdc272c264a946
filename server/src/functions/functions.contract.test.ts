import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createClient, FunctionsHttpError } from '@supabase/supabase-js'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from '../testing/test-project.ts'
import { DEFAULT_LIMITS } from './limits.ts'
import { startFunctions } from './plugin.ts'

const projectDir = mkdtempSync(join(tmpdir(), 'functions-'))
const write = (path: string, text: string) => {
  const file = join(projectDir, 'supabase', path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}
const source = (name: string, text: string) => write(`functions/${name}/index.ts`, text)

let project: TestProject
const client = () => createClient(project.url, project.anonKey, { auth: { persistSession: false } })
const call = (path: string, init: RequestInit = {}) => {
  const headers = { authorization: `Bearer ${project.anonKey}`, ...(init.headers as Record<string, string>) }
  return fetch(`${project.url}/functions/v1/${path}`, { ...init, headers })
}

beforeAll(async () => {
  write(
    'config.toml',
    `[functions.open]\nverify_jwt = false\n[functions.off]\nenabled = false\n[edge_runtime.secrets]\nFROM_CONFIG = "two"\nUNSET = "env(SET_BY_NOBODY)"\n`,
  )
  write('functions/.env', 'FROM_FILE=one\nSUPABASE_URL=http://elsewhere\n')
  write('functions/_shared/words.ts', `export enum Word { Hello = 'Hello' }\nexport type Name = string\n`)
  source(
    'hello',
    `import 'jsr:@supabase/functions-js/edge-runtime.d.ts'
     import { Word, type Name } from '../_shared/words.ts'
     Deno.serve({ onListen: () => {} }, async (request: Request) => {
       const { name } = (await request.json()) as { name: Name }
       return Response.json({ text: Word.Hello + ' ' + name, path: new URL(request.url).pathname, method: request.method })
     })`,
  )
  source(
    'declared',
    `export default { fetch: async (request: Request) => new Response(await request.arrayBuffer()) }`,
  )
  source(
    'old',
    `import { serve } from 'https://deno.land/std@0.168.0/http/server.ts'
     import { createClient } from 'https://esm.sh/@supabase/supabase-js@2'
     import { corsHeaders } from 'npm:@supabase/supabase-js@2/cors'
     serve((request) => new Response(typeof createClient, { headers: corsHeaders }))`,
  )
  write(
    'functions/mapped/deno.json',
    `{ // where things are\n "imports": { "words": "../_shared/words.ts", "@supabase/supabase-js": "jsr:@supabase/supabase-js@2" } }`,
  )
  source(
    'mapped',
    `import { Word } from 'words'\nimport * as s from '@supabase/supabase-js'\nDeno.serve(() => new Response(Word.Hello + typeof s.createClient))`,
  )
  source(
    'environment',
    `Deno.serve(() => Response.json({ ...Deno.env.toObject(), home: Deno.env.get('HOME') ?? null, process: process.env.PATH ?? null }))`,
  )
  source('open', `Deno.serve((request) => Response.json(Object.fromEntries(request.headers)))`)
  source('off', `Deno.serve(() => new Response('never'))`)
  source('syntax', `Deno.serve(() => { new Response( })`)
  source('missing', `import 'npm:nobody-ever-published-this'\nDeno.serve(() => new Response('never'))`)
  source('silent', `export const nothing = 1`)
  source('throws', `Deno.serve(() => { throw new Error('a secret detail') })`)
  source(
    'handled',
    `Deno.serve({ onError: (error) => new Response(error.message, { status: 418 }), handler: () => { throw new Error('tea') } })`,
  )
  source('nonsense', `Deno.serve(() => 42)`)
  source(
    'crashes',
    `let calls = 0\nDeno.serve((request) => { if (new URL(request.url).search) setTimeout(() => { throw new Error('gone') }); else return new Response(String(++calls)); return new Promise(() => {}) })`,
  )
  source(
    'greedy',
    `const kept: number[][] = []\nDeno.serve(() => { for (;;) kept.push(new Array(100_000).fill(0).map(Math.random)) })`,
  )
  source(
    'sse',
    `Deno.serve(() => new Response(new ReadableStream({ start(c) { const e = new TextEncoder(); setTimeout(() => c.enqueue(e.encode('data: 1\\n\\n')), 200); setTimeout(() => { c.enqueue(e.encode('data: 2\\n\\n')); c.close() }, 400) } }), { headers: { 'content-type': 'text/event-stream' } }))`,
  )
  source(
    'cookies',
    `Deno.serve(() => { const h = new Headers(); h.append('set-cookie', 'a=1'); h.append('set-cookie', 'b=2'); return new Response(null, { status: 204, headers: h }) })`,
  )
  source(
    'later',
    `let seen = 0\nDeno.serve((r) => { if (r.method === 'GET') return new Response(String(seen)); EdgeRuntime.waitUntil(new Promise((done) => setTimeout(() => { seen++; done(null) }, 100))); return new Response('soon') })`,
  )
  source(
    'endless',
    `let cancelled = 0\nDeno.serve((r) => r.method === 'GET' ? new Response(String(cancelled)) : new Response(new ReadableStream({ pull(c) { c.enqueue(new Uint8Array(65536)) }, cancel() { cancelled++ } })))`,
  )
  source('spins', `Deno.serve(() => { for (;;); })`)
  source('waits', `Deno.serve(() => new Promise(() => {}))`)
  source('changing', `Deno.serve(() => new Response('first'))`)
  project = await testProject({ projectDir })
})
afterAll(async () => {
  await project.stop()
  rmSync(projectDir, { recursive: true, force: true })
})

describe('a function', () => {
  it('[S-83] can be called with the official client', async () => {
    const { data, error } = await client().functions.invoke('hello', { body: { name: 'Ann' } })
    expect(error).toBeNull()
    expect(data).toEqual({ text: 'Hello Ann', path: '/hello', method: 'POST' })
    const deeper = await client().functions.invoke('hello/sub/path?x=1', {
      body: { name: 'Bob' },
      method: 'PUT',
    })
    expect(deeper.data).toEqual({ text: 'Hello Bob', path: '/hello/sub/path', method: 'PUT' })
  })

  it('can be a default export, and receives its body byte for byte at any length', async () => {
    const sent = Buffer.alloc(3_000_000)
    for (let index = 0; index < sent.length; index++) sent[index] = (index * 31) % 251
    const answer = await call('declared', { method: 'POST', body: sent })
    expect(Buffer.compare(Buffer.from(await answer.arrayBuffer()), sent)).toBe(0)
    expect(await (await call('declared', { method: 'POST', body: '' })).text()).toBe('')
  })

  it('can use older export styles', async () => {
    const answer = await call('old')
    expect(await answer.text()).toBe('function')
    expect(answer.headers.get('access-control-allow-headers')).toContain('x-client-info')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('resolves imports through deno.json', async () => {
    expect(await (await call('mapped')).text()).toBe('Hellofunction')
  })

  it('has its own environment: the project, its keys and its secrets, nothing of the server', async () => {
    const environment = await (await call('environment')).json()
    expect(environment).toMatchObject({
      SUPABASE_URL: project.url,
      SUPABASE_ANON_KEY: project.anonKey,
      SUPABASE_SERVICE_ROLE_KEY: project.serviceRoleKey,
      FROM_FILE: 'one',
      FROM_CONFIG: 'two',
      home: null,
      process: null,
    })
  })

  it('streams its answer', async () => {
    const answer = await call('sse')
    const started = Date.now()
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    const first = Date.now() - started
    await reader.read()
    expect(Date.now() - started - first).toBeGreaterThan(100)
  })

  it('sends every cookie, and no body with 204', async () => {
    const answer = await call('cookies')
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([204, ['a=1', 'b=2']])
  })

  it('finishes background work after the answer', async () => {
    expect(await (await call('later', { method: 'POST' })).text()).toBe('soon')
    await expect.poll(async () => (await call('later')).text()).toBe('1')
  })

  it('is notified when its caller disconnects', async () => {
    const answer = await call('endless', { method: 'POST' })
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    await reader.cancel()
    await expect.poll(async () => (await call('endless')).text()).toBe('1')
  })

  it('is reloaded after its file changed', async () => {
    expect(await (await call('changing')).text()).toBe('first')
    const file = source('changing', `Deno.serve(() => new Response('second'))`)
    utimesSync(file, new Date(), new Date(Date.now() + 2000))
    await expect.poll(async () => (await call('changing')).text(), { timeout: 4000 }).toBe('second')
  })
})

describe('access to a function', () => {
  it('requires a valid token or key, unless verify_jwt is off', async () => {
    const status = async (headers: Record<string, string>, name = 'cookies') => {
      const answer = await fetch(`${project.url}/functions/v1/${name}`, { headers })
      return [
        answer.status,
        answer.status === 401 ? ((await answer.json()) as { msg: string }).msg : undefined,
      ]
    }
    const { anonKey, publishableKey } = project.keys
    expect(await status({})).toEqual([401, 'Error: Missing authorization header'])
    expect(await status({ authorization: 'Basic eA==' })).toEqual([
      401,
      "Error: Auth header is not 'Bearer {token}'",
    ])
    expect(await status({ authorization: `Bearer ${anonKey}x` })).toEqual([401, 'Invalid JWT'])
    expect(await status({ authorization: `Bearer ${anonKey}` })).toEqual([204, undefined])
    expect(await status({ apikey: publishableKey })).toEqual([204, undefined])
    expect(await status({}, 'open')).toEqual([200, undefined])
  })

  it('replaces an opaque key by the token it represents', async () => {
    const answer = await fetch(`${project.url}/functions/v1/open`, {
      headers: { apikey: project.keys.secretKey },
    })
    expect(await answer.json()).toMatchObject({ authorization: `Bearer ${project.serviceRoleKey}` })
  })

  it('is allowed from any origin', async () => {
    const answer = await fetch(`${project.url}/functions/v1/hello`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://example.com',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, x-supabase-new-feature',
      },
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-headers')).toContain('x-supabase-new-feature')
  })
})

describe('the answer for a function that does not answer', () => {
  it.each([
    ['nobody', 404, 'Function not found'],
    ['off', 404, 'Function not found'],
    ['_shared', 404, 'Function not found'],
    ['..%2f..%2fetc', 404, 'Function not found'],
    ['', 404, 'Function not found'],
    ['throws', 500, 'Internal Server Error'],
    ['handled', 418, 'tea'],
  ])('%s: %i', async (name, status, text) => {
    const answer = await call(name)
    expect([answer.status, await answer.text()]).toEqual([status, text])
  })

  it.each([
    ['syntax', 503, 'BOOT_ERROR'],
    ['missing', 503, 'BOOT_ERROR'],
    ['silent', 503, 'BOOT_ERROR'],
    ['nonsense', 500, 'WORKER_ERROR'],
    ['greedy', 546, 'WORKER_LIMIT'],
  ])('%s: %i %s', async (name, status, code) => {
    const answer = await call(name)
    expect([answer.status, await answer.json()]).toMatchObject([status, { code }])
  })

  it('a busy loop is stopped, and a request without an answer times out', async () => {
    const app = Fastify()
    const limits = { ...DEFAULT_LIMITS, busyMs: 600, idleMs: 1500, partingMs: 200 }
    await app.register((scope) => startFunctions(scope, project.context, limits), { prefix: '/functions/v1' })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const headers = { authorization: `Bearer ${project.anonKey}` }
    const spins = await fetch(`${url}/functions/v1/spins`, { headers })
    expect([spins.status, await spins.json()]).toMatchObject([546, { code: 'WORKER_LIMIT' }])
    const waits = await fetch(`${url}/functions/v1/waits`, { headers })
    expect([waits.status, await waits.json()]).toMatchObject([504, { code: 'IDLE_TIMEOUT' }])
    await app.close()
  })

  it('a crash is answered, and the function restarts', async () => {
    expect(await (await call('crashes')).text()).toBe('1')
    const { error } = await client().functions.invoke('crashes?now', { method: 'GET' })
    expect(error).toBeInstanceOf(FunctionsHttpError)
    expect((error as FunctionsHttpError).context.status).toBe(500)
    expect(await (await call('crashes')).text()).toBe('1')
  })

  it('an upgrade request is refused instead of left hanging', async () => {
    const status = await new Promise((resolve, reject) => {
      const attempt = request(`${project.url}/functions/v1/open`, {
        headers: { connection: 'Upgrade', upgrade: 'websocket' },
      })
      attempt.on('response', (response) => resolve(response.statusCode))
      attempt.on('error', reject)
      attempt.end()
    })
    expect(status).toBe(404)
  })
})
