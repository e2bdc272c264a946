import { join } from 'node:path'
import type { Pool } from 'pg'
import { pino } from 'pino'
import type { IdeaRecord } from 'trading/ideas/record'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from '../../../server/src/testing/test-project.ts'
import { ideaDraft } from '../../../supabase/tests/proof/idea-record.ts'
import { createPool } from '../database.ts'
import { prepareQueue } from '../queue.ts'
import { settleSignals } from './settle-signals.ts'

const MINUTE = 60_000
const log = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' })

let project: TestProject
let pool: Pool
let author: string
beforeAll(async () => {
  project = await testProject({ projectDir: join(import.meta.dirname, '../../..') })
  pool = createPool(project.databaseUrl, 8, log)
  await prepareQueue(pool, log)
  // Tests must not depend on the day of the week.
  await pool.query(`update public.instruments set session = 'crypto' where symbol = 'EURUSD'`)
  const { rows } = await pool.query<{ id: string }>(
    `insert into public.community_members (handle, name, trust) values ('yanis', 'Yanis B.', 3) returning id`,
  )
  author = rows[0]!.id
}, 60_000)
afterAll(async () => {
  await pool.end()
  await project.stop()
})
beforeEach(() => pool.query('delete from public.candles'))

const settle = (now = Date.now()) => settleSignals({ pool, log, now: () => now })
/** Half an hour ago, rounded to the minute. */
const start = () => Math.floor(Date.now() / MINUTE) * MINUTE - 30 * MINUTE

async function publish(at: number, changes: object = {}): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from private.record_idea($1, $2, private.publish_thread($2, 'idees', 'x', 'x'), $3, $3,
       ('EURUSD', 1.08500, 1.08510, $3::timestamptz, 'simulated')::public.quotes, false)`,
    [JSON.stringify(ideaDraft(changes)), author, new Date(at).toISOString()],
  )
  return rows[0]!.id
}

/** Minutes from a given time: quiet, then the entry at the second, and then as given. */
async function market(from: number, lows: readonly string[]): Promise<void> {
  for (const [index, low] of lows.entries())
    await pool.query(
      `insert into public.candles (symbol, timeframe, opened_at, open, high, low, close, spread, source)
       values ('EURUSD', 'M1', $1, 1.08395, greatest(1.08395, $2::numeric), least(1.08395, $2::numeric), 1.08395, 0.0001, 'simulated')`,
      [new Date(from + index * MINUTE).toISOString(), low],
    )
}

const stateOf = async (id: string) => {
  const { rows } = await pool.query(
    'select state, realised_r::float as r, close_reason as reason from public.idea_states where idea = $1',
    [id],
  )
  return rows[0]
}
const kindsOf = async (id: string) => {
  const { rows } = await pool.query<{ kind: string }>(
    `select coalesce(entry #>> '{data,kind}', kind) as kind from public.ledger where entry #>> '{data,idea}' = $1 order by sequence`,
    [id],
  )
  return rows.map(({ kind }) => kind)
}
const record = async () => {
  const { rows } = await pool.query<{ record: IdeaRecord }>(
    'select record from public.idea_records where author = $1',
    [author],
  )
  return rows[0]?.record
}

describe('settling ideas', () => {
  it('decides them by the engine of signals, keeps their minutes and their author’s record', async () => {
    const at = start()
    const id = await publish(at)
    await market(at, ['1.08390', '1.08390', '1.08190', '1.08390'])
    await settle()
    expect(await stateOf(id)).toEqual({ state: 'closed', r: -1, reason: 'stop' })
    expect(await kindsOf(id)).toEqual(['idea_published', 'idea_opened', 'entered', 'stopped'])
    const { rows } = await pool.query('select lines from public.idea_minutes where idea = $1', [id])
    expect(rows).toEqual([{ lines: 3 }])
    expect(await record()).toMatchObject({ published: 1, closed: 1, erased: 0, sample: 'insufficient' })
  })

  it('decides nothing twice, and waits for a missing minute', async () => {
    const at = start()
    const id = await publish(at)
    await market(at, ['1.08390'])
    await market(at + 2 * MINUTE, ['1.08190', '1.08390'])
    await settle()
    expect(await stateOf(id)).toMatchObject({ state: 'active' })
    await settle()
    expect(await kindsOf(id)).toEqual(['idea_published', 'idea_opened', 'entered'])
    await market(at + MINUTE, ['1.08650'])
    await settle()
    expect(await kindsOf(id)).toEqual([
      'idea_published',
      'idea_opened',
      'entered',
      'target_reached',
      'stopped',
    ])
  })

  it('says nothing of one under escrow before its end, and opens it in the same run', async () => {
    const at = start()
    const deadline = new Date(at + 10 * 86_400_000).toISOString()
    const id = await publish(at, { deadline })
    await market(at, ['1.08390'])
    await settle()
    expect(await stateOf(id)).toMatchObject({ state: 'active' })
    expect(await kindsOf(id)).toEqual(['idea_published'])
    await market(at + MINUTE, ['1.08190'])
    await settle()
    expect(await kindsOf(id)).toEqual(['idea_published', 'idea_opened', 'entered', 'stopped'])
  })

  it('opens one whose deadline has passed while it still runs', async () => {
    const at = start()
    const id = await publish(at, { deadline: new Date(at + 10 * MINUTE).toISOString() })
    await market(at, ['1.08390'])
    await settle()
    expect(await stateOf(id)).toMatchObject({ state: 'active' })
    expect(await kindsOf(id)).toEqual(['idea_published', 'idea_opened', 'entered'])
  })

  it('counts an idea in the record even when another ends while it is computed', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => publish(start(), {})))
    await Promise.all([settle(), settle(), settle()])
    await settle()
    const { rows } = await pool.query<{ count: number }>(
      'select count(*)::int from public.ideas where author = $1',
      [author],
    )
    expect(ids).toHaveLength(6)
    expect(await record()).toMatchObject({ published: rows[0]!.count })
  })
})
