import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BackupStage } from '../../../server/src/backup/backup-stage.ts'
import { takeBaseBackup } from '../../../server/src/backup/base-backup.ts'
import { restore } from '../../../server/src/backup/restore.ts'
import { joined } from '../../../server/src/realtime/realtime-clients.ts'
import { attempt } from '../attempt.ts'
import { type Actor, type Product, product } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
}, 60_000)
afterAll(() => vigie.stop())

type Told = { number: number; epoch: string; n: number; writer: number }
type CaughtUp = { epoch: string; head: number; messages: { event: string; payload: Told }[] | null }
type Position = { number: number; epoch: string }

const OPEN = 'signals:freemium'
const ask = (who: Actor, topic: string, from?: Position) =>
  vigie.as[who].rpc('catch_up', { topic, ...(from && { after: from.number, epoch: from.epoch }) })
async function catchUp(who: Actor, topic: string, from?: Position): Promise<CaughtUp> {
  const { data, error } = await ask(who, topic, from)
  if (error) throw error
  return data
}
async function position(who: Actor, topic: string): Promise<Position> {
  const { epoch, head } = await catchUp(who, topic)
  return { epoch, number: head }
}
const tell = (topic: string, n: number) =>
  vigie.admin.query('select private.tell_topic($1, $2, $3)', [topic, 'test', { n }])

describe('a topic', () => {
  let before: Position
  beforeEach(async () => {
    before = await position('freemium', OPEN)
  })

  it('gives who was away what it told meanwhile, in order, as it was told live', async () => {
    const heard: object[] = []
    const { client } = await vigie.member()
    const channel = client
      .channel(OPEN, { config: { private: true } })
      .on('broadcast', { event: 'test' }, ({ event, payload }) => heard.push({ event, payload }))
    await joined(channel)
    for (const n of [1, 2, 3]) await tell(OPEN, n)
    const { head, messages, epoch } = await catchUp('freemium', OPEN, before)
    expect(head).toBe(before.number + 3)
    expect(messages?.map(({ event, payload }) => [event, payload])).toEqual(
      [1, 2, 3].map((n) => ['test', { n, number: before.number + n, epoch }]),
    )
    await expect.poll(() => heard).toEqual(messages)
    expect((await catchUp('freemium', OPEN, { epoch, number: head })).messages).toEqual([])
    await client.removeAllChannels()
  })

  it('tells nothing of a transaction that is undone, and spends no number on it', async () => {
    await vigie.admin.query(`begin; select private.tell_topic('${OPEN}', 'test', '{}'); rollback`)
    expect(await position('freemium', OPEN)).toEqual(before)
  })

  it('numbers what one transaction tells in the order in which it told', async () => {
    await vigie.admin.query(`
      begin;
      select private.tell_topic('${OPEN}', 'test', '{"n": 1}');
      select private.tell_topics('{signals:premium,${OPEN},${OPEN}}', 'test', '{"{\\"n\\": 9}","{\\"n\\": 2}","{\\"n\\": 3}"}');
      commit`)
    const { messages } = await catchUp('freemium', OPEN, before)
    expect(messages?.map(({ payload }) => payload.n)).toEqual([1, 2, 3])
  })

  it('makes clients reload in another epoch, ahead of it, or after too many missed messages', async () => {
    await tell(OPEN, 1)
    const { epoch } = before
    for (const from of [{ number: 0, epoch: 'another' }, { number: before.number + 2, epoch }, undefined])
      expect((await catchUp('freemium', OPEN, from)).messages).toBeNull()
    await vigie.admin.query(
      `select private.tell_topics(array_fill('${OPEN}'::text, array[500]), 'test', array_fill('{}'::jsonb, array[500]))`,
    )
    expect((await catchUp('freemium', OPEN, before)).messages).toBeNull()
    expect((await catchUp('freemium', OPEN, { epoch, number: before.number + 1 })).messages).toHaveLength(500)
  })

  it('makes clients reload if a missed message is no longer kept', async () => {
    for (const n of [1, 2, 3]) await tell(OPEN, n)
    await vigie.admin.query(
      `delete from realtime.messages where topic = $1 and payload ->> 'number' = $2::text`,
      [OPEN, before.number + 2],
    )
    const { epoch } = before
    expect((await catchUp('freemium', OPEN, before)).messages).toBeNull()
    expect((await catchUp('freemium', OPEN, { epoch, number: before.number + 2 })).messages).toHaveLength(1)
  })

  it('fails no fact that could not be told, and has it found as missing', async () => {
    await vigie.admin.query(
      'alter table realtime.messages add constraint refused check (event is null) not valid',
    )
    try {
      await tell(OPEN, 1)
    } finally {
      await vigie.admin.query('alter table realtime.messages drop constraint refused')
    }
    expect(await catchUp('freemium', OPEN, before)).toMatchObject({ head: before.number + 1, messages: null })
  })

  it('makes nobody wait in a ring: two that tell the same topics in opposite order both commit', async () => {
    const clients = [await vigie.admin.connect(), await vigie.admin.connect()]
    const topics = [OPEN, 'signals:premium']
    try {
      for (let round = 0; round < 20; round++) {
        for (const client of clients) await client.query(`begin; set local lock_timeout = '10s'`)
        for (const step of [0, 1])
          for (const [index, client] of clients.entries())
            await client.query(`select private.tell_topic($1, 'test', '{}')`, [topics[(step + index) % 2]])
        await Promise.all(clients.map((client) => client.query('commit')))
      }
    } finally {
      for (const client of clients) client.release()
    }
    expect((await position('freemium', OPEN)).number).toBe(before.number + 40)
    expect((await vigie.admin.query('select from private.tellings')).rowCount).toBe(0)
  })
})

describe('the order of a topic', () => {
  const step = fc.record({
    topics: fc.uniqueArray(fc.constantFrom('order:a', 'order:b', 'order:c'), { minLength: 1 }),
    undone: fc.boolean(),
    slow: fc.boolean(),
  })

  it('is that of the commits: who catches up at any moment beside concurrent writers misses nothing and sees nothing twice', async () => {
    await vigie.admin.query(
      `create policy "everybody, for this test" on realtime.messages for select to authenticated using (realtime.topic() like 'order:%')`,
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { maxLength: 8 }), { minLength: 4, maxLength: 4 }),
        async (plans) => {
          const committed = { 'order:a': 0, 'order:b': 0, 'order:c': 0 } as Record<string, number>
          const starts = new Map<string, Position>()
          for (const topic of Object.keys(committed)) starts.set(topic, await position('freemium', topic))
          let writing = true
          const readers = [...starts].map(async ([topic, start]) => {
            const seen: Told[] = []
            let at = start
            for (let last = false; !last; ) {
              last = !writing
              const { epoch, head, messages } = await catchUp('freemium', topic, at)
              seen.push(...(messages ?? []).map(({ payload }) => payload))
              at = { epoch, number: head }
            }
            return { topic, start, seen }
          })
          await Promise.all(
            plans.map(async (steps, writer) => {
              const client = await vigie.admin.connect()
              try {
                for (const [n, { topics, undone, slow }] of steps.entries()) {
                  await client.query(`begin; set local lock_timeout = '10s'`)
                  for (const topic of topics)
                    await client.query(`select private.tell_topic($1, 'test', $2)`, [topic, { writer, n }])
                  if (slow) await client.query('select pg_sleep(0.005)')
                  await client.query(undone ? 'rollback' : 'commit')
                  if (!undone) for (const topic of topics) committed[topic] = (committed[topic] ?? 0) + 1
                }
              } finally {
                client.release()
              }
            }),
          )
          writing = false
          for (const { topic, start, seen } of await Promise.all(readers)) {
            expect(seen.map(({ number }) => number)).toEqual(
              Array.from({ length: committed[topic] ?? 0 }, (_, index) => start.number + index + 1),
            )
            for (const writer of plans.keys()) {
              const own = seen.filter((told) => told.writer === writer).map(({ n }) => n)
              expect(own).toEqual([...new Set(own)].sort((one, other) => one - other))
            }
          }
        },
      ),
      { numRuns: 12 },
    )
  }, 60_000)
})

describe('the right to a topic', () => {
  const own = (actor: Actor) => `member:${vigie.idOf[actor as keyof Product['idOf']] ?? 'nobody'}`
  const ACTORS = ['visitor', 'freemium', 'premium', 'analyst', 'admin'] as const
  const RULES: [name: string, topic: (asking: Actor) => string, who: readonly Actor[]][] = [
    ['free signals', () => OPEN, ['freemium', 'premium', 'analyst', 'admin']],
    ['every signal', () => 'signals:premium', ['premium', 'analyst', 'admin']],
    ['the queue', () => 'staff:qualification', ['admin']],
    ['one request of it', () => 'staff:qualification:1', ['admin']],
    ['oneself', own, ['freemium', 'premium', 'analyst', 'admin']],
    ['somebody else', (asking) => own(asking === 'premium' ? 'freemium' : 'premium'), []],
    ['nothing that is known', () => 'nobody:knows', []],
  ]

  it.each(RULES)(
    'about %s is one: who may join it catches up, and nobody else does either',
    async (_name, topic, who) => {
      for (const actor of ACTORS) {
        const name = topic(actor)
        const hears = await attempt(
          vigie,
          actor,
          `select from realtime.messages where extension = 'broadcast' limit 1`,
          [],
          { 'realtime.topic': name },
        )
        const { error } = await ask(actor, name)
        expect([actor, hears.rows > 0, error?.code]).toEqual([
          actor,
          who.includes(actor),
          who.includes(actor) ? undefined : '42501',
        ])
      }
    },
  )

  it('ends with the tier: who was premium is refused from the moment on, whatever number they name', async () => {
    const { client, id } = await vigie.member()
    const caughtUp = () => client.rpc('catch_up', { topic: 'signals:premium', after: 0, epoch: 'any' })
    expect((await caughtUp()).error?.code).toBe('42501')
    await vigie.admin.query(
      `insert into premium_grants (user_id, source, ends_at) values ($1, 'test', now() + interval '1 day')`,
      [id],
    )
    expect((await caughtUp()).error).toBeNull()
    await vigie.admin.query(`delete from premium_grants where user_id = $1`, [id])
    expect((await caughtUp()).error?.code).toBe('42501')
  })

  it('is the same for two tabs of one member: each catches up from its own place', async () => {
    const topic = own('premium')
    const first = await position('premium', topic)
    await tell(topic, 1)
    const second = await position('premium', topic)
    await tell(topic, 2)
    const told = async (from: Position) =>
      (await catchUp('premium', topic, from)).messages?.map(({ payload }) => payload.n)
    expect([await told(first), await told(second)]).toEqual([[1, 2], [2]])
  })

  it('goes with the account', async () => {
    const { id } = await vigie.member()
    const kept = () => vigie.admin.query('select from private.topics where topic = $1', [`member:${id}`])
    await tell(`member:${id}`, 1)
    expect((await kept()).rowCount).toBe(1)
    await vigie.admin.query('delete from auth.users where id = $1', [id])
    expect((await kept()).rowCount).toBe(0)
  })
})

describe('the epoch', () => {
  it('outlives a restart, and is another one in a database that was restored', async () => {
    const stage = await BackupStage.start()
    const schema = readFileSync(join(import.meta.dirname, '../../schemas/platform/topics.sql'), 'utf8')
    const definition = /create function private\.live_epoch\(\)[\s\S]*?\$\$;/.exec(schema)?.[0]
    const epochOf = async (url: string) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      const { rows } = await client.query<{ epoch: string }>('select private.live_epoch() as epoch')
      await client.end()
      return rows[0]?.epoch
    }
    try {
      await stage.client.query(`create schema private; ${definition}`)
      const before = await epochOf(stage.database.url)
      await stage.client.end()
      await stage.database.stop()
      await stage.startDatabase()
      expect(await epochOf(stage.database.url)).toBe(before)
      const to = stage.path('backup')
      await takeBaseBackup({
        databaseUrl: stage.database.url,
        dataDir: stage.dataDir,
        to,
        release: '',
        bytes: 'files',
      })
      let restored: string | undefined
      await restore({
        source: { backup: to, wal: [], pool: '' },
        at: undefined,
        dataDir: stage.path('restored'),
        log: stage.log,
        check: async (url) => {
          restored = await epochOf(url)
        },
      })
      expect(restored).toMatch(/^[0-9a-f]{8}$/)
      expect(restored).not.toBe(before)
    } finally {
      await stage.stop()
    }
  }, 60_000)
})
