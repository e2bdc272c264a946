// Owns review cards: each is computed from all answers of a member to a question, in one transaction, so that jobs may come twice, at
// once or late.
import type { Pool } from 'pg'
import { type Answer, cardOf, scheduler } from 'trading/learning/memory'
import { inTransaction, type Queryable } from '../database.ts'
import type { TaskContext } from '../tasks/task-context.ts'

type Plan = ReturnType<typeof scheduler>

/** The scheduler in force: trained parameters, or the default ones. */
export async function planInForce(client: Queryable): Promise<Plan> {
  const { rows } = await client.query<{ parameters: number[] | null }>(
    'select parameters from private.memory_parameters',
  )
  return scheduler(rows[0]?.parameters ?? undefined)
}

/** `payload`: the attempt whose answers changed, and the place of the answer if only one did. */
export async function scheduleReviews({ pool }: TaskContext, payload: unknown): Promise<void> {
  const { attempt, place = null } = payload as { attempt: string; place?: number | null }
  const { rows } = await pool.query<{ member: string; question: string }>(
    `select distinct member, question from public.attempt_answers as answer join public.attempts on attempts.id = answer.attempt
      where answer.attempt = $1 and ($2::int is null or answer.place = $2)`,
    [attempt, place],
  )
  if (rows.length === 0) return
  const plan = await planInForce(pool)
  for (const { member, question } of rows) await buildCard(pool, member, question, plan)
}

/** Builds a member's card of a question anew. An exam is no exercise of memory: its answers do not count. */
export function buildCard(pool: Pool, member: string, question: string, plan: Plan): Promise<void> {
  return inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `review card ${member} ${question}`,
    ])
    const { rows } = await client.query<{ attempt: string; place: number; at: string; right: boolean }>(
      `select answer.attempt, answer.place, (extract(epoch from answered_at) * 1000)::bigint::text as at, answer."right"
         from public.attempt_answers as answer join public.attempts on attempts.id = answer.attempt
        where attempts.member = $1 and answer.question = $2 and attempts.purpose <> 'exam' order by answered_at, answer.attempt`,
      [member, question],
    )
    const built = cardOf(
      rows.map(({ at, right }): Answer => ({ at: Number(at), right })),
      plan,
    )
    if (!built) return
    const { due, stability, difficulty, reps, lapses, last, ahead } = built.card
    const times = [due, last, ...ahead].map((at) => new Date(at).toISOString())
    await client.query(
      `insert into public.review_cards (member, question, due, stability, difficulty, reps, lapses, last, ahead)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (member, question) do update set due = excluded.due, stability = excluded.stability, difficulty = excluded.difficulty,
         reps = excluded.reps, lapses = excluded.lapses, last = excluded.last, ahead = excluded.ahead`,
      [member, question, times[0], stability, difficulty, reps, lapses, times[1], times.slice(2)],
    )
    // The predictions belong to the last answers.
    const answers = rows.slice(rows.length - built.predictions.length)
    const predictions = built.predictions.flatMap(({ predicted, right }, index) =>
      predicted === null
        ? []
        : [{ attempt: answers[index]!.attempt, place: answers[index]!.place, predicted, recalled: right }],
    )
    if (predictions.length > 0)
      await client.query('select private.keep_predictions($1)', [JSON.stringify(predictions)])
  })
}
