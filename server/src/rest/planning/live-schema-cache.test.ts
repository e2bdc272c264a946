import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from '../../testing/test-project.ts'
import { LiveSchemaCache } from './live-schema-cache.ts'
import { nameKey } from './relationships.ts'
import type { Settings } from './schema-cache.ts'

let project: TestProject
beforeAll(async () => {
  project = await testProject({ sql: 'create table here (id int primary key)' })
})
afterAll(() => project.stop())

const settings: Settings = {
  schemas: ['public'],
  extraSearchPath: [],
  maxRows: 10,
  aggregates: false,
  plans: false,
  transactionEnd: { default: 'commit', override: false },
  preRequest: null,
  openApi: true,
}
const log = pino({ level: 'silent' })
const here = nameKey({ schema: 'public', name: 'here' })

describe('the schema cache', () => {
  it('delays requests until the first load, then stays until the database notifies of a change', async () => {
    const live = new LiveSchemaCache({
      pool: project.admin,
      listener: project.context.listener,
      log,
      settings,
    })
    await live.start()
    const first = await live.ready()
    expect(first.relations.get(here)?.primaryKey).toEqual(['id'])
    expect(live.current).toBe(first)
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => project.admin.query(`create table t${index} (id int)`)),
    )
    await expect.poll(() => live.current?.relations.size).toBe(first.relations.size + 30)
    expect(live.current?.version).toBeLessThan(15)
    await live.stop()
    const last = live.current
    await project.admin.query('notify pgrst')
    await wait(100)
    expect(live.current).toBe(last)
  })

  it('reports that it is not ready while the database is unavailable, and retries', async () => {
    const broken = new Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none' })
    const pool = Object.assign(Object.create(broken), { connect: () => broken.connect() }) as Pool
    const live = new LiveSchemaCache({ pool, listener: project.context.listener, log, settings })
    await live.start()
    await expect(live.ready()).rejects.toMatchObject({ code: 'PGRST002', status: 503 })
    Object.assign(pool, { connect: () => project.admin.connect() })
    await expect.poll(() => live.current?.relations.has(here)).toBe(true)
    await live.stop()
    await broken.end()
  })
})
