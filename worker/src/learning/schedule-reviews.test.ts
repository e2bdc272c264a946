import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { forgetfulMembers } from 'trading/testing/forgetful-members'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestProject, testProject } from '../../../server/src/testing/test-project.ts'
import { fillBank } from '../../../supabase/tests/learning/daily-bank.ts'
import { createPool } from '../database.ts'
import { scheduleReviews } from './schedule-reviews.ts'
import { trainMemory } from './train-memory.ts'

const DAY = 86_400_000
const log = pino({ level: 'silent' })
let project: TestProject
let pool: Pool
let bank: string[]
beforeAll(async () => {
  project = await testProject({ projectDir: join(import.meta.dirname, '../../..') })
  pool = createPool(project.databaseUrl, 6, log)
  bank = await fillBank(pool, 30)
}, 60_000)
afterAll(async () => {
  await pool.end()
  await project.stop()
})

const context = () => ({ pool, log, now: Date.now })
const member = async () => {
  const { rows } = await pool.query<{ id: string }>(
    `insert into auth.users (id, email) values ($1::uuid, $1 || '@example.com') returning id`,
    [randomUUID()],
  )
  return rows[0]!.id
}
/** A member's answers to a question, each in an attempt of its own. Returns the attempts. */
async function answer(
  who: string,
  question: string,
  answers: readonly { at: number; right: boolean }[],
  purpose = 'review',
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `with given as (select * from jsonb_to_recordset($1) as given (id uuid, at timestamptz, "right" boolean)),
       begun as (
         insert into public.attempts (id, member, purpose, subject, started_at, finished_at, total, score, lesson)
         select id, $2, $3, id::text, at, at, 1, 0, case when $3 = 'exam' then $4::uuid end from given returning id),
       asked as (insert into private.attempt_questions select id, 1, $4, 1, null from given)
     insert into public.attempt_answers (attempt, place, question, version, given, "right", answered_at, milliseconds)
     select id, 1, $4, 1, '1', "right", at, 1 from given order by at returning attempt as id`,
    [
      JSON.stringify(answers.map(({ at, right }) => ({ id: randomUUID(), at: new Date(at), right }))),
      who,
      purpose,
      question,
    ],
  )
  return rows.map(({ id }) => id)
}
const cards = async (who: string) =>
  (await pool.query('select * from public.review_cards where member = $1 order by question', [who])).rows
const due = async (who: string) =>
  (await pool.query('select question from private.review_questions($1) order by place', [who])).rows.map(
    ({ question }) => question,
  )

describe('[S-111] review cards', () => {
  it('begin with a mistake, are due the next day, and are asked then, the most overdue first', async () => {
    const who = await member()
    const now = Date.now()
    const [mistake] = await answer(who, bank[0]!, [{ at: now - DAY, right: false }])
    const [older] = await answer(who, bank[1]!, [{ at: now - 5 * DAY, right: false }])
    const [fine] = await answer(who, bank[2]!, [{ at: now - 3 * DAY, right: true }])
    const [fresh] = await answer(who, bank[3]!, [{ at: now, right: false }])
    for (const attempt of [mistake, older, fine, fresh])
      await scheduleReviews(context(), { attempt, place: 1 })
    expect(await cards(who)).toHaveLength(3)
    expect(await due(who)).toEqual([bank[1], bank[0]])
  })

  it('are the same when they are built again from the answers, also by jobs that come twice and at once', async () => {
    const who = await member()
    const attempts = await answer(who, bank[0]!, [
      { at: Date.now() - 20 * DAY, right: false },
      { at: Date.now() - 18 * DAY, right: true },
      { at: Date.now() - 9 * DAY, right: false },
      { at: Date.now() - 7 * DAY, right: true },
    ])
    await Promise.all(
      attempts.flatMap((attempt) => [
        scheduleReviews(context(), { attempt }),
        scheduleReviews(context(), { attempt, place: 1 }),
      ]),
    )
    const built = await cards(who)
    expect(built).toMatchObject([{ reps: 4, lapses: 2 }])
    await pool.query('delete from public.review_cards where member = $1', [who])
    await scheduleReviews(context(), { attempt: attempts[0] })
    expect(await cards(who)).toEqual(built)
  })

  it('leave out what an exam asked and a question that is out of use', async () => {
    const who = await member()
    const yesterday = [{ at: Date.now() - 2 * DAY, right: false }]
    const [exam] = await answer(who, bank[5]!, yesterday, 'exam')
    const [review] = await answer(who, bank[4]!, yesterday)
    for (const attempt of [exam, review]) await scheduleReviews(context(), { attempt })
    expect(await due(who)).toEqual([bank[4]])
    await pool.query('update private.questions set retired_at = now() where item = $1', [bank[4]])
    expect(await due(who)).toEqual([])
  })
})

describe('[S-111] predicted recall', () => {
  it('is kept once for each answer and shown against what was recalled, by tenths', async () => {
    await pool.query('delete from public.recall_calibration; delete from private.recall_predictions')
    const who = await member()
    const attempts = await answer(who, bank[5]!, [
      { at: Date.now() - 30 * DAY, right: false },
      { at: Date.now() - 29 * DAY, right: true },
      { at: Date.now() - 29 * DAY + 60_000, right: true },
      { at: Date.now() - 5 * DAY, right: false },
    ])
    for (const attempt of [...attempts, ...attempts]) await scheduleReviews(context(), { attempt })
    const { rows } = await pool.query(
      'select sum(n)::int as n, sum(recalled)::int as recalled, bool_and(predicted between bin / 10.0 and (bin + 1) / 10.0) as apart from public.recall_calibration',
    )
    // The first answer has no prediction, and neither has a second one on the same day.
    expect(rows).toEqual([{ n: 2, recalled: 1, apart: true }])
  })
})

describe('[S-111] the training of the memory', () => {
  it('waits for three hundred reviews, keeps what predicts unseen answers better, and schedules every card anew', async () => {
    await pool.query('delete from public.attempts')
    await pool.query('delete from public.review_cards')
    const [who] = [await member()]
    const [first] = await answer(who, bank[6]!, [{ at: Date.now() - DAY, right: false }])
    await scheduleReviews(context(), { attempt: first })
    await trainMemory(context())
    expect((await pool.query('select from private.memory_parameters')).rowCount).toBe(0)

    const since = Date.now() - 900 * DAY
    const histories = forgetfulMembers(96, 7, since)
    const members = await Promise.all(Array.from({ length: 8 }, member))
    for (const [index, history] of histories.entries()) {
      const attempts = await answer(members[index % 8]!, bank[Math.floor(index / 8) + 7]!, history)
      await scheduleReviews(context(), { attempt: attempts[0] })
    }
    const before = await cards(members[0]!)
    await trainMemory(context())
    const { rows } = await pool.query(
      'select parameters, reviews, default_loss, trained_loss from private.memory_parameters',
    )
    expect(rows[0].reviews).toBeGreaterThanOrEqual(300)
    expect(rows[0].trained_loss).toBeLessThan(rows[0].default_loss)
    expect(rows[0].parameters).toHaveLength(21)
    const after = await cards(members[0]!)
    expect(after.map(({ reps }) => reps)).toEqual(before.map(({ reps }) => reps))
    expect(after.map(({ due }) => due)).not.toEqual(before.map(({ due }) => due))
  })
})
