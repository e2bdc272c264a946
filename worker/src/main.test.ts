import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { readPaymentSettings } from 'payments/settings'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from '../../server/src/testing/test-project.ts'
import { createPool } from './database.ts'
import { startWorker } from './main.ts'
import { readMarketSources } from './market/providers-setting.ts'
import { readAllowedAddresses } from './webhooks/address-guard.ts'

const ROOT = join(import.meta.dirname, '../..')
const log = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' })
const MAIN = join(import.meta.dirname, 'main.ts')
/** The shortest patience of what usually stops a service: containers are killed after ten seconds. */
const KILLED_AFTER_MS = 10_000

let project: TestProject
let pool: Pool
const running: { stop(): Promise<void> }[] = []

beforeAll(async () => {
  project = await testProject({ projectDir: ROOT })
  pool = createPool(project.databaseUrl, 4, log)
}, 60_000)
afterAll(async () => {
  await pool.end()
  await project.stop()
})
beforeEach(() => pool.query('delete from public.quotes'))
afterEach(async () => {
  await Promise.all(running.splice(0).map((worker) => worker.stop()))
})

async function start() {
  const worker = await startWorker({
    databaseUrl: project.databaseUrl,
    marketSources: readMarketSources(''),
    twelveData: null,
    marketSeed: 'main',
    marketHistory: 'short',
    quoteIntervalMs: 1000,
    concurrency: 2,
    mail: null,
    push: { subject: 'mailto:x@example.com', services: [], configured: null },
    webhooks: { allowed: readAllowedAddresses('') },
    files: null,
    payments: readPaymentSettings({}),
    telegram: null,
    ledger: { origin: 'test.example/ledger', isNamed: true, secretKey: null, witnesses: [], authorities: [] },
    warningList: null,
    calendar: { addresses: new Map(), fred: null, tradingEconomics: null },
    support: null,
    mailbox: null,
    siteUrl: 'http://127.0.0.1:3000',
    log,
  })
  running.push(worker)
  return worker
}

async function quotedAt(): Promise<number> {
  const { rows } = await pool.query<{ at: Date | null }>('select max(quoted_at) as at from public.quotes')
  return rows[0]?.at?.getTime() ?? 0
}

/** Jobs that are due; news of shipped courses waits a quarter of an hour. */
const due = async () => (await pool.query('select from graphile_worker.jobs where run_at <= now()')).rowCount

const live = (after = 0) => expect.poll(quotedAt, { timeout: 60_000, interval: 50 }).toBeGreaterThan(after)

describe('the worker', () => {
  it('delivers quotes and takes over jobs that waited for the queue', async () => {
    await pool.query(`insert into private.pending_jobs (task, payload) values ('settle-signals', '{}')`)
    await start()
    await live()
    const { rows } = await pool.query('select from private.pending_jobs')
    expect(rows).toHaveLength(0)
    await expect.poll(due, { timeout: 10_000 }).toBe(0)
  }, 120_000)

  it('is the only one that runs the feed; another takes over when it stops', async () => {
    const first = await start()
    await live()
    await start()
    const feeds = () =>
      pool.query(
        `select from pg_stat_activity where datname = current_database() and application_name = 'worker market feed'`,
      )
    await expect.poll(async () => (await feeds()).rowCount).toBe(2)
    const held = await pool.query(
      `select from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and granted and application_name = 'worker market feed'
          and datname = current_database()`,
    )
    expect(held.rowCount).toBe(1)
    await first.stop()
    await live(Date.now())
  }, 120_000)

  it('continues after all its connections were cut, as by a PostgreSQL restart', async () => {
    await start()
    await live()
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like 'worker%' and pid <> pg_backend_pid()`,
    )
    await live(Date.now() + 500)
    await pool.query(`select graphile_worker.add_job('settle-signals', '{}')`)
    // A job in progress is released by the guard once its worker's lock is gone.
    await expect.poll(due, { timeout: 60_000 }).toBe(0)
  }, 120_000)

  it('takes over the jobs of a killed worker', async () => {
    await start()
    await live()
    await pool.query(
      `select graphile_worker.add_job('settle-signals', '{}', run_at := now() + interval '1 hour')`,
    )
    await pool.query(
      `update graphile_worker._private_jobs set run_at = now(), locked_by = 'pool-killed', locked_at = now() - interval '1 minute'`,
    )
    await running.pop()?.stop()
    await start()
    const left = () =>
      pool.query(
        `select from graphile_worker.jobs where locked_by = 'pool-killed' or task_identifier = 'settle-signals'`,
      )
    await expect.poll(async () => (await left()).rowCount, { timeout: 60_000 }).toBe(0)
  }, 120_000)

  it('leaves nothing of a job that was added again while its worker died', async () => {
    await start()
    await live()
    await running.pop()?.stop()
    await pool.query(`select graphile_worker.add_job('settle-signals', '{}', job_key := 'settle-signals')`)
    await pool.query(
      `update graphile_worker._private_jobs set locked_by = 'pool-killed', locked_at = now() - interval '1 minute', attempts = 1
        where key = 'settle-signals'`,
    )
    await pool.query(`select graphile_worker.add_job('settle-signals', '{}', job_key := 'settle-signals')`)
    await start()
    const left = () => pool.query(`select from graphile_worker.jobs where task_identifier = 'settle-signals'`)
    await expect.poll(async () => (await left()).rowCount, { timeout: 60_000 }).toBe(0)
  }, 120_000)

  it('stops long before it would be killed, even during a first start', async () => {
    const worker = await start()
    await new Promise((resolve) => setTimeout(resolve, 300))
    const startedAt = performance.now()
    await worker.stop()
    expect(performance.now() - startedAt).toBeLessThan(KILLED_AFTER_MS / 2)
    running.length = 0
  })

  it('runs alone, exits with code 0 on SIGTERM, and reports an invalid setting in one sentence', async () => {
    const environment = {
      ...process.env,
      DATABASE_URL: project.databaseUrl,
      MARKET_HISTORY: 'short',
      LOG_LEVEL: 'silent',
    }
    const child = spawn(process.execPath, [MAIN], { env: environment, stdio: 'inherit' })
    await live()
    const startedAt = performance.now()
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(performance.now() - startedAt).toBeLessThan(KILLED_AFTER_MS / 2)

    const wrong = spawn(process.execPath, [MAIN], { env: { ...environment, QUOTE_INTERVAL_MS: 'often' } })
    let said = ''
    wrong.stderr.on('data', (data) => {
      said += data
    })
    expect(await once(wrong, 'close')).toEqual([1, null])
    expect(said).toMatch(/^The setting QUOTE_INTERVAL_MS is invalid: .*\.\n$/)
  }, 120_000)
})
