import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from '../../testing/test-project.ts'
import { client, joined, pause, until } from '../realtime-clients.ts'

let project: TestProject
const clients: SupabaseClient[] = []
const connect = () => {
  const made = client(project, { key: project.serviceRoleKey })
  clients.push(made)
  return made
}

beforeAll(async () => {
  project = await testProject({
    sql: `
      create table public.plants (id int primary key, name text);
      create function public.tell() returns trigger language plpgsql security definer set search_path = '' as $$
      begin
        perform realtime.broadcast_changes('plants', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
        return null;
      end $$;
      create trigger tell after insert or update or delete on public.plants for each row execute function public.tell();`,
  })
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((made) => made.removeAllChannels()))
})
afterAll(() => project.stop())

type Heard = { event: string; payload: Record<string, unknown>; meta?: { id: string; replayed?: boolean } }
async function listen(topic: string, config: Record<string, unknown> = {}): Promise<Heard[]> {
  const heard: Heard[] = []
  const channel = connect().channel(topic, { config: { private: true, ...config } })
  channel.on('broadcast', { event: '*' }, (message) => heard.push(message as unknown as Heard))
  await joined(channel)
  return heard
}
const query = (text: string, values: unknown[] = []) => project.admin.query(text, values)

describe('a message sent in SQL', () => {
  it('[S-81] is delivered when its transaction commits, and not when it is rolled back', async () => {
    const heard = await listen('news')
    const connection = await project.admin.connect()
    await connection.query('begin')
    await connection.query(`select realtime.send('{"n":1}', 'e', 'news')`)
    await pause(50)
    expect(heard).toEqual([])
    await connection.query('commit')
    await connection.query('begin')
    await connection.query(`select realtime.send('{"n":2}', 'e', 'news')`)
    await connection.query('rollback')
    connection.release()
    await query(`select realtime.send('{"n":3}', 'e', 'news')`)
    await until(() => heard.length === 2)
    expect(heard.map(({ payload }) => payload.n)).toEqual([1, 3])
    expect(heard[0]).toMatchObject({ event: 'e', meta: { id: heard[0]?.payload.id } })
  })

  it('keeps its order among messages too long for a notification, and its digits', async () => {
    const heard = await listen('long')
    const exact = '0.1000000000000000000001'
    await query(
      `select realtime.send(jsonb_build_object('n', n, 'fill', repeat('é', case when n % 3 = 0 then 20000 else 1 end), 'exact', '${exact}'::numeric), 'e', 'long')
       from generate_series(1, 30) as n`,
    )
    for (let n = 31; n <= 40; n++) {
      const fill = 'x'.repeat(n % 2 ? 100_000 : 1)
      await query(`select realtime.send($1, 'e', 'long')`, [{ n, fill }])
    }
    await until(() => heard.length === 40)
    expect(heard.map(({ payload }) => payload.n)).toEqual([...Array(40).keys()].map((n) => n + 1))
    expect((heard[2]!.payload.fill as string).length).toBe(20000)
  })

  it('may be binary', async () => {
    const heard = await listen('bytes')
    await query(`select realtime.send_binary('\\x00ff07', 'e', 'bytes')`)
    await query(`select realtime.send_binary(decode(repeat('ab', 10000), 'hex'), 'e', 'bytes')`)
    await until(() => heard.length === 2)
    expect(new Uint8Array(heard[0]!.payload as unknown as ArrayBuffer)).toEqual(new Uint8Array([0, 255, 7]))
    expect((heard[1]!.payload as unknown as ArrayBuffer).byteLength).toBe(10000)
  })

  it('reports a row change from a trigger', async () => {
    const heard = await listen('plants')
    await query(`insert into plants values (1, 'fern')`)
    await query(`update plants set name = 'oak'`)
    await query('delete from plants')
    await until(() => heard.length === 3)
    expect(heard.map(({ event }) => event)).toEqual(['INSERT', 'UPDATE', 'DELETE'])
    expect(heard[1]?.payload).toMatchObject({
      schema: 'public',
      table: 'plants',
      operation: 'UPDATE',
      record: { id: 1, name: 'oak' },
      old_record: { id: 1, name: 'fern' },
    })
    expect(heard[0]?.payload.old_record).toBeNull()
  })

  it('never fails the transaction', async () => {
    const { rows } = await query(`select realtime.send('{}', 'e', null) is null as lived`)
    expect(rows).toHaveLength(1)
    await query(`select realtime.send('{}', 'e', repeat('t', 9000))`)
    await expect(
      query(`select realtime.broadcast_changes('t', 'e', 'TRUNCATE', 't', 's', null::record, null::record)`),
    ).rejects.toThrow('Failed to process the row: Unexpected operation type: TRUNCATE')
  })

  it('is not lost with the listening connection', async () => {
    const heard = await listen('outage')
    await query(`select realtime.send('{"n":0}', 'e', 'outage')`)
    await until(() => heard.length === 1)
    await query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listener' and datname = current_database()`,
    )
    for (let n = 1; n <= 20; n++) {
      await query(`select realtime.send($1, 'e', 'outage')`, [{ n }])
      await pause(20)
    }
    await until(() => heard.length >= 21, 5000)
    await pause(100)
    expect(heard.map(({ payload }) => payload.n)).toEqual([...Array(21).keys()])
  })
})

describe('an outage of the listening connection', () => {
  it('loses no message, however many, and keeps their order', async () => {
    const heard = await listen('flood')
    const many = 12_345
    const connection = await project.admin.connect()
    await connection.query('begin')
    await connection.query(
      `select realtime.send(jsonb_build_object('n', n), 'e', 'flood') from generate_series(1, $1::int) as n`,
      [many],
    )
    // Commit while nothing listens: the next attempt to reconnect is a tenth of a second away.
    await connection.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'listener' and datname = current_database()`,
    )
    await connection.query('commit')
    connection.release()
    await until(() => heard.length >= many, 20_000)
    await query(`select realtime.send('{"n":0}', 'e', 'flood')`)
    await until(() => heard.at(-1)?.payload.n === 0)
    expect(heard.map(({ payload }) => payload.n)).toEqual([...Array(many).keys()].map((n) => n + 1).concat(0))
  }, 40_000)
})

describe('a channel that replays', () => {
  it('receives the newest messages since a time, oldest first, then live ones', async () => {
    const since = Date.now() - 1
    await query(
      `select realtime.send(jsonb_build_object('n', n), 'e', 'replay') from generate_series(1, 40) as n`,
    )
    const heard = await listen('replay', { broadcast: { replay: { since, limit: 10 } } })
    await query(`select realtime.send('{"n":41}', 'e', 'replay')`)
    await until(() => heard.length === 11)
    expect(heard.map(({ payload }) => payload.n)).toEqual([31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41])
    expect(heard[0]?.meta).toEqual({ replayed: true, id: heard[0]?.payload.id })
    expect(heard[10]?.meta).toEqual({ id: heard[10]?.payload.id })
  })

  it('neither misses nor repeats messages sent while it joins', async () => {
    const since = Date.now() - 1
    let n = 0
    let sending = true
    const sender = (async () => {
      while (sending) await query(`select realtime.send($1, 'e', 'busy')`, [{ n: n++ }])
    })()
    await until(() => n > 5)
    const heard = await listen('busy', { broadcast: { replay: { since, limit: 25 } } })
    await pause(100)
    sending = false
    await sender
    await until(() => heard.at(-1)?.payload.n === n - 1)
    const numbers = heard.map(({ payload }) => payload.n as number)
    expect(numbers).toEqual([...Array(numbers.length).keys()].map((index) => index + (numbers[0] as number)))
  })

  it('must send a valid request', async () => {
    await expect(listen('replay', { broadcast: { replay: { since: 'long ago' } } })).rejects.toThrow(
      'UnableToReplayMessages: Replay params are not valid',
    )
  })
})

describe('the partitions of realtime.messages', () => {
  const partitions = async () => {
    const { rows } = await query(
      `select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
       where inhparent = 'realtime.messages'::regclass order by relname`,
    )
    return rows.map(({ relname }) => relname as string)
  }

  it('exist from yesterday to three days ahead, and old ones are dropped', async () => {
    await query(`
      create table realtime.messages_2001_01_01 partition of realtime.messages for values from ('2001-01-01') to ('2001-01-02')`)
    await query('select _server.maintain_realtime_messages()')
    const names = await partitions()
    expect(names).not.toContain('messages_2001_01_01')
    expect(names.filter((name) => /^messages_\d/.test(name))).toHaveLength(5)
  })

  it('that are missing do not stop a message, and take it over once created', async () => {
    for (const name of (await partitions()).filter((partition) => /^messages_\d/.test(partition)))
      await query(`drop table realtime.${name}`)
    const heard = await listen('homeless')
    await query(`select realtime.send('{"n":1}', 'e', 'homeless')`)
    await until(() => heard.length === 1)
    await query('select _server.maintain_realtime_messages()')
    const { rows } = await query(
      `select tableoid::regclass::text as place from realtime.messages where topic = 'homeless'`,
    )
    expect(rows[0].place).toMatch(/^realtime\.messages_\d{4}_\d\d_\d\d$/)
  })
})
