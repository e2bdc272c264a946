import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from '../testing/test-project.ts'
import { createPool } from './pool.ts'

let project: TestProject
let pool: pg.Pool

beforeAll(async () => {
  project = await testProject()
  pool = createPool({ url: project.databaseUrl, max: 1, name: 'test', log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await pool.end()
  await project.stop()
})

/** Terminates a connection, as a PostgreSQL shutdown does. */
async function end(processId: number): Promise<void> {
  const other = new pg.Client({ connectionString: project.databaseUrl })
  await other.connect()
  await other.query('select pg_terminate_backend($1, 5000)', [processId])
  await other.end()
}

const processOf = async (on: pg.Pool | pg.PoolClient) =>
  (await on.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0

describe('a pool of connections', () => {
  it('replaces a lost idle connection', async () => {
    const lost = await processOf(pool)
    await end(lost)
    await expect.poll(() => pool.totalCount).toBe(0)
    expect(await processOf(pool)).not.toBe(lost)
  })

  it('reports the loss of a held connection with its next statement, and continues', async () => {
    const client = await pool.connect()
    const lost = await processOf(client)
    await client.query('begin')
    const gone = new Promise((resolve) => client.once('end', resolve))
    await end(lost)
    await gone
    const asked = client.query('commit')
    await expect(asked).rejects.toThrow()
    client.release(true)
    expect(await processOf(pool)).not.toBe(lost)
  })
})
