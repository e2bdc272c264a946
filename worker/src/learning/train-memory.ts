// Owns the training of the memory's parameters: on four fifths of the questions that members got wrong, kept if they predict the
// remaining fifth better than the default ones. New parameters schedule every card anew.
import { setImmediate } from 'node:timers/promises'
import {
  type Answer,
  DEFAULT_PARAMETERS,
  ENOUGH_REVIEWS,
  logLoss,
  type Parameters,
  predictionsOf,
  trainParameters,
} from 'trading/learning/memory'
import type { TaskContext } from '../tasks/task-context.ts'
import { buildCard, planInForce } from './schedule-reviews.ts'

/** The newest cards are enough to know how members forget, and bound the time of a training. */
const MOST_CARDS = 3000

export async function trainMemory({ pool, log }: TaskContext): Promise<void> {
  const { rows } = await pool.query<{ member: string; question: string; answers: Answer[] }>(
    `select card.member, card.question, answers from (select * from public.review_cards order by last desc limit ${MOST_CARDS}) as card
      cross join lateral (
        select jsonb_agg(jsonb_build_object('at', floor(extract(epoch from answered_at) * 1000)::bigint, 'right', answer."right") order by answered_at) as answers
          from public.attempt_answers as answer join public.attempts on attempts.id = answer.attempt
         where attempts.member = card.member and answer.question = card.question and attempts.purpose <> 'exam') as known
      order by card.member, card.question`,
  )
  const histories = rows.map(({ answers }) => answers)
  const reviews = predictionsOf(histories, DEFAULT_PARAMETERS).length
  if (reviews < ENOUGH_REVIEWS) return
  const unseen = histories.filter((_, index) => index % 5 === 0)
  const lossOf = (parameters: Parameters) => logLoss(predictionsOf(unseen, parameters))
  const trained = await train(histories.filter((_, index) => index % 5 !== 0))
  const [default_loss, trained_loss] = [lossOf(DEFAULT_PARAMETERS), lossOf(trained)]
  const better = trained_loss < default_loss
  await pool.query(
    `insert into private.memory_parameters (parameters, reviews, default_loss, trained_loss, trained_at) values ($1, $2, $3, $4, clock_timestamp())
     on conflict (only_row) do update set parameters = excluded.parameters, reviews = excluded.reviews, default_loss = excluded.default_loss,
       trained_loss = excluded.trained_loss, trained_at = excluded.trained_at`,
    [better ? trained : null, reviews, default_loss, trained_loss],
  )
  log.info({ reviews, default_loss, trained_loss }, 'the memory was trained')
  const plan = await planInForce(pool)
  const { rows: cards } = await pool.query<{ member: string; question: string }>(
    'select member, question from public.review_cards',
  )
  for (const { member, question } of cards) await buildCard(pool, member, question, plan)
}

/** Lets other jobs work between trials. */
async function train(histories: readonly Answer[][]): Promise<Parameters> {
  const search = trainParameters(histories)
  for (;;) {
    const { done, value } = search.next()
    if (done) return value
    await setImmediate()
  }
}
