import type { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from '../testing/test-project.ts'
import { createPool } from './pool.ts'
import { run, transaction, trial } from './session.ts'
import { sql } from './sql.ts'

let project: TestProject

beforeAll(async () => {
  project = await testProject({
    sql: `
      create table notes (id int primary key, owner uuid, body text);
      alter table notes enable row level security;
      create policy "a member reads their own notes" on notes for select to authenticated
        using ((nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid = owner);
      insert into notes select n, case when n % 2 = 0 then '00000000-0000-0000-0000-00000000000a'::uuid else '00000000-0000-0000-0000-00000000000b'::uuid end, 'note ' || n from generate_series(1, 10) n;`,
  })
})
afterAll(() => project.stop())

const member = (letter: string) => ({
  role: 'authenticated',
  claims: { role: 'authenticated', sub: `00000000-0000-0000-0000-00000000000${letter}` },
  readOnly: true,
})
const visitor = { role: 'anon', claims: null, readOnly: true }
const count = sql`select count(*) from notes`.toStatement()

describe('a session', () => {
  it('returns to each caller only the rows that policies allow', async () => {
    expect(await run(project.requests, member('a'), count)).toEqual([['5']])
    expect(await run(project.requests, member('b'), count)).toEqual([['5']])
    expect(await run(project.requests, visitor, count)).toEqual([['0']])
  })

  it('isolates callers when many share few connections', async () => {
    const owners = await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        const letter = index % 2 === 0 ? 'a' : 'b'
        const statement = sql`select distinct right(owner::text, 1), current_user from notes`.toStatement()
        return run(project.requests, member(letter), statement).then((rows) => [letter, rows] as const)
      }),
    )
    for (const [letter, rows] of owners) expect(rows).toEqual([[letter, 'authenticated']])
  })

  it('resets role and claims before the connection is reused', async () => {
    await run(project.requests, member('a'), count)
    const { rows } = await project.requests.query(
      `select current_user, current_setting('request.jwt.claims', true) as claims, current_setting('transaction_read_only') as read_only`,
    )
    expect(rows).toEqual([
      { current_user: 'authenticator', claims: expect.toBeOneOf(['', null]), read_only: 'off' },
    ])
  })

  it('runs deferred statements in order, before the next query and before the commit', async () => {
    const writer = { role: 'service_role', claims: null, readOnly: false }
    const add = (id: number) => sql`insert into notes values (${id}, null, 'later')`.toStatement()
    const all = sql`select count(*) from notes where body = 'later'`.toStatement()
    await transaction(project.requests, writer, async (query, later) => {
      expect(await later(add(101))).toEqual([])
      expect(await query(all)).toEqual([['1']])
      await later(add(102))
    })
    expect(await run(project.requests, writer, all)).toEqual([['2']])
    await run(project.requests, writer, sql`delete from notes where body = 'later'`.toStatement())
  })

  it('rolls back when a deferred statement fails at the end, and keeps the connection usable', async () => {
    const writer = { role: 'service_role', claims: null, readOnly: false }
    const add = (id: number) => sql`insert into notes values (${id}, null, 'undone')`.toStatement()
    const failing = transaction(project.requests, writer, async (query, later) => {
      await query(add(103))
      await later(add(103))
    })
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect(
      await run(
        project.requests,
        writer,
        sql`select count(*) from notes where body = 'undone'`.toStatement(),
      ),
    ).toEqual([['0']])
  })

  it('refuses to write in a read-only transaction', async () => {
    const insert = sql`insert into notes values (11, null, ${'x'})`.toStatement()
    await expect(run(project.requests, { ...visitor, role: 'service_role' }, insert)).rejects.toMatchObject({
      code: '25006',
    })
  })

  it('refuses a role that the login role is not a member of', async () => {
    await expect(run(project.requests, { ...visitor, role: 'postgres' }, count)).rejects.toMatchObject({
      code: '42501',
    })
  })

  it('continues on the same connection after an error, without the failed statement', async () => {
    const writer = { role: 'service_role', claims: null, readOnly: false }
    for (let round = 0; round < 20; round++) {
      const twice =
        sql`with a as (insert into notes values (100, null, ${'x'}) returning 1) select 1 / (count(*) - 1) from a`.toStatement()
      await expect(run(project.requests, writer, twice)).rejects.toMatchObject({ code: '22012' })
      await expect(
        run(project.requests, writer, { text: 'select nonsense', values: [] }),
      ).rejects.toMatchObject({ code: '42703' })
      expect(await run(project.requests, writer, count)).toEqual([['10']])
    }
  })

  it('limits the prepared statements per connection', async () => {
    const client = await project.requests.connect()
    client.release()
    for (let n = 0; n < 600; n++) {
      await run(project.requests, visitor, { text: `select ${n} as distinct_text_${n}`, values: [] })
    }
    const rows = await run(project.requests, visitor, {
      text: 'select count(*)::text from pg_prepared_statements',
      values: [],
    })
    expect(Number(rows[0]?.[0])).toBeLessThanOrEqual(260)
  })

  it('can read a result and then roll everything back', async () => {
    const writer = { role: 'service_role', claims: null, readOnly: false }
    const seen = await transaction(
      project.requests,
      writer,
      async (query) => {
        await query(sql`delete from notes where id = ${1}::int`.toStatement())
        return query(count)
      },
      'rollback',
    )
    expect(seen).toEqual([['9']])
    expect(await run(project.requests, writer, count)).toEqual([['10']])
  })

  describe('whose body throws', () => {
    const writer = { role: 'service_role', claims: null, readOnly: false }
    const process = { text: 'select pg_backend_pid()', values: [] }
    let pool: Pool
    beforeAll(() => {
      const { connectionString } = project.requests.options
      pool = createPool({ url: connectionString!, max: 1, name: 'one', log: pino({ level: 'silent' }) })
    })
    afterAll(() => pool.end())
    const processId = async () => (await run(pool, writer, process))[0]?.[0]
    const add = sql`insert into notes values (104, null, 'refused')`.toStatement()

    it('rolls back and continues on the same connection', async () => {
      const before = await processId()
      const refusal = new Error('a refusal that is no error of the database')
      const refused = transaction(pool, writer, async (query, later) => {
        await query(add)
        await later(sql`insert into notes values (105, null, 'refused')`.toStatement())
        throw refusal
      })
      await expect(refused).rejects.toBe(refusal)
      expect(await run(pool, writer, count)).toEqual([['10']])
      const atOnce = transaction(pool, writer, async () => Promise.reject(refusal))
      await expect(atOnce).rejects.toBe(refusal)
      const tried = trial(pool, writer, [add], async () => Promise.reject(refusal))
      await expect(tried).rejects.toBe(refusal)
      expect(await run(pool, writer, count)).toEqual([['10']])
      expect(await processId()).toBe(before)
    })

    it('rejects statements after its end, when another caller has the connection', async () => {
      const over: Promise<unknown>[] = []
      const askLater = (ask: () => Promise<unknown>) =>
        over.push(new Promise((resolve) => setTimeout(resolve, 50)).then(ask))
      const refused = transaction(pool, writer, async (query, later) => {
        askLater(() => query(add))
        askLater(() => later(add))
        throw new Error('a refusal')
      })
      await expect(refused).rejects.toThrow('a refusal')
      const done = transaction(pool, writer, async (query) => void askLater(() => query(add)))
      await done
      const tried = trial(pool, writer, [], async (_laid, ask) => {
        askLater(() => ask([{ scope: writer, statement: add }]))
      })
      await tried
      const outcomes = await Promise.allSettled(over)
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
      expect(await run(pool, writer, count)).toEqual([['10']])
    })

    it('reports the body’s error even when the connection is lost', async () => {
      const before = await processId()
      const refusal = new Error('a refusal')
      const refused = transaction(pool, writer, async (query) => {
        const [row] = await query(process)
        await project.admin.query('select pg_terminate_backend($1::int, 5000)', [row?.[0]])
        throw refusal
      })
      await expect(refused).rejects.toBe(refusal)
      expect(await processId()).not.toBe(before)
    })
  })

  it('survives a connection that the database terminated', async () => {
    await project.admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'requests' and datname = current_database()`,
    )
    const attempt = () => run(project.requests, member('a'), count).catch(() => 'cut')
    await expect.poll(attempt).toEqual([['5']])
  })
})

describe('a trial', () => {
  const asks = (letter: string, topic: string) => ({
    scope: { ...member(letter), readOnly: false, settings: { 'test.topic': topic } },
    statement: {
      text: `select current_user, current_setting('test.topic'), count(*), min(right(owner::text, 1)) from notes`,
      values: [],
    },
  })
  const stranger = (topic: string) => ({
    ...asks('a', topic),
    scope: { ...visitor, readOnly: false, settings: { 'test.topic': topic } },
  })

  it('evaluates each query as its own caller', async () => {
    const owner = { role: 'postgres', claims: null, readOnly: false, settings: {} }
    const questions = [
      asks('a', 'one'),
      asks('a', 'two'),
      asks('a', 'two'),
      asks('b', 'two'),
      stranger('two'),
      stranger('three'),
      asks('b', 'three'),
    ]
    const laid = sql`update notes set body = 'laid down'`.toStatement()
    const rows = await trial(project.admin, owner, [laid], (_laid, ask) => ask(questions))
    expect(rows.flat()).toEqual([
      ['authenticated', 'one', '5', 'a'],
      ['authenticated', 'two', '5', 'a'],
      ['authenticated', 'two', '5', 'a'],
      ['authenticated', 'two', '5', 'b'],
      ['anon', 'two', '0', null],
      ['anon', 'three', '0', null],
      ['authenticated', 'three', '5', 'b'],
    ])
    expect(await run(project.requests, member('a'), sql`select min(body) from notes`.toStatement())).toEqual([
      ['note 10'],
    ])
  })
})
