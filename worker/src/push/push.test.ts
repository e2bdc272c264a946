import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from '../../../server/src/testing/test-project.ts'
import { createPool } from '../database.ts'
import { encryptPush, MOST_BYTES } from './encrypt.ts'
import { handOver, type PushOrder } from './hand-over.ts'
import { isServed, PUSH_SERVICES } from './pusher.ts'
import { keepKeyPair, makeKeyPair, publicKeyOf } from './sender-identity.ts'

describe('encryption', () => {
  it('produces the example of RFC 8291, appendix A', () => {
    const subscriber = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    const seed = {
      salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
      privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
    }
    expect(
      encryptPush('When I grow up, I want to be a watermelon', subscriber, seed).toString('base64url'),
    ).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    )
  })

  it('refuses too long texts and invalid keys', () => {
    const { publicKey: p256dh } = makeKeyPair()
    const auth = 'A'.repeat(22)
    expect(encryptPush('x'.repeat(MOST_BYTES), { p256dh, auth })).toHaveLength(4096)
    expect(() => encryptPush('x'.repeat(MOST_BYTES + 1), { p256dh, auth })).toThrow(RangeError)
    expect(() => encryptPush('x', { p256dh: `B${'A'.repeat(86)}`, auth })).toThrow()
  })
})

describe('the allowed push services', () => {
  it.each([
    ['https://fcm.googleapis.com/fcm/send/abc', true],
    ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
    ['https://web.push.apple.com/abc', true],
    ['https://wns2-par02p.notify.windows.com/w/?token=abc', true],
    ['http://fcm.googleapis.com/abc', false],
    ['https://fcm.googleapis.com:8443/abc', false],
    ['https://fcm.googleapis.com.example.org/abc', false],
    ['https://evilpush.apple.com/abc', false],
    ['https://web.push.apple.com:22/abc', false],
    ['https://127.0.0.1/abc', false],
    ['https://[::ffff:169.254.169.254]/abc', false],
  ])('%s: %s', (endpoint, served) => {
    expect(isServed(new URL(endpoint), PUSH_SERVICES)).toBe(served)
  })
})

describe('sending', () => {
  it('retries at once on a new connection when the service closed the reused one', async () => {
    const taken: string[] = []
    const known = new WeakSet<Socket>()
    const server = createServer((request, response) => {
      if (known.has(request.socket)) return request.socket.resetAndDestroy()
      known.add(request.socket)
      request.resume().on('end', () => {
        taken.push(request.url ?? '')
        response.writeHead(201).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const { publicKey: p256dh } = makeKeyPair()
    const order = (path: string): PushOrder => ({
      endpoint: `http://127.0.0.1:${port}${path}`,
      authorization: 'vapid',
      subscriber: { p256dh, auth: 'A'.repeat(22) },
      text: '{}',
      ttl: 60,
      topic: 'a',
    })
    expect(await handOver(order('/first'))).toEqual({ outcome: 'sent' })
    expect(await handOver(order('/second'))).toEqual({ outcome: 'sent' })
    expect(taken).toEqual(['/first', '/second'])
    server.closeAllConnections()
    server.close()
  })
})

describe('the keys', () => {
  let project: TestProject
  beforeAll(async () => {
    project = await testProject({ projectDir: `${import.meta.dirname}/../../..` })
  }, 60_000)
  afterAll(() => project.stop())

  it('are generated once for all workers, and a configured pair replaces them with their subscriptions', async () => {
    const pool = createPool(project.databaseUrl, 4, pino({ level: 'silent' }))
    const kept = await Promise.all(Array.from({ length: 4 }, () => keepKeyPair(pool, null)))
    expect(new Set(kept.map(({ publicKey }) => publicKey)).size).toBe(1)
    expect(publicKeyOf(kept[0]!.privateKey)).toBe(kept[0]!.publicKey)
    await pool.query(
      `insert into auth.users (id, email) values ('00000000-0000-4000-8000-000000000001', 'a@example.com')`,
    )
    await pool.query(
      `insert into push_devices (user_id, endpoint, p256dh, auth)
       values ('00000000-0000-4000-8000-000000000001', 'https://push.example/1', 'B' || repeat('A', 86), repeat('A', 22))`,
    )
    const configured = makeKeyPair()
    expect(await keepKeyPair(pool, configured)).toEqual(configured)
    expect(await keepKeyPair(pool, null)).toEqual(configured)
    expect((await pool.query('select from push_devices')).rowCount).toBe(0)
    await pool.end()
  })
})
