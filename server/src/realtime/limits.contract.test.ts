import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type TestProject, testProject } from '../testing/test-project.ts'
import type { Hub } from './hub.ts'
import { DEFAULT_LIMITS, type Limits } from './limits.ts'
import { metrics } from './metrics.ts'
import { startRealtime } from './plugin.ts'
import { pause, until } from './realtime-clients.ts'

let project: TestProject
let clock = 0
const stops: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  project = await testProject()
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})
afterAll(() => project.stop())

async function service(limits: Partial<Limits>): Promise<{ hub: Hub; url: string; port: number }> {
  const app = Fastify()
  clock = 0
  const context = { ...project.context, now: () => new Date(Date.now() + clock) }
  let hub: Hub | undefined
  await app.register(
    async (scope) => {
      hub = await startRealtime(scope, context, { ...DEFAULT_LIMITS, ...limits })
    },
    { prefix: '/realtime/v1' },
  )
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  stops.push(() => app.close())
  return { hub: hub as Hub, url: `${url.replace('http', 'ws')}${PATH}`, port: Number(new URL(url).port) }
}

const PATH = '/realtime/v1/websocket?vsn=2.0.0&apikey='
const message = (ref: string, topic: string, event: string, payload: unknown = {}) =>
  JSON.stringify(['1', ref, topic, event, payload])

/** A raw client with its received messages, in order, and its close code. */
async function bare(url: string) {
  const ws = new WebSocket(url + project.anonKey)
  const received: unknown[][] = []
  ws.on('message', (data, binary) => received.push(binary ? ['binary', data] : JSON.parse(data.toString())))
  const closed = new Promise<[number, string]>((resolve) => {
    ws.on('close', (code, reason) => resolve([code, reason.toString()]))
  })
  await once(ws, 'open')
  return { ws, received, closed }
}

describe('a socket', () => {
  it('that sends too much loses the channel first, then the connection', async () => {
    const { url } = await service({ messagesPerSecond: 20 })
    const { ws, received, closed } = await bare(url)
    ws.send(message('1', 'realtime:t', 'phx_join'))
    await until(() => received.length === 1)
    for (let n = 0; n < 21; n++)
      ws.send(message(`${n}`, 'realtime:t', 'broadcast', { event: 'e', payload: {} }))
    await until(() => received.length >= 3)
    expect(received[1]?.[4]).toMatchObject({ status: 'error', message: 'Too many messages per second' })
    expect(received[2]?.slice(2, 4)).toEqual(['realtime:t', 'phx_close'])
    for (let n = 0; n < 500; n++) ws.send(message(`${n}`, 'phoenix', 'heartbeat'))
    expect(await closed).toEqual([1008, 'Too many messages per second'])
  })

  it('that joins too often is closed', async () => {
    const { url } = await service({ joinsPerSecond: 5 })
    const { ws, received, closed } = await bare(url)
    for (let n = 0; n < 6; n++) ws.send(message(`${n}`, `realtime:${n}`, 'phx_join'))
    expect(await closed).toEqual([1008, 'Too many joins per second'])
    expect(received.at(-1)?.[4]).toEqual({
      status: 'error',
      response: { reason: 'ClientJoinRateLimitReached: Too many joins per second' },
    })
  })

  it('that sends an invalid message or too large a frame is closed', async () => {
    const { url } = await service({ frameBytes: 1000 })
    const nonsense = await bare(url)
    nonsense.ws.send('hello')
    expect(await nonsense.closed).toEqual([1003, 'Malformed message'])
    const large = await bare(url)
    large.ws.send('x'.repeat(1001))
    expect((await large.closed)[0]).toBe(1009)
  })

  it('that is silent, or joins nothing, is closed', async () => {
    const { url } = await service({})
    const silent = await bare(url)
    clock = DEFAULT_LIMITS.idleMs + 1000
    expect(await silent.closed).toEqual([1000, 'idle'])
    const aimless = await bare(url)
    const beating = setInterval(() => {
      clock += 60_000
      if (aimless.ws.readyState === WebSocket.OPEN) aimless.ws.send(message('1', 'phoenix', 'heartbeat'))
    }, 100)
    expect(await aimless.closed).toEqual([1000, 'no channel'])
    clearInterval(beating)
  })

  it('beyond the process’s limit is refused', async () => {
    const { url } = await service({ connections: 2 })
    await Promise.all([bare(url), bare(url)])
    await expect(bare(url)).rejects.toThrow('429')
  })

  it('is notified of a restart when the service stops', async () => {
    const { url } = await service({})
    const { closed } = await bare(url)
    await stops.pop()?.()
    expect(await closed).toEqual([1012, 'service restart'])
  })
})

it('a payload over the limit is reported if an acknowledgement was requested, and delivered to nobody', async () => {
  const { url } = await service({ payloadBytes: 100 })
  const { ws, received } = await bare(url)
  ws.send(message('1', 'realtime:t', 'phx_join', { config: { broadcast: { ack: true, self: true } } }))
  await until(() => received.length === 1)
  ws.send(message('2', 'realtime:t', 'broadcast', { event: 'e', payload: { x: 'x'.repeat(100) } }))
  await until(() => received.length === 2)
  expect(received[1]?.[4]).toEqual({ status: 'error', response: { reason: 'payload_size_exceeded' } })
})

it('a client that does not read is dropped with a reason, counted, and does not affect others', async () => {
  const { hub, url, port } = await service({ bufferedBytes: 100_000 })
  const stalled = connect(port, '127.0.0.1')
  stalled.write(
    `GET ${PATH}${project.anonKey} HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  )
  await once(stalled, 'data')
  const join = Buffer.from(message('1', 'realtime:t', 'phx_join'))
  stalled.write(Buffer.concat([Buffer.from([0x81, 0x80 | join.length, 0, 0, 0, 0]), join]))
  await once(stalled, 'data')
  stalled.pause()
  const { ws, received } = await bare(url)
  ws.send(message('1', 'realtime:t', 'phx_join'))
  await until(() => received.length === 1)
  const dropped = async () => (await metrics.slowConsumers.get()).values[0]?.value ?? 0
  const before = await dropped()
  const payload = Buffer.from(JSON.stringify('x'.repeat(50_000)))
  for (let n = 0; n < 400; n++) {
    void hub.broadcast({ private: false, name: 't' }, { event: 'e', payload, encoding: 'json', meta: null })
    if (n % 10 === 0) await pause(1)
  }
  await until(() => received.length === 401)
  expect(await dropped()).toBe(before + 1)
  await until(() => hub.registry.subscribers('public:t', 'broadcast').size === 1, 8000)
  stalled.destroy()
})
