import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from './testing/test-project.ts'

/** Slow callers on raw connections: what they receive, and when the server closes the connection. */
const projectDir = mkdtempSync(join(tmpdir(), 'patience-'))
const source = (name: string, text: string) => {
  const folder = join(projectDir, 'supabase', 'functions', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'index.ts'), text)
}
source(
  'echo',
  `Deno.serve(async (request) => new Response(String((await request.arrayBuffer()).byteLength)))`,
)
source('ignores', `Deno.serve(() => new Response('ignored', { status: 413 }))`)
source(
  'sips',
  `Deno.serve(async (request) => { const { value } = await request.body.getReader().read(); return new Response('sipped ' + (value.length > 0)) })`,
)
source(
  'gives-up',
  `Deno.serve((request) => { const reader = request.body.getReader(); reader.read().then(() => reader.read()).catch(() => {}); return new Promise((done) => setTimeout(() => done(new Response('gave up')), 200)) })`,
)

let project: TestProject
beforeAll(async () => {
  project = await testProject({
    projectDir,
    sql: `create table notes (body text); grant all on notes to service_role;
      insert into storage.buckets (id, name) values ('files', 'files')`,
    patience: { headersMs: 300, windowMs: 400, windowBytes: 100, leftoverBytes: 1_000_000 },
  })
})
afterAll(async () => {
  await project.stop()
  rmSync(projectDir, { recursive: true, force: true })
})

type Line = { socket: Socket; heard: () => string; ended: Promise<void> }
function open(): Line {
  const socket = connect(Number(new URL(project.url).port), '127.0.0.1')
  let heard = ''
  socket.on('data', (data) => {
    heard += data
  })
  socket.on('error', () => {})
  return {
    socket,
    heard: () => heard,
    ended: new Promise((resolve) => socket.once('close', () => resolve())),
  }
}
const head = (path: string, length: number, method = 'POST') =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\napikey: ${project.serviceRoleKey}\r\nauthorization: Bearer ${project.serviceRoleKey}\r\n` +
  `content-type: application/json\r\ncontent-length: ${length}\r\n\r\n`
/** Sends `bytes` of a body every 50 ms until the connection ends or `until` is reached. */
function drip({ socket }: Line, bytes: number, until = Number.POSITIVE_INFINITY): void {
  let sent = 0
  const drops = setInterval(() => {
    if (socket.destroyed || sent >= until) return clearInterval(drops)
    sent += bytes
    socket.write(' '.repeat(bytes))
  }, 50)
}

describe('a slow sender', () => {
  it.each([
    '/auth/v1/token?grant_type=password',
    '/rest/v1/notes',
    '/realtime/v1/api/broadcast',
    '/storage/v1/object/files/slow.txt',
    '/storage/v1/object/list/files',
    '/functions/v1/echo',
  ])('in the body of POST %s gets 408, and the connection is closed', async (path) => {
    const line = open()
    line.socket.write(head(path, 1_000_000))
    drip(line, 1)
    await line.ended
    expect(line.heard()).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('in the headers gets 408 too', async () => {
    const line = open()
    line.socket.write('GET /rest/v1/ HTTP/1.1\r\nHost: localhost\r\n')
    const drops = setInterval(() => line.socket.write('x-drop: 1\r\n'), 50)
    await line.ended
    clearInterval(drops)
    expect(line.heard()).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('that is slow but steady is answered', async () => {
    const line = open()
    line.socket.write(head('/functions/v1/echo', 5000))
    // Lasts three windows.
    drip(line, 200, 5000)
    await expect.poll(line.heard, { timeout: 10_000 }).toMatch(/200 OK[\s\S]*5000/)
    line.socket.destroy()
  })
})

describe('a connection', () => {
  it.each([
    ['ignores', 'ignored'],
    ['sips', 'sipped true'],
    ['gives-up', 'gave up'],
  ])('serves its next request although the function %s of the body', async (name, answer) => {
    const line = open()
    line.socket.write(head(`/functions/v1/${name}`, 300_000))
    line.socket.write('x'.repeat(200_000))
    await expect.poll(line.heard, { timeout: 10_000 }).toContain(answer)
    line.socket.write('x'.repeat(100_000))
    line.socket.write(`${head('/functions/v1/echo', 2)}ab`)
    await expect.poll(line.heard, { timeout: 10_000 }).toMatch(/200 OK[\s\S]*\r\n\r\n(1\r\n)?2/)
    line.socket.destroy()
  })

  it('is closed when an unread body does not end', async () => {
    const line = open()
    line.socket.write(head('/functions/v1/sips', 100_000_000))
    const more = () => {
      if (!line.socket.destroyed) line.socket.write(Buffer.alloc(65_536), more)
    }
    more()
    await line.ended
    expect(line.heard()).toContain('sipped true')
  })
})
