import { once } from 'node:events'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type TestProject, testProject } from '../testing/test-project.ts'
import type { Hub } from './hub.ts'
import { DEFAULT_LIMITS } from './limits.ts'
import { startRealtime } from './plugin.ts'
import { pause, tokenOf, until } from './realtime-clients.ts'

/** Disconnects sockets at random moments under traffic: no leftovers, no leaks, order preserved. */
let project: TestProject
let hub: Hub
let url: string
let close: () => Promise<unknown>

beforeAll(async () => {
  project = await testProject({
    sql: `
      create policy "everybody hears iron" on realtime.messages for select to authenticated
        using (realtime.topic() = 'iron');
      create policy "paying people hear gold" on realtime.messages for select to authenticated
        using (realtime.topic() = 'gold' and auth.jwt() ->> 'tier' = 'gold');`,
  })
  const app = Fastify()
  await app.register(
    async (scope) => {
      hub = await startRealtime(scope, project.context, DEFAULT_LIMITS)
    },
    { prefix: '/realtime/v1' },
  )
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  url = `${address.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=`
  close = () => app.close()
})
afterAll(async () => {
  await close()
  await project.stop()
})

const TOPICS = ['gold', 'iron']
type Visit = { paying: boolean; heard: Map<string, number[]>; ws: WebSocket }

/** Connects, joins both topics as private channels, and records the numbers received on each. */
function visit(token: string, paying: boolean): Visit {
  const ws = new WebSocket(url + token)
  const heard = new Map<string, number[]>(TOPICS.map((topic) => [topic, []]))
  ws.on('error', () => {})
  ws.on('open', () => {
    for (const topic of TOPICS) {
      const config = { private: true, presence: { enabled: true, key: 'k' } }
      ws.send(JSON.stringify(['1', '1', `realtime:${topic}`, 'phx_join', { config }]))
    }
  })
  ws.on('message', (data: Buffer, binary) => {
    const text = data.toString()
    const topic = TOPICS.find((name) => text.includes(`realtime:${name}`))
    const number = /"n": ?(\d+)/.exec(text)?.[1]
    if (binary && topic && number) heard.get(topic)?.push(Number(number))
  })
  return { paying, heard, ws }
}

const nothingLeft = () =>
  hub.sockets.size === 0 && hub.registry.keys().length === 0 && hub.presence.size === 0

it('leaves nothing registered, leaks no private message, and preserves the order', {
  timeout: 60_000,
}, async () => {
  const [paying, plain] = [await tokenOf(project, { tier: 'gold' }), await tokenOf(project, { tier: 'iron' })]
  const steady = visit(paying, true)
  await until(() => hub.registry.keys().length === 2)
  const visits: Visit[] = []
  let n = 0
  const ends = Date.now() + 6000
  const flow = (async () => {
    while (Date.now() < ends) {
      n++
      const fill = n % 10 === 0 ? 'x'.repeat(9000) : ''
      await project.admin.query(`select realtime.send($1, 'e', 'gold'), realtime.send($1, 'e', 'iron')`, [
        { n, fill },
      ])
    }
  })()
  const come = (async () => {
    while (Date.now() < ends) {
      const made = visit(visits.length % 2 ? paying : plain, visits.length % 2 === 1)
      visits.push(made)
      // Some disconnect before they are connected, some while joining, some later.
      void pause(Math.random() ** 3 * 400).then(() => made.ws.terminate())
      await pause(Math.random() * 15)
    }
  })()
  await Promise.all([flow, come])
  await until(() => steady.heard.get('gold')?.at(-1) === n && steady.heard.get('iron')?.at(-1) === n)

  const whole = [...Array(n).keys()].map((index) => index + 1)
  expect(steady.heard.get('gold')).toEqual(whole)
  expect(steady.heard.get('iron')).toEqual(whole)
  expect(visits.length).toBeGreaterThan(100)
  for (const { paying: mayHear, heard } of visits) {
    if (!mayHear) expect(heard.get('gold')).toEqual([])
    for (const numbers of heard.values()) {
      const first = numbers[0] ?? 0
      expect(numbers).toEqual(numbers.map((_, index) => first + index))
    }
  }
  expect(visits.some(({ paying: mayHear, heard }) => mayHear && (heard.get('gold')?.length ?? 0) > 0)).toBe(
    true,
  )
  expect(visits.some(({ paying: mayHear, heard }) => !mayHear && (heard.get('iron')?.length ?? 0) > 0)).toBe(
    true,
  )
  steady.ws.close()
  await until(nothingLeft)
  await until(() => project.admin.waitingCount === 0 && project.admin.idleCount === project.admin.totalCount)
})

it('clients that disconnect during a slow policy leave no channel and release the connection', async () => {
  await project.admin.query(`
    drop policy if exists "slow" on realtime.messages;
    drop sequence if exists rows_looked_at;
    create sequence rows_looked_at;
    grant usage on rows_looked_at to anon;
    create policy "slow" on realtime.messages for select to anon
      using (realtime.topic() <> 'slow' or nextval('public.rows_looked_at') > 0 and pg_sleep(0.3) is not null)`)
  const sockets: WebSocket[] = []
  const replies: unknown[] = []
  for (let n = 0; n < 32; n++) {
    const ws = new WebSocket(url + project.anonKey)
    ws.on('message', (data) => replies.push(data))
    await once(ws, 'open')
    sockets.push(ws)
  }
  const join = (topic: string) => {
    for (const ws of sockets)
      ws.send(JSON.stringify(['1', '1', `realtime:${topic}`, 'phx_join', { config: { private: true } }]))
  }
  // Fast policies lead to the largest batches.
  for (let n = 1; n <= 8; n++) {
    join(`quick ${n}`)
    await until(() => replies.length === 32 * n)
  }
  join('slow')
  await pause(100)
  for (const ws of sockets) ws.terminate()
  await until(() => hub.sockets.size === 0)
  await until(() => project.admin.idleCount === project.admin.totalCount, 8000)
  await pause(100)
  expect(nothingLeft()).toBe(true)
  // Queued requests were dropped; only the running one had to finish.
  expect(project.admin.waitingCount).toBe(0)
  const { rows } = await project.admin.query('select last_value::int from rows_looked_at')
  // Two rows for each of the few that start a transaction, of 64 waiting.
  expect(rows[0].last_value).toBeLessThanOrEqual(2 * 4 * DEFAULT_LIMITS.authorisations)
})

it('a topic joined twice on one socket is registered once', async () => {
  const ws = new WebSocket(url + project.anonKey)
  const replies: unknown[][] = []
  ws.on('message', (data) => replies.push(JSON.parse(data.toString())))
  await once(ws, 'open')
  ws.send(JSON.stringify(['1', '1', 'realtime:twice', 'phx_join', {}]))
  ws.send(JSON.stringify(['2', '2', 'realtime:twice', 'phx_join', {}]))
  ws.send(JSON.stringify(['1', '3', 'realtime:twice', 'phx_leave', {}]))
  await until(() => replies.length === 3)
  expect(replies.map(([joinRef, ref, , event]) => [joinRef, ref, event])).toEqual([
    ['1', '1', 'phx_close'],
    ['1', '3', 'phx_reply'],
    ['2', '2', 'phx_reply'],
  ])
  expect(hub.registry.subscribers('public:twice', 'broadcast').size).toBe(1)
  ws.close()
  await until(nothingLeft)
})
