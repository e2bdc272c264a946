import type { SupabaseClient } from '@supabase/supabase-js'
import type pg from 'pg'
import { fillBank } from '../../supabase/tests/learning/daily-bank.ts'
import { type BankQuestion, drawDay } from '../../trading/src/learning/draw.ts'
import {
  type Answer,
  DEFAULT_PARAMETERS,
  logLoss,
  type Parameters,
  predictionsOf,
  trainParameters,
} from '../../trading/src/learning/memory.ts'
import { sha256Hex } from '../../trading/src/proof/ledger.ts'
import { forgetfulMembers } from '../../trading/src/testing/forgetful-members.ts'
import { signUp, withServer } from '../bench-server.ts'
import { sized } from '../short.ts'
import { quantile, rounded, table } from '../statistics.ts'

/**
 * The daily test over 100 000 attempts: the draw, starting, grading and finishing a test, its page and the ranking of the week. And
 * how well the scheduler predicts what simulated members remember, against always predicting the average.
 */
const MEMBERS = sized(20_000, 40)
const DAYS = 5
const QUESTIONS = sized(340, 20)
const PLAYERS = sized(20, 2)
const CALLS = sized(60, 2)
const DRAWS = sized(200, 2)
const HISTORIES = sized(400, 20)
const AIM = '50'

export const dailyTest = (): Promise<string> =>
  withServer(async ({ credentials, database }) => {
    await fill(database)
    const players: SupabaseClient[] = []
    for (let n = 0; n < PLAYERS; n++) players.push((await signUp(credentials, `player${n}`)).client)
    await players[0]!.rpc('join_leaderboard', { pseudonym: 'Alidade' }).throwOnError()
    const rows = [['draw of a day', drawTimes()], ...(await played(players))] as [string, number[]][]
    const attempts = rounded(MEMBERS * DAYS)
    const speed = table(
      [
        `${attempts} attempts of ${rounded(MEMBERS)} members, at the API`,
        'calls',
        'p50 ms',
        'p95 ms',
        'aim p95',
      ],
      rows.map(([name, took]) => [
        name,
        rounded(took.length),
        ...[0.5, 0.95].map((share) => rounded(quantile(took, share), 1)),
        AIM,
      ]),
    )
    return `${speed}\n\n${memory()}`
  })

/** Everybody has played on the days of this week before today, and so many of the members are in the ranking. */
async function fill(database: pg.Client): Promise<void> {
  const bank = await fillBank(database, QUESTIONS)
  await database.query('set session_replication_role = replica')
  await database.query(
    `insert into auth.users (id, email) select gen_random_uuid(), 'bench' || n || '@example.com' from generate_series(1, $1::int) as n`,
    [MEMBERS],
  )
  await database.query(
    `insert into public.profiles (id, username) select id, 'bench-' || left(id::text, 13) from auth.users where email like 'bench%';
     insert into public.leaderboard_names (member, pseudonym) select id, 'Membre ' || row_number() over () from auth.users where email like 'bench%'`,
  )
  await database.query(
    `insert into public.daily_tests (day, commitment, bank_hash, sequence, committed_at, late, beacon, opened_at)
       select private.paris_day(now()) - n, md5(n::text) || md5(n::text), md5(n::text) || md5(n::text), 1, now(), false, md5(n::text) || md5(n::text), now()
         from generate_series(0, $1::int) as n`,
    [DAYS],
  )
  await database.query(
    `insert into private.daily_seeds (day, seed, bank, questions, drawn_at)
       select private.paris_day(now()), 'x', jsonb_agg(jsonb_build_object('question', id, 'version', 1)), array_agg(id), now() from unnest($1::uuid[]) as id`,
    [bank.slice(0, 10)],
  )
  await database.query(
    `with played as (
       insert into public.attempts (id, member, purpose, subject, started_at, deadline, finished_at, total, score)
       select gen_random_uuid(), id, 'daily', (private.paris_day(now()) - n)::text, now(), now(), now(), 10, abs(hashint8extended(row_number() over (), n)) % 11
         from auth.users, generate_series(1, $1::int) as n where email like 'bench%' returning *)
     insert into public.daily_results (day, member, attempt, score, total, milliseconds, finished_at, ranked)
     select subject::date, member, id, score, total, 300000, finished_at, true from played`,
    [DAYS],
  )
  // Today's results of the same members, so that the distribution of the day counts all of them.
  await database.query(
    `insert into public.daily_results (day, member, attempt, score, total, milliseconds, finished_at, ranked)
       select private.paris_day(now()), member, gen_random_uuid(), score, total, milliseconds, now(), true from public.daily_results where day = private.paris_day(now()) - 1`,
  )
  await database.query(
    `insert into private.attempt_questions select attempts.id, place, ($1::uuid[])[place], 1, null from public.attempts, generate_series(1, 10) as place`,
    [bank],
  )
  await database.query(
    `insert into public.attempt_answers (attempt, place, question, version, given, "right", milliseconds)
       select attempt, place, question, version, '"1"', place % 3 > 0, 20000 from private.attempt_questions`,
  )
  await database.query(
    `insert into public.weekly_scores (week, member, score, place_before)
       select date_trunc('week', private.paris_day(now())::timestamp)::date, member, sum(score), 1 from public.daily_results group by member`,
  )
  await database.query('set session_replication_role = origin')
  await database.query('vacuum analyze')
}

async function played(players: readonly SupabaseClient[]): Promise<[string, number[]][]> {
  const today = (await players[0]!.rpc('my_daily').throwOnError()).data.day as string
  const timed = async <T>(
    into: number[],
    work: () => PromiseLike<{ data: T; error: unknown }>,
  ): Promise<T> => {
    const startedAt = performance.now()
    const { data, error } = await work()
    into.push(performance.now() - startedAt)
    if (error) throw error
    return data
  }
  const [start, read, grade, finish, page, ranking]: number[][] = [[], [], [], [], [], []]
  for (const player of players) {
    const attempt = await timed(start!, () =>
      player.rpc('start_attempt', { purpose: 'daily', subject: today }),
    )
    const { questions } = await timed(read!, () => player.rpc('read_attempt', { attempt }))
    for (const { place } of questions as { place: number }[])
      await timed(grade!, () => player.rpc('answer_question', { attempt, place, given: '7' }))
    await timed(finish!, () => player.rpc('finish_attempt', { attempt }))
  }
  for (let call = 0; call < CALLS; call++) {
    const player = players[call % players.length]!
    await timed(page!, () => player.rpc('my_daily'))
    await timed(ranking!, () => players[0]!.rpc('leaderboard'))
  }
  return [
    ['start a test', start!],
    ['read its questions', read!],
    ['grade an answer', grade!],
    ['finish and score it', finish!],
    ['its page, with the distribution', page!],
    ['the ranking of the week', ranking!],
  ]
}

function drawTimes(): number[] {
  const topics = ['risk', 'technical', 'fundamental', 'psychology', 'mechanics', 'regulation']
  const bank: BankQuestion[] = Array.from({ length: QUESTIONS }, (_, index) => ({
    question: `question-${index}`,
    version: 1,
    topic: topics[index % 6]!,
    level: 1 + (Math.floor(index / 6) % 3),
  }))
  return Array.from({ length: DRAWS }, (_, day) => {
    const luck = sha256Hex(`${day}`)
    const startedAt = performance.now()
    drawDay(bank, luck)
    return performance.now() - startedAt
  })
}

function memory(): string {
  const [known, others] = [forgetfulMembers(HISTORIES, 1), forgetfulMembers(HISTORIES * 2, 2)]
  const startedAt = performance.now()
  const trained = train(known)
  const seconds = (performance.now() - startedAt) / 1000
  const told = predictionsOf(others, DEFAULT_PARAMETERS)
  const average = told.filter(({ right }) => right).length / told.length
  const losses: [string, number][] = [
    ['always the average', logLoss(told.map(({ right }) => ({ predicted: average, right })))],
    ['FSRS, default parameters', logLoss(told)],
    ['FSRS, trained', logLoss(predictionsOf(others, trained))],
  ]
  const reviews = rounded(predictionsOf(known, DEFAULT_PARAMETERS).length)
  return `${table(
    [
      `log loss on ${rounded(told.length)} reviews of simulated members that training did not see`,
      'log loss',
    ],
    losses.map(([name, loss]) => [name, rounded(loss, 4)]),
  )}\n\nTrained on ${reviews} reviews of others in ${rounded(seconds, 1)} s.`
}

function train(histories: readonly Answer[][]): Parameters {
  const search = trainParameters(histories)
  let step = search.next()
  while (!step.done) step = search.next()
  return step.value
}
