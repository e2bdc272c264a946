import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../server/src/config.ts'
import { type Served, serve } from '../../server/src/serve.ts'
import { scratchDirectory } from '../../server/src/testing/scratch-directory.ts'

// The restore drill of docs/operations.md, with the operator's commands.
const root = join(import.meta.dirname, '../..')
let scratch: string
let served: Served
const account = { email: 'ada@example.com', password: 'a long test password' }

const start = (dataDir: string, more: NodeJS.ProcessEnv = {}) =>
  serve({ ...readConfig({ LOG_LEVEL: 'silent', PORT: '0', ...more }, root), dataDir, projectDir: root })
const clientOf = ({ url, context }: Served) =>
  createClient(url, context.keys.anonKey, { auth: { persistSession: false } })

/** Runs a command of the product; returns its output and whether it succeeded. */
const run = (script: string, parameters: string[], environment: NodeJS.ProcessEnv = {}) =>
  new Promise<{ ok: boolean; said: string }>((resolve) => {
    const { INIT_CWD: _, DATABASE_URL: __, ...inherited } = process.env
    execFile(
      process.execPath,
      [join(root, 'scripts', 'backup', script), ...parameters],
      { cwd: scratch, env: { ...inherited, DATA_DIR: join(scratch, 'data'), ...environment } },
      (error, stdout, stderr) => resolve({ ok: !error, said: `${stdout}${stderr}` }),
    )
  })

beforeAll(async () => {
  scratch = scratchDirectory('drill-')
  served = await start(join(scratch, 'data'), { BACKUP_DIR: join(scratch, 'backups') })
  const client = clientOf(served)
  const { data } = await client.auth.signUp(account)
  const proof = new Blob(['%PDF-1.7 proof'], { type: 'application/pdf' })
  const { error } = await client.storage.from('proofs').upload(`${data.user?.id}/proof.pdf`, proof)
  expect(error).toBeNull()
}, 120_000)
afterAll(async () => {
  await served.stop()
  await rm(scratch, { recursive: true, force: true })
})

async function expectProduct(dataDir: string): Promise<void> {
  const restored = await start(dataDir)
  try {
    const member = clientOf(restored)
    const { data, error } = await member.auth.signInWithPassword(account)
    expect(error).toBeNull()
    const proof = await member.storage.from('proofs').download(`${data.user?.id}/proof.pdf`)
    expect(await proof.data?.text()).toBe('%PDF-1.7 proof')
    expect(restored.context.keys.anonKey).toBe(served.context.keys.anonKey)
  } finally {
    await restored.stop()
  }
}

it('a backup of the running product is restored to one where members sign in and find their files', async () => {
  const backup = await run('backup.ts', ['copy'])
  expect(backup.said).toMatch(/holds the state of .*: \d+ files, \d+ MB/)
  const restored = await run('restore.ts', ['copy', '--data', 'restored'])
  expect(restored.said).toMatch(
    /Restored into .*restored in .*: \d+ accounts, \d+ entries of the ledger that verify, books that sum to zero, 1 files/,
  )
  expect([backup.ok, restored.ok]).toEqual([true, true])
  await expectProduct(join(scratch, 'restored'))
}, 120_000)

it('with BACKUP_DIR, WAL and files are copied automatically, and restored to a point in time', async () => {
  const directory = join(scratch, 'backups')
  await expect
    .poll(() => existsSync(join(directory, 'base')) && readdirSync(join(directory, 'base')).length)
    .toBe(1)
  const { admin } = served.context
  const { rows } = await admin.query('select clock_timestamp() as now')
  await admin.query(`update profiles set first_name = 'Later' where username <> 'admin'`)
  const files = () => readdirSync(join(directory, 'wal')).filter((name) => /^[0-9A-F]{24}$/.test(name)).length
  const before = files()
  await admin.query('select pg_switch_wal()')
  await expect.poll(files, { timeout: 50_000 }).toBeGreaterThan(before)
  const at = (rows[0].now as Date).toISOString()
  const then = await run('restore.ts', ['backups', '--at', at, '--data', 'then'])
  expect(then.said).toContain('Restored into')
  const restored = await start(join(scratch, 'then'))
  const { rowCount } = await restored.context.admin.query(`select from profiles where first_name = 'Later'`)
  await restored.stop()
  expect(rowCount).toBe(0)
}, 180_000)

it('reports in one sentence what is missing or impossible', async () => {
  const says = async (script: string, parameters: string[], environment?: NodeJS.ProcessEnv) => {
    const { ok, said } = await run(script, parameters, environment)
    expect(ok).toBe(false)
    expect(said).not.toMatch(/^\s+at .*:\d+:\d+\)?$/m)
    return said
  }
  expect(await says('backup.ts', [])).toContain('Usage: npm run backup')
  expect(await says('restore.ts', ['copy'])).toContain('Usage: npm run restore')
  expect(await says('restore.ts', ['copy', '--data', 'x', '--at', '2026-11-22 14:30'])).toContain(
    'with a time zone',
  )
  expect(await says('restore.ts', ['nowhere', '--data', 'x'])).toContain('contains no base backup')
  expect(await says('backup.ts', ['other'], { DATA_DIR: join(scratch, 'nothing') })).toContain(
    'Nothing is running on',
  )
  const own = { DATABASE_URL: 'postgres://somebody@127.0.0.1:1/theirs' }
  expect(await says('backup.ts', ['other'], own)).toContain('pg_basebackup')
  expect(await says('restore.ts', ['copy', '--data', 'x'], own)).toContain('pg_basebackup')
}, 120_000)
