import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from '../testing/test-project.ts'
import { MigrationError } from './apply-files.ts'
import { migrate } from './migrate.ts'
import { applySeeds } from './seeds.ts'

let project: TestProject
let client: pg.Client
let directory: string

beforeAll(async () => {
  project = await testProject()
  client = new pg.Client({ connectionString: project.databaseUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await project.stop()
})
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'migrations-'))
  mkdirSync(join(directory, 'supabase', 'migrations'), { recursive: true })
  await client.query(`drop schema if exists supabase_migrations cascade; truncate _server.migration_hashes;
    drop schema public cascade; create schema public; grant all on schema public to postgres`)
  return () => rmSync(directory, { recursive: true, force: true })
})

const write = (file: string, text: string) => writeFileSync(join(directory, 'supabase', file), text)
const log = pino({ level: 'silent' })
async function apply(seed: 'demo' | 'none' = 'demo'): Promise<void> {
  await migrate(client, { projectDir: directory, log })
  await applySeeds(client, { projectDir: directory, seedPaths: ['./seed/*.sql', './seed.sql'], seed, log })
}
const value = async (text: string) => Object.values((await client.query(text)).rows[0])[0]

describe('the migration runner', () => {
  it('applies each migration once, in numerical order, and records it as the official tool does', async () => {
    write('migrations/2_second.sql', 'insert into a values (2)')
    write('migrations/1_first.sql', 'create table a (n int); insert into a values (1)')
    write('migrations/readme.md', 'not a migration')
    await apply()
    await apply()
    expect(await value('select array_agg(n order by n) from a')).toEqual([1, 2])
    const { rows } = await client.query(
      'select version, name from supabase_migrations.schema_migrations order by version',
    )
    expect(rows).toEqual([
      { version: '1', name: 'first' },
      { version: '2', name: 'second' },
    ])
  })

  it('rolls a failing migration back and names its file', async () => {
    write('migrations/1_broken.sql', 'create table a (n int); select 1/0;')
    await expect(apply()).rejects.toThrow(MigrationError)
    await expect(apply()).rejects.toThrow(/supabase\/migrations\/1_broken\.sql failed: division by zero/)
    expect(await value(`select to_regclass('a')`)).toBeNull()
  })

  it('refuses a migration that was edited after it was applied', async () => {
    write('migrations/1_first.sql', 'create table a (n int)')
    await apply()
    write('migrations/1_first.sql', 'create table a (n bigint)')
    await expect(apply()).rejects.toThrow('1_first.sql was changed after it was applied')
  })

  it('refuses a database with migrations unknown to the project', async () => {
    write('migrations/1_first.sql', 'create table a (n int)')
    await apply()
    rmSync(join(directory, 'supabase', 'migrations', '1_first.sql'))
    await expect(apply()).rejects.toThrow('migrations that this project does not have: 1')
  })

  it('rolls the whole upgrade back when its last migration fails', async () => {
    write('migrations/1_first.sql', 'create table a (n int)')
    await apply()
    write('migrations/2_second.sql', 'create table b (n int)')
    write('migrations/3_broken.sql', 'select 1/0')
    await expect(apply()).rejects.toMatchObject({ partial: false })
    expect(await value(`select to_regclass('b')`)).toBeNull()
    expect(await value('select array_agg(version) from supabase_migrations.schema_migrations')).toEqual(['1'])
  })

  it('uses a transaction per migration when one uses an enum value that another adds', async () => {
    write('migrations/1_first.sql', `create type mood as enum ('good')`)
    await apply()
    write('migrations/2_second.sql', `alter type mood add value 'bad'`)
    write('migrations/3_third.sql', `create table a (m mood default 'bad'::mood)`)
    write('migrations/4_broken.sql', 'select 1/0')
    await expect(apply()).rejects.toMatchObject({ partial: true })
    rmSync(join(directory, 'supabase', 'migrations', '4_broken.sql'))
    await apply()
    expect(await value('insert into a default values returning m::text')).toBe('bad')
  })

  it('starts each file as the owner, even after a file that ended the transaction itself', async () => {
    write('migrations/1_first.sql', 'create table a (n int); commit; begin; set role anon')
    write('migrations/2_second.sql', 'create table b (n int)')
    await apply()
    expect(await value(`select tableowner from pg_tables where tablename = 'b'`)).toBe('postgres')
  })

  describe('a squashed migration', () => {
    const hash = (text: string) => createHash('sha256').update(text).digest('hex')
    const FIRST = 'create table a (n int)'
    const SECOND = 'insert into a values (2)'
    const remove = (file: string) => rmSync(join(directory, 'supabase', 'migrations', file), { force: true })
    beforeEach(() => {
      write('migrations/1_first.sql', FIRST)
      write('migrations/2_second.sql', SECOND)
    })
    const squash = () => {
      remove('1_first.sql')
      remove('2_second.sql')
      write('migrations/3_baseline.sql', 'create table a (n int); insert into a values (2)')
      write('migrations/4_fourth.sql', 'insert into a values (4)')
      write(
        'migrations/history.json',
        JSON.stringify({ squashed: { 3: { 1: hash(FIRST), 2: hash(SECOND) } } }),
      )
    }
    const versions = () =>
      value('select array_agg(version order by version) from supabase_migrations.schema_migrations')

    it('counts as applied where exactly its predecessors were applied', async () => {
      await apply()
      squash()
      await apply()
      await apply()
      expect(await value('select array_agg(n order by n) from a')).toEqual([2, 4])
      expect(await versions()).toEqual(['3', '4'])
    })

    it('is applied to an empty database', async () => {
      squash()
      await apply()
      expect(await value('select array_agg(n order by n) from a')).toEqual([2, 4])
    })

    it('is refused where a predecessor is missing', async () => {
      remove('2_second.sql')
      await apply()
      squash()
      await expect(apply()).rejects.toThrow('predates its first release')
      expect(await versions()).toEqual(['1'])
    })

    it('is refused where a predecessor had another text', async () => {
      write('migrations/2_second.sql', `${SECOND};`)
      await apply()
      squash()
      await expect(apply()).rejects.toThrow('predates its first release')
      expect(await versions()).toEqual(['1', '2'])
    })
  })

  it('creates objects that belong to the role postgres and are open to the API roles', async () => {
    write('migrations/1_first.sql', 'create table a (n int)')
    await apply()
    expect(await value(`select tableowner from pg_tables where tablename = 'a'`)).toBe('postgres')
  })

  it('runs each seed once, and skips the demonstration data on request', async () => {
    write('migrations/1_first.sql', 'create table a (n text)')
    mkdirSync(join(directory, 'supabase', 'seed'))
    write('seed/010_base.sql', `insert into a values ('base')`)
    write('seed/020_demo.sql', `insert into a values ('demo')`)
    await apply('none')
    await apply('none')
    expect(await value('select array_agg(n) from a')).toEqual(['base'])
    await apply()
    expect(await value('select array_agg(n) from a')).toEqual(['base', 'demo'])
  })
})
