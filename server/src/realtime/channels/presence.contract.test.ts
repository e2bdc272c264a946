import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type TestProject, testProject } from '../../testing/test-project.ts'
import { DEFAULT_LIMITS } from '../limits.ts'
import { startRealtime } from '../plugin.ts'
import { client, joined, type Options, tokenOf, until } from '../realtime-clients.ts'

/** A second realtime service with its own hub on the same database represents a second server process. */
let project: TestProject
let second: { url: string; close(): Promise<unknown> }
const clients: SupabaseClient[] = []
const connect = (options: Options & { url?: string } = {}) => {
  const made = client({ ...project, url: options.url ?? project.url }, options)
  clients.push(made)
  return made
}

beforeAll(async () => {
  project = await testProject({
    sql: `
      create policy "members see who is in the club" on realtime.messages for select to authenticated
        using (realtime.topic() = 'club');
      create policy "hosts show themselves" on realtime.messages for insert to authenticated
        with check (realtime.topic() = 'club' and extension = 'presence' and auth.jwt() ->> 'tier' = 'host');`,
  })
  const app = Fastify()
  await app.register((scope) => startRealtime(scope, project.context, DEFAULT_LIMITS).then(() => {}), {
    prefix: '/realtime/v1',
  })
  second = { url: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() }
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((made) => made.removeAllChannels()))
})
afterAll(async () => {
  await second.close()
  await project.stop()
})

async function present(
  made: SupabaseClient,
  topic: string,
  key: string,
  config = {},
): Promise<RealtimeChannel> {
  const channel = made.channel(topic, { config: { presence: { key }, ...config } })
  return joined(channel.on('presence', { event: 'sync' }, () => {}))
}
const keys = (channel: RealtimeChannel) => Object.keys(channel.presenceState()).sort()

it('[S-81] shows everyone on a topic who else is there, and who leaves', async () => {
  const ann = await present(connect(), 'room', 'ann')
  expect(await ann.track({ mood: 'well' })).toBe('ok')
  const bobs = connect()
  const bob = await present(bobs, 'room', 'bob')
  await bob.track({ mood: 'fine' })
  await until(() => keys(ann).length === 2 && keys(bob).length === 2)
  expect(ann.presenceState()).toMatchObject({ bob: [{ mood: 'fine' }] })
  await bob.track({ mood: 'tired' })
  await until(() => JSON.stringify(ann.presenceState()).includes('tired'))
  expect(ann.presenceState().bob).toHaveLength(1)
  await bobs.removeAllChannels()
  await until(() => keys(ann).join() === 'ann')
  expect(await ann.untrack()).toBe('ok')
  await until(() => keys(ann).length === 0)
})

it('reports a client whose connection broke as leaving', async () => {
  const ann = await present(connect(), 'broken', 'ann')
  const sockets: WebSocket[] = []
  class Spied extends WebSocket {
    constructor(url: string) {
      super(url)
      sockets.push(this)
    }
  }
  const bob = await present(connect({ transport: Spied as typeof WebSocket }), 'broken', 'bob')
  await bob.track({})
  await until(() => keys(ann).join() === 'bob')
  for (const socket of sockets) socket.terminate()
  await until(() => keys(ann).length === 0)
})

it('is shared by all server processes, as are broadcasts', async () => {
  const ann = await present(connect(), 'shared', 'ann')
  await ann.track({ at: 'first' })
  const bob = await present(connect({ url: second.url }), 'shared', 'bob')
  await until(() => keys(bob).join() === 'ann')
  await bob.track({ at: 'second' })
  await until(() => keys(ann).length === 2)
  const heard: number[] = []
  await joined(
    connect({ url: second.url })
      .channel('across')
      .on('broadcast', { event: 'e' }, ({ payload }) => heard.push(payload.n)),
  )
  const speaker = await joined(connect().channel('across'))
  for (let n = 0; n < 30; n++) {
    const fill = n % 7 === 0 ? 'x'.repeat(20_000) : ''
    await speaker.send({ type: 'broadcast', event: 'e', payload: { n, fill } })
  }
  await connect().channel('across').httpSend('e', { n: 30 })
  await until(() => heard.length === 31)
  expect(heard.slice(0, 30)).toEqual([...Array(30).keys()])
})

it('is sent to a process that starts later, and dropped when a process stops', async () => {
  const ann = await present(connect(), 'late', 'ann')
  await ann.track({})
  const app = Fastify()
  await app.register((scope) => startRealtime(scope, project.context, DEFAULT_LIMITS).then(() => {}), {
    prefix: '/realtime/v1',
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const bob = await present(connect({ url }), 'late', 'bob')
  await until(() => keys(bob).join() === 'ann')
  await bob.track({})
  await until(() => keys(ann).length === 2)
  await app.close()
  await until(() => keys(ann).join() === 'ann')
})

it('requires write permission on a private topic', async () => {
  const config = { private: true }
  const host = await present(
    connect({ token: await tokenOf(project, { tier: 'host' }) }),
    'club',
    'host',
    config,
  )
  const guest = await present(connect({ token: await tokenOf(project) }), 'club', 'guest', config)
  expect(await guest.track({})).toBe('error')
  expect(await host.track({})).toBe('ok')
  await until(() => keys(guest).join() === 'host')
})

it('limits how often a client may change it', async () => {
  const channel = connect().channel('restless', { config: { presence: { key: 'a' } } })
  const told = new Promise<{ message: string }>((resolve) =>
    channel.on('system', {}, (payload) => resolve(payload as { message: string })),
  )
  await joined(channel)
  for (let n = 0; n < 6; n++) void channel.track({ n }, { timeout: 500 })
  expect((await told).message).toBe('Client presence rate limit exceeded')
})
