import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from '../testing/test-project.ts'
import { client, joined, type Options, pause, tokenOf, until } from './realtime-clients.ts'

/** Policies decide who may receive and send on a private topic; the claim `tier` represents any product's rule. */
let project: TestProject
const clients: SupabaseClient[] = []
const connect = (options: Options = {}) => {
  const made = client(project, options)
  clients.push(made)
  return made
}
const PRIVATE = { config: { private: true } }

beforeAll(async () => {
  project = await testProject({
    sql: `
      create policy "paying people hear gold" on realtime.messages for select to authenticated
        using (realtime.topic() = 'gold' and extension = 'broadcast' and auth.jwt() ->> 'tier' = 'gold');
      create policy "everybody signed in hears and joins the lobby" on realtime.messages for select to authenticated
        using (realtime.topic() = 'lobby');
      create policy "hosts speak and show themselves in the lobby" on realtime.messages for insert to authenticated
        with check (realtime.topic() = 'lobby' and auth.jwt() ->> 'tier' = 'host');
      create policy "nobody is sure" on realtime.messages for select to anon using (1 / (length(topic) - 6) > 0);`,
  })
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((made) => made.removeAllChannels()))
})
afterAll(() => project.stop())

const send = (topic: string, payload: object) =>
  project.admin.query('select realtime.send($1, $2, $3, true)', [payload, 'e', topic])

describe('a private topic', () => {
  it('[S-81] can only be joined by users whom a policy lets read it', async () => {
    const gold = connect({ token: await tokenOf(project, { tier: 'gold' }) })
    await joined(gold.channel('gold', PRIVATE))
    const plain = connect({ token: await tokenOf(project) })
    await expect(joined(plain.channel('gold', PRIVATE))).rejects.toThrow(
      'Unauthorized: You do not have permissions to read from this Channel topic: gold',
    )
    await expect(joined(connect().channel('gold', PRIVATE))).rejects.toThrow('Unauthorized')
    await joined(connect({ key: project.serviceRoleKey }).channel('gold', PRIVATE))
    await joined(connect({ key: project.keys.secretKey }).channel('gold', PRIVATE))
  })

  it('whose policy raises an error cannot be joined, and the error is not revealed', async () => {
    await expect(joined(connect().channel('broken', PRIVATE))).rejects.toThrow('Unknown Error on Channel')
  })

  it('gives each of many concurrent clients the verdict of its own token and topic', async () => {
    const people = await Promise.all(
      [{ tier: 'gold' }, {}, { tier: 'gold' }, { role: 'postgres' }].map(async (claims) => ({
        claims,
        made: connect({ token: await tokenOf(project, claims) }),
      })),
    )
    const anonymous = { claims: { role: 'anon' }, made: connect() }
    const topics = [
      'gold',
      'lobby',
      'broken',
      'seven77',
      ...Array.from({ length: 12 }, (_, n) => `shut-${n}`),
    ]
    const verdicts = await Promise.all(
      [...people, anonymous].flatMap(({ claims, made }) =>
        topics.map(async (topic) => {
          const verdict = await joined(made.channel(topic, PRIVATE)).then(
            () => 'joined',
            (error: Error) => (error.message.includes('Unauthorized') ? 'refused' : 'failed'),
          )
          return [JSON.stringify(claims), topic, verdict]
        }),
      ),
    )
    const expected = [...people, anonymous].flatMap(({ claims }) =>
      topics.map((topic) => {
        const { tier, role } = claims as { tier?: string; role?: string }
        const hears =
          role === undefined
            ? (topic === 'gold' && tier === 'gold') || topic === 'lobby'
            : role === 'anon' && topic.length > 6
        const fails = role === 'anon' && topic.length === 6
        return [JSON.stringify(claims), topic, fails ? 'failed' : hears ? 'joined' : 'refused']
      }),
    )
    expect(verdicts).toEqual(expected)
  })

  it('cannot be joined with a role that no API caller can have', async () => {
    const token = await tokenOf(project, { role: 'postgres' })
    await expect(joined(connect({ token }).channel('lobby', PRIVATE))).rejects.toThrow('Unauthorized')
    const unknown = await tokenOf(project, { role: 'nobody_knows' })
    await expect(joined(connect({ token: unknown }).channel('lobby', PRIVATE))).rejects.toThrow(
      'Unauthorized',
    )
  })

  it('accepts messages only from users whom a policy lets write; others get no answer', async () => {
    const heard: unknown[] = []
    const guest = connect({ token: await tokenOf(project) }).channel('lobby', {
      config: { private: true, broadcast: { ack: true } },
    })
    const host = connect({ token: await tokenOf(project, { tier: 'host' }) }).channel('lobby', {
      config: { private: true, broadcast: { ack: true } },
    })
    const listener = connect({ token: await tokenOf(project) }).channel('lobby', PRIVATE)
    listener.on('broadcast', { event: '*' }, ({ payload }) => heard.push(payload))
    await Promise.all([joined(guest), joined(host), joined(listener)])
    const silent = await guest.send(
      { type: 'broadcast', event: 'e', payload: { by: 'guest' } },
      { timeout: 300 },
    )
    expect(silent).toBe('timed out')
    for (let n = 0; n < 20; n++) void host.send({ type: 'broadcast', event: 'e', payload: { n } })
    expect(await host.send({ type: 'broadcast', event: 'e', payload: { n: 20 } })).toBe('ok')
    await until(() => heard.length === 21)
    expect(heard).toEqual([...Array(21).keys()].map((n) => ({ n })))
  })

  it('refuses an HTTP broadcast without permission, and skips it in a batch', async () => {
    const heard: unknown[] = []
    const listener = connect({ token: await tokenOf(project) }).channel('lobby', PRIVATE)
    await joined(listener.on('broadcast', { event: '*' }, ({ payload }) => heard.push(payload)))
    const guest = connect({ token: await tokenOf(project) })
    await guest.realtime.setAuth()
    await expect(guest.channel('lobby', PRIVATE).httpSend('e', { by: 'guest' })).rejects.toThrow(
      'Unauthorized',
    )
    const host = connect({ token: await tokenOf(project, { tier: 'host' }) })
    await host.realtime.setAuth()
    expect(await host.channel('lobby', PRIVATE).httpSend('e', { by: 'host' })).toEqual({ success: true })
    const answer = await fetch(`${project.url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await tokenOf(project)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ topic: 'lobby', event: 'e', payload: {}, private: true }] }),
    })
    expect(answer.status).toBe(202)
    await until(() => heard.length === 1)
    await pause(50)
    expect(heard).toEqual([{ by: 'host' }])
  })

  it('is left when a new token no longer permits it, and kept otherwise', async () => {
    let token = await tokenOf(project, { tier: 'gold' })
    const made = connect({ token: () => token })
    const system: { message: string }[] = []
    const heard: unknown[] = []
    const channel = made
      .channel('gold', PRIVATE)
      .on('system', {}, (payload) => system.push(payload as { message: string }))
      .on('broadcast', { event: '*' }, ({ payload }) => heard.push(payload.n))
    await joined(channel)
    token = await tokenOf(project, { tier: 'gold', session_id: 'another' })
    await made.realtime.setAuth()
    await pause(100)
    await send('gold', { n: 1 })
    await until(() => heard.length === 1)
    token = await tokenOf(project)
    await made.realtime.setAuth()
    await until(() => system.length === 1)
    expect(system[0]?.message).toBe('You no longer have permission to read from this Channel topic: gold')
    await send('gold', { n: 2 })
    await pause(100)
    expect(heard).toEqual([1])
  })

  it('is left when the token expires, while the socket stays open', async () => {
    const made = connect({ token: await tokenOf(project, { tier: 'gold' }, 2) })
    const system: { message: string }[] = []
    const channel = made
      .channel('gold', PRIVATE)
      .on('system', {}, (payload) => system.push(payload as { message: string }))
    await joined(channel)
    await until(() => system.length === 1, 5000)
    expect(system[0]?.message).toMatch(/^Token has expired \d+ seconds ago$/)
    expect(made.realtime.isConnected()).toBe(true)
  })

  it('is refused for a token that has expired, is forged or has no expiry', async () => {
    const attempt = (token: string) => joined(connect({ token }).channel('lobby', PRIVATE))
    await expect(attempt(await tokenOf(project, {}, -5))).rejects.toThrow(
      /^InvalidJWTToken: Token has expired \d+ seconds ago$/,
    )
    const good = await tokenOf(project)
    const [head, body] = good.split('.')
    await expect(attempt(`${head}.${body}.${'A'.repeat(86)}`)).rejects.toThrow('JwtSignatureError')
    await expect(attempt('not-a-token')).rejects.toThrow('MalformedJWT')
    await expect(attempt(await tokenOf(project, { exp: undefined }))).rejects.toThrow(
      'InvalidJWTToken: Fields `role` and `exp` are required in JWT',
    )
  })
})

it('a broadcast to be stored is refused rather than acknowledged', async () => {
  const channel = connect({ key: project.serviceRoleKey }).channel('stored', {
    config: { private: true, broadcast: { ack: true } },
  })
  await joined(channel)
  const answer = await channel.send({ type: 'broadcast', event: 'e', payload: {}, persist: true })
  expect(answer).toBe('Stored broadcasts are sent from the database')
})

describe('joining', () => {
  it('leaves no row in realtime.messages and leaks no connection', async () => {
    const { rows: before } = await project.admin.query('select count(*)::int from realtime.messages')
    const token = await tokenOf(project)
    await Promise.all([...Array(40).keys()].map(() => joined(connect({ token }).channel('lobby', PRIVATE))))
    const { rows: after } = await project.admin.query('select count(*)::int from realtime.messages')
    expect(after).toEqual(before)
    expect(project.admin.waitingCount + project.requests.waitingCount).toBe(0)
    expect(project.admin.idleCount).toBe(project.admin.totalCount)
  })
})
