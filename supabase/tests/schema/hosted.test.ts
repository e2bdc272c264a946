import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestProject, testProject } from '../../../server/src/testing/test-project.ts'

// A hosted project: Supabase's own schemas exist, the owner is not a superuser, and the official CLI applies the product
// statement by statement.
const owner = `owner_${randomBytes(4).toString('hex')}`
const root = join(import.meta.dirname, '..', '..', '..')
let bare: TestProject
let elsewhere: string

beforeAll(async () => {
  bare = await testProject()
  const database = new URL(bare.databaseUrl).pathname.slice(1)
  await bare.admin.query(`
    create role ${owner} login createrole bypassrls password 'owner';
    grant anon, authenticated, service_role, supabase_auth_admin, supabase_storage_admin, supabase_realtime_admin to ${owner} with inherit true, set true;
    grant create on database ${database} to ${owner};
    grant all on schema public, extensions to ${owner};
    grant usage on schema auth, realtime to ${owner};
    drop schema supabase_migrations cascade;
    alter role ${owner} set search_path = public, extensions;
    alter default privileges for role ${owner} in schema public grant all on tables to anon, authenticated, service_role;
    alter default privileges for role ${owner} in schema public grant all on functions to anon, authenticated, service_role;
    alter default privileges for role ${owner} in schema public grant all on sequences to anon, authenticated, service_role`)
  elsewhere = mkdtempSync(join(tmpdir(), 'hosted-'))
  for (const part of ['config.toml', 'migrations', 'seed']) {
    cpSync(join(root, 'supabase', part), join(elsewhere, 'supabase', part), { recursive: true })
  }
}, 60_000)
afterAll(async () => {
  rmSync(elsewhere, { recursive: true, force: true })
  await bare.admin.query(`drop owned by ${owner} cascade; drop role ${owner}`)
  await bare.stop()
})

it('goes to a hosted project by the official command-line tool, as an owner without special powers', async () => {
  const url = Object.assign(new URL(bare.databaseUrl), { username: owner, password: 'owner' }).href
  const bin = join(root, 'node_modules', '.bin')
  await promisify(execFile)('supabase', ['db', 'push', `--remote=${url}`, '--yes', '--include-seed'], {
    cwd: elsewhere,
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
  })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select (select rolsuper from pg_roles where rolname = current_user) as super, verify_ledger() -> 'valid' as chain,
              verify_record() as record, (select count(*)::int from profiles) as profiles`,
    )
    expect(rows).toEqual([
      {
        super: false,
        chain: true,
        record: { valid: true, signals: 66, altered: [], altered_heads: [] },
        profiles: 138,
      },
    ])
    // Security definer functions work without superuser rights: an event, its ledger entry and its broadcast.
    await client.query(
      `select private.append_signal_event(id, 'note', now(), null, null, '{}') from signals where number = 66`,
    )
    const { rowCount } = await client.query(`select from realtime.messages where topic like 'signals:%'`)
    expect(rowCount).toBe(2)
    await client.query('set role anon')
    expect((await client.query('select signal_performance()')).rowCount).toBe(1)
    await expect(client.query('select from signals')).rejects.toThrow('permission denied')
  } finally {
    await client.end()
  }
}, 60_000)
