import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type TestProject, testProject } from '../testing/test-project.ts'
import { tokenOf } from './realtime-clients.ts'

let project: TestProject
beforeAll(async () => {
  project = await testProject()
})
afterAll(() => project.stop())

/** Status and body of a refused upgrade, or 101. */
async function upgrade(path: string, headers: Record<string, string> = {}): Promise<[number, string?]> {
  const ws = new WebSocket(`${project.url.replace('http', 'ws')}${path}`, { headers })
  const [kind, value] = await Promise.race([
    once(ws, 'open').then(() => ['open'] as const),
    once(ws, 'unexpected-response').then(([, response]) => ['refused', response] as const),
  ])
  if (kind === 'open') {
    ws.close()
    return [101]
  }
  const chunks: Buffer[] = []
  for await (const chunk of value) chunks.push(chunk)
  return [value.statusCode, JSON.parse(Buffer.concat(chunks).toString()).error]
}

const at = (key: string, more = '&vsn=2.0.0') =>
  `/realtime/v1/websocket?apikey=${encodeURIComponent(key)}${more}`

describe('the websocket handshake', () => {
  it('accepts every kind of key, in the query or a header, in both versions', async () => {
    const { anonKey, serviceRoleKey, publishableKey, secretKey } = project.keys
    for (const key of [anonKey, serviceRoleKey, publishableKey, secretKey, await tokenOf(project)])
      expect(await upgrade(at(key))).toEqual([101])
    expect(await upgrade('/realtime/v1/websocket', { 'x-api-key': anonKey })).toEqual([101])
    expect(await upgrade(at(anonKey, ''))).toEqual([101])
    expect(await upgrade(at(anonKey, '&vsn=1.0.0'))).toEqual([101])
    expect(await upgrade(at(anonKey).replace('/websocket', '/socket/websocket'))).toEqual([101])
  })

  it('states the reason for a refusal', async () => {
    const good = await tokenOf(project)
    const [head, body] = good.split('.')
    expect(await upgrade('/realtime/v1/websocket?vsn=2.0.0')).toEqual([401, 'API key is missing'])
    expect(await upgrade(at(await tokenOf(project, {}, -1)))).toEqual([401, 'Token has expired'])
    expect(await upgrade(at(await tokenOf(project, { role: undefined })))).toEqual([
      401,
      'Fields `role` and `exp` are required in JWT',
    ])
    expect(await upgrade(at('nonsense'))).toEqual([401, 'The token provided is not a valid JWT'])
    expect(await upgrade(at(`${head}.${body}.${'A'.repeat(86)}`))).toEqual([
      401,
      'Failed to validate JWT signature',
    ])
    const other = Buffer.from('{"alg":"ES256","kid":"unknown","typ":"JWT"}').toString('base64url')
    expect(await upgrade(at(`${other}.${body}.${'A'.repeat(86)}`))).toEqual([
      401,
      'Failed to generate JWT signer, check your JWT secret or JWKS configuration',
    ])
    expect((await upgrade(at(project.anonKey, '&vsn=3.0.0')))[0]).toBe(403)
    expect((await upgrade('/rest/v1/anything'))[0]).toBe(404)
    expect((await upgrade('/functions/v1/anything'))[0]).toBe(404)
  })

  it('survives clients that disconnect during it', async () => {
    const { port } = new URL(project.url)
    const request = `GET ${at(project.anonKey)} HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`
    for (let attempt = 0; attempt < 50; attempt++) {
      const socket = connect(Number(port), '127.0.0.1')
      await once(socket, 'connect')
      socket.write(request)
      if (attempt % 2) socket.resetAndDestroy()
      else socket.destroy()
    }
    expect(await upgrade(at(project.anonKey))).toEqual([101])
  })
})

describe('GET /realtime/v1/api/ping', () => {
  it('answers', async () => {
    const answer = await fetch(`${project.url}/realtime/v1/api/ping`)
    expect(await answer.json()).toEqual({ message: 'Success' })
  })
})

describe('POST /realtime/v1/api/broadcast', () => {
  const post = (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    fetch(`${project.url}/realtime/v1/api/broadcast${path}`, {
      method: 'POST',
      body,
      headers: { apikey: project.anonKey, 'content-type': 'application/json', ...headers },
    })

  it('requires a valid key', async () => {
    const answer = await post('', '{}', { apikey: 'wrong' })
    expect([answer.status, await answer.json()]).toEqual([401, { message: 'Unauthorized' }])
  })

  it('reports errors per message by position', async () => {
    const messages = [
      { topic: 't', event: 'e', payload: {} },
      { topic: 't', payload: [1] },
    ]
    const answer = await post('', JSON.stringify({ messages }))
    expect([answer.status, await answer.json()]).toEqual([
      422,
      { errors: { messages: [{}, { event: ["can't be blank"], payload: ['is invalid'] }] } },
    ])
    expect((await post('', 'no json')).status).toBe(422)
  })

  it('accepts JSON and bytes in the path form, and nothing else', async () => {
    expect((await post('/t/events/e', '{"a":1}')).status).toBe(202)
    expect(
      (await post('/t/events/e', new Uint8Array([1]), { 'content-type': 'application/octet-stream' })).status,
    ).toBe(202)
    expect((await post('/t/events/e', 'x', { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await post('/t/events/e', '{')).status).toBe(422)
    const large = await post('/t/events/e', JSON.stringify('x'.repeat(3_100_000)))
    expect([large.status, await large.json()]).toEqual([
      422,
      { errors: { payload: ['Payload size exceeds tenant limit'] } },
    ])
  })

  it('sends the limits, and allows any origin', async () => {
    const answer = await post('/t/events/e', '{}', { origin: 'https://example.com' })
    expect(answer.headers.get('x-rate-limit')).toBe('1000')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })
})
