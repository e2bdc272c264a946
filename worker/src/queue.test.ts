import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestProject, testProject } from '../../server/src/testing/test-project.ts'
import { createPool } from './database.ts'
import { prepareQueue } from './queue.ts'

const log = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' })
const MEMBERS = 6

let project: TestProject
let pool: Pool
beforeAll(async () => {
  project = await testProject({ projectDir: join(import.meta.dirname, '../..') })
  pool = createPool(project.databaseUrl, MEMBERS + 4, log)
})
afterAll(async () => {
  await pool.end()
  await project.stop()
})

it('a job added while the queue is first created is kept, and adding it raises no error', async () => {
  const waiting = async () => {
    const { rows } = await pool.query('select count(*)::int from private.pending_jobs')
    return rows[0].count
  }
  const before = await waiting()
  let made = false
  let added = 0
  const member = async () => {
    while (!made) {
      await pool.query(`select private.enqueue('try', $1)`, [JSON.stringify({ id: added })])
      added++
    }
  }
  const members = Array.from({ length: MEMBERS }, member)
  await pause(50)
  await prepareQueue(pool, log)
  made = true
  await Promise.all(members)
  const { rows } = await pool.query('select count(*)::int from graphile_worker.jobs')
  expect(rows[0].count).toBe(before + added)
  expect(await waiting()).toBe(0)
})
