import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { differences, readRows, readStructure } from '../../../server/src/database/catalogue.ts'
import { readHistory, readMigrations } from '../../../server/src/database/migrations.ts'
import { applySchemas } from '../../../server/src/database/schemas.ts'
import { readProjectConfig } from '../../../server/src/project-config.ts'
import { type FreshDatabase, freshDatabase } from '../../../server/src/testing/fresh-database.ts'

// Installations are built from migrations, tests from the schemas. Both must give the same structure.
const root = join(import.meta.dirname, '..', '..', '..')
const NAMES: [string, string] = ['the migrations', 'the schemas']

describe('history', () => {
  let history: FreshDatabase
  let schemas: FreshDatabase
  beforeAll(async () => {
    ;[history, schemas] = [await freshDatabase(), await freshDatabase()]
    await history.apply(readMigrations(root))
    const { schema_paths: schemaPaths } = readProjectConfig(root, {}).db.migrations
    await applySchemas(schemas.client, { projectDir: root, schemaPaths })
  })
  afterAll(() => Promise.all([history.drop(), schemas.drop()]))

  it('gives the same tables, policies, functions, rights and everything else as the schemas (else: npm run db:diff)', async () => {
    const [left, right] = [await readStructure(history.client), await readStructure(schemas.client)]
    expect(left.size).toBeGreaterThan(3000)
    expect(differences(left, right, NAMES)).toEqual([])
  })

  it('writes the same rows as the schemas', async () => {
    const [left, right] = [await readRows(history.client), await readRows(schemas.client)]
    expect(left.size).toBeGreaterThan(500)
    expect(differences(left, right, NAMES)).toEqual([])
  })

  it('notices a change of every kind of object', async () => {
    const before = await readStructure(history.client)
    await history.client.query('begin')
    try {
      for (const change of CHANGES) {
        await history.client.query(`savepoint change; set local search_path = public, extensions; ${change}`)
        expect(differences(before, await readStructure(history.client), NAMES), change).not.toEqual([])
        await history.client.query('rollback to savepoint change')
      }
    } finally {
      await history.client.query('rollback')
    }
  })
})

describe('what landed', () => {
  const { landed, squashed } = readHistory(root)
  const migrations = readMigrations(root)

  it('is never edited or taken away: an installation that applied it would refuse to start', () => {
    const now = Object.fromEntries(migrations.map(({ version, hash }) => [version, hash]))
    expect(Object.keys(landed).length).toBeGreaterThan(0)
    for (const [version, hash] of Object.entries(landed)) expect(now[version], version).toBe(hash)
  })

  it('is all but the newest migration, which may be generated again until it lands too (npm run db:land)', () => {
    const open = migrations.filter(({ version }) => !(version in landed)).map(({ version }) => version)
    expect(open.length).toBeLessThan(2)
    for (const version of open) expect(version).toBe(migrations.at(-1)?.version)
  })

  it('represents the files of the previous release', () => {
    for (const [into, versions] of Object.entries(squashed)) {
      expect(Object.keys(landed)).toContain(into)
      for (const version of Object.keys(versions)) expect(version < into, version).toBe(true)
    }
  })
})

/** For each kind of PostgreSQL object that the product may use, one new or changed object. */
const CHANGES = [
  'create schema other',
  `comment on schema private is 'Another.'`,
  'alter table profiles add column nickname text',
  'alter table profiles alter column first_name drop not null',
  `alter table profiles alter column first_name set default 'x'`,
  `comment on column profiles.username is 'Another.'`,
  'grant update (created_at) on profiles to authenticated',
  'alter table profiles disable row level security',
  'alter table profiles force row level security',
  'alter table profiles replica identity full',
  `comment on table profiles is 'Another.'`,
  'grant truncate on profiles to anon',
  'alter table profiles set (fillfactor = 70)',
  'alter table profiles drop constraint profiles_username_key',
  'alter table profiles add check (length(first_name) < 79) not valid',
  'create index another on profiles (first_name)',
  'drop index premium_grants_of_user',
  'alter table profiles disable trigger user',
  'drop trigger welcome_user on auth.users',
  'alter policy "members edit their own profile" on profiles using (true)',
  'alter policy "members edit their own profile" on profiles to anon',
  `comment on policy "members edit their own profile" on profiles is 'Another.'`,
  `create or replace function private.plain(value text) returns text language sql immutable set search_path = '' as 'select value'`,
  'alter function private.plain(text) reset search_path',
  'alter function private.plain(text) security definer',
  'grant execute on function private.forget_files() to anon',
  `comment on function private.plain(text) is 'Another.'`,
  'create procedure private.another() language sql as $$ select 1 $$',
  'create aggregate private.another(int) (sfunc = int4pl, stype = int)',
  `create type private.another as enum ('a')`,
  'create type private.another as (a int)',
  'create domain private.another as int check (value > 0)',
  'create view public.another as select 1 as a',
  'alter view current_plan_prices reset (security_invoker)',
  'create materialized view private.another as select 1 as a',
  'alter sequence premium_grants_id_seq increment 2',
  'create sequence private.another',
  'alter publication supabase_realtime add table profiles',
  'create rule another as on delete to profiles do instead nothing',
  'alter default privileges in schema private grant execute on functions to anon',
  'create statistics private.another on username, first_name from profiles',
  'create text search configuration private.another (copy = simple)',
  `create collation private.another (locale = 'C')`,
]
