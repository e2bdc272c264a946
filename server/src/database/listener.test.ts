import { connect, createServer, type Server, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from '../testing/test-project.ts'
import { Listener } from './listener.ts'

let project: TestProject
let proxy: Server
/** Receives what the client sends to PostgreSQL; returning true cuts the connection there. */
let cutsAt: (said: string) => boolean
const sockets = new Set<Socket>()

beforeAll(async () => {
  project = await testProject()
  const { hostname, port } = new URL(project.databaseUrl)
  proxy = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    near.on('data', (said) => {
      if (cutsAt(said.toString('latin1'))) near.destroy()
      else far.write(said)
    })
    far.on('data', (said) => near.write(said))
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  proxy.close()
  await project.stop()
})

let listener: Listener
beforeEach(() => {
  cutsAt = () => false
  const url = new URL(project.databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((proxy.address() as { port: number }).port)
  listener = new Listener(url.href, pino({ level: 'silent' }))
})
afterEach(() => listener.stop())

const lines = () => sockets.size / 2
const cutAll = () => {
  for (const socket of sockets) socket.destroy()
}
const notify = (payload: string) => project.admin.query('select pg_notify($1, $2)', ['tidings', payload])

describe('the listening connection', () => {
  it('reconnects after a cut and reports it', async () => {
    const heard: string[] = []
    let again = 0
    listener.onReconnect(() => again++)
    await listener.on('tidings', (payload) => heard.push(payload))
    await listener.start()
    await notify('one')
    await expect.poll(() => heard).toEqual(['one'])
    cutAll()
    await expect.poll(() => again, { timeout: 5000 }).toBe(1)
    await notify('two')
    await expect.poll(() => heard).toEqual(['one', 'two'])
    expect(lines()).toBe(1)
  })

  it('is not duplicated when it is cut during its LISTEN statements', async () => {
    const heard: string[] = []
    let again = 0
    listener.onReconnect(() => again++)
    await listener.on('tidings', (payload) => heard.push(payload))
    await listener.start()
    let cuts = 0
    cutsAt = (said) => said.includes('listen "') && cuts++ < 2
    cutAll()
    await expect.poll(() => again, { timeout: 5000 }).toBe(1)
    // Long enough for a second connection to appear.
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect({ again, cuts, lines: lines() }).toEqual({ again: 1, cuts: 3, lines: 1 })
    await notify('once')
    await expect.poll(() => heard).toEqual(['once'])
  })

  it('does not reconnect once stopped', async () => {
    await listener.start()
    let asked = 0
    let goOn: (() => void) | undefined
    cutsAt = () => {
      asked++
      goOn?.()
      return false
    }
    const begun = new Promise<void>((resolve) => {
      goOn = resolve
    })
    cutAll()
    await begun
    await listener.stop()
    await expect.poll(lines, { timeout: 5000 }).toBe(0)
    expect(asked).toBeGreaterThan(0)
    expect(listener.connected).toBe(false)
  })
})
