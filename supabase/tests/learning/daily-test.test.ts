import { percentile } from 'trading/learning/percentile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../../../server/src/testing/silent-log.ts'
import { keepDailyTest } from '../../../worker/src/learning/keep-daily-test.ts'
import { scheduleReviews } from '../../../worker/src/learning/schedule-reviews.ts'
import { openMarket, type Product, product } from '../product.ts'
import { fillBank, finishDaily, openDays } from './daily-bank.ts'

type Client = Product['as']['freemium']
type Question = { place: number; texts: { fr: { ask: string } }; answer: object | null }

let vigie: Product
let today: string
beforeAll(async () => {
  vigie = await product()
  // Without the holidays of Paris, every day from Monday to Friday counts, whenever this runs.
  await openMarket(vigie, 'FRA40')
  await fillBank(vigie.admin, 40)
  await keepDailyTest({ pool: vigie.admin, log: silentLog, now: Date.now })
  today = (await vigie.admin.query('select private.paris_day(now())::text as day')).rows[0].day
}, 60_000)
afterAll(() => vigie.stop())

const start = (client: Client, subject = today) => client.rpc('start_attempt', { purpose: 'daily', subject })
const questionsOf = async (client: Client, attempt: string) =>
  (await client.rpc('read_attempt', { attempt }).throwOnError()).data.questions as Question[]
/** The right answer of a question of the bank is its number. */
const right = ({ texts }: Question) => /\d+/.exec(texts.fr.ask)![0]
const answer = (client: Client, attempt: string, place: number, given: string) =>
  client.rpc('answer_question', { attempt, place, given })
const daily = async (client: Client) => (await client.rpc('my_daily').throwOnError()).data
const daysAgo = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10)
/** Days of a week that lies so many weeks back, Monday being 0. */
const weekBefore = (weeks: number) => {
  const weekday = (new Date(Date.parse(today)).getUTCDay() + 6) % 7
  return (place: number) => daysAgo(weekday + 7 * weeks - place)
}
const people = async (n: number) =>
  (
    await vigie.admin.query<{ id: string }>(
      `insert into auth.users (id, email) select gen_random_uuid(), gen_random_uuid() || '@example.com' from generate_series(1, $1::int) returning id`,
      [n],
    )
  ).rows.map(({ id }) => id)

describe('[S-111] the daily test', () => {
  it('is the same ten questions for everybody, without what is right, one attempt however often it is started', async () => {
    const [one, other] = [await vigie.member(), await vigie.member()]
    const tabs = await Promise.all([start(one.client), start(one.client), start(one.client)])
    expect(new Set(tabs.map(({ data }) => data)).size).toBe(1)
    const asks = (questions: Question[]) => questions.map(({ texts }) => texts.fr.ask)
    const mine = await questionsOf(one.client, tabs[0]!.data)
    expect(mine).toHaveLength(10)
    expect(mine.every((question) => question.answer === null)).toBe(true)
    expect(JSON.stringify(mine)).not.toContain('Parce que')
    const { data } = await start(other.client)
    expect(asks(await questionsOf(other.client, data))).toEqual(asks(mine))
    expect(
      (await vigie.as.visitor.rpc('start_attempt', { purpose: 'daily', subject: today })).error?.code,
    ).toBe('42501')
  })

  it('takes each answer once, gives a score and is taken once', async () => {
    const { client } = await vigie.member()
    const { data: attempt } = await start(client)
    const questions = await questionsOf(client, attempt)
    const twice = await Promise.all([
      answer(client, attempt, 1, right(questions[0]!)),
      answer(client, attempt, 1, right(questions[0]!)),
    ])
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
    for (const question of questions.slice(1, 7))
      await answer(client, attempt, question.place, right(question)).throwOnError()
    await answer(client, attempt, 8, '-1').throwOnError()
    await Promise.all([client.rpc('finish_attempt', { attempt }), client.rpc('finish_attempt', { attempt })])
    const page = await daily(client)
    expect(page).toMatchObject({ attempt, result: { score: 7, total: 10 }, scores: null })
    expect(page.topics.reduce((sum: number, { answered }: { answered: number }) => sum + answered, 0)).toBe(8)
    const again = await start(client)
    expect([again.status, again.error?.message]).toEqual([409, 'attempt_taken'])
    const late = await answer(client, attempt, 9, '1')
    expect([late.status, late.error?.message]).toEqual([409, 'attempt_over'])
  })

  it('lasts twelve minutes and is finished by the worker with what was answered until then', async () => {
    const { client, id } = await vigie.member()
    const { data: attempt } = await start(client)
    const { data: times } = await client
      .from('attempts')
      .select('started_at, deadline')
      .eq('id', attempt)
      .single()
    expect(Date.parse(times!.deadline) - Date.parse(times!.started_at)).toBeGreaterThan(719_000)
    expect(Date.parse(times!.deadline) - Date.parse(times!.started_at)).toBeLessThanOrEqual(720_000)
    const [first] = await questionsOf(client, attempt)
    await answer(client, attempt, 1, right(first!)).throwOnError()
    await vigie.admin.query(
      `update public.attempts set started_at = started_at - interval '13 minutes', deadline = deadline - interval '13 minutes' where id = $1`,
      [attempt],
    )
    const late = await answer(client, attempt, 2, '1')
    expect([late.status, late.error?.message]).toEqual([409, 'attempt_over'])
    // The refused answer may still hold the row for a moment, and the worker passes over what is held until its next round.
    const finished = async () => {
      await vigie.admin.query('select private.finish_overdue_attempts()')
      const { rows } = await vigie.admin.query<{ score: number; milliseconds: number }>(
        'select score, milliseconds from public.daily_results where member = $1',
        [id],
      )
      return rows
    }
    await expect.poll(finished).toEqual([{ score: 1, milliseconds: 720_000 }])
  })

  it.each([
    ['yesterday’s', -1],
    ['tomorrow’s', 1],
  ])('is refused for another day: %s', async (_, days) => {
    const { status, error } = await start((await vigie.member()).client, daysAgo(-days))
    expect([status, error?.message]).toEqual([409, 'day_closed'])
  })

  it('goes on over midnight, and the page still leads to it', async () => {
    const { client, id } = await vigie.member()
    await openDays(vigie.admin, daysAgo(1))
    const { rows } = await vigie.admin.query<{ id: string }>(
      `insert into public.attempts (member, purpose, subject, deadline, total) values ($1, 'daily', $2, now() + interval '5 minutes', 10) returning id`,
      [id, daysAgo(1)],
    )
    expect(await daily(client)).toMatchObject({ attempt: rows[0]!.id, result: null })
    await client.rpc('finish_attempt', { attempt: rows[0]!.id }).throwOnError()
    expect(await daily(client)).toMatchObject({ attempt: null, result: null })
  })

  it('is asked in the version that was committed to, even if the question is changed during the day', async () => {
    await vigie.admin.query('update private.questions set version = 2')
    const { client } = await vigie.member()
    const { data: attempt } = await start(client).throwOnError()
    const { rows } = await vigie.admin.query(
      'select version, count(*)::int as n from private.attempt_questions where attempt = $1 group by 1',
      [attempt],
    )
    await vigie.admin.query('update private.questions set version = 1')
    expect(rows).toEqual([{ version: 1, n: 10 }])
  })
})

describe('[S-111] reviews', () => {
  it('list what was wrong with its answer and reminders, and ask it again when it is due', async () => {
    const { client, id } = await vigie.member()
    const { data: attempt } = await start(client).throwOnError()
    const questions = await questionsOf(client, attempt)
    await answer(client, attempt, 1, right(questions[0]!)).throwOnError()
    await answer(client, attempt, 2, '-1').throwOnError()
    const context = { pool: vigie.admin, log: silentLog, now: Date.now }
    for (const place of [1, 2]) await scheduleReviews(context, { attempt, place })
    const { data } = await client.rpc('my_reviews').throwOnError()
    expect(data).toMatchObject({ due: 0, attempt: null, in_memory: 1 })
    expect(data.cards).toHaveLength(1)
    const [card] = data.cards
    expect(card).toMatchObject({
      attempt,
      place: 2,
      asked: { texts: { fr: { ask: questions[1]!.texts.fr.ask } }, answer: { given: '-1', right: false } },
    })
    expect(card.reminders).toHaveLength(4)
    expect(card.reminders[0]).toBe(data.next[0].due)

    const early = await client.rpc('start_attempt', { purpose: 'review', subject: '' })
    expect([early.status, early.error?.message]).toEqual([404, 'subject_unknown'])
    await vigie.admin.query(`update public.review_cards set due = now() where member = $1`, [id])
    expect((await client.rpc('my_reviews')).data.due).toBe(1)
    const { data: review } = await client
      .rpc('start_attempt', { purpose: 'review', subject: '' })
      .throwOnError()
    const again = await questionsOf(client, review)
    expect(again.map(({ texts, answer }) => [texts.fr.ask, answer])).toEqual([
      [questions[1]!.texts.fr.ask, null],
    ])
    expect((await client.rpc('my_reviews')).data.attempt).toBe(review)
    const others = (await (await vigie.member()).client.rpc('my_reviews')).data
    expect(others).toMatchObject({ due: 0, in_memory: 0, cards: [], next: [] })
  })
})

describe('[S-111] the scores of a day', () => {
  it('are unknown under thirty players, then count those below without ties, staff and trials', async () => {
    const { client } = await vigie.member()
    const { data: attempt } = await start(client)
    const questions = await questionsOf(client, attempt)
    for (const question of questions.slice(0, 6))
      await answer(client, attempt, question.place, right(question)).throwOnError()
    const others = await people(26)
    // Others of this file have played today; they are set apart.
    await vigie.admin.query('update public.daily_results set ranked = false where day = $1', [today])
    for (const [index, other] of others.entries())
      await finishDaily(vigie.admin, other, today, {
        at: new Date().toISOString(),
        score: index < 10 ? 5 : 6,
      })
    expect((await daily(client)).scores).toBeNull()
    await client.rpc('finish_attempt', { attempt }).throwOnError()
    expect((await daily(client)).scores).toBeNull()
    await finishDaily(vigie.admin, vigie.idOf.analyst, today, { at: new Date().toISOString(), score: 0 })
    const trial = await vigie.admin.query<{ id: string }>(
      `insert into auth.users (id, is_anonymous) values (gen_random_uuid(), true) returning id`,
    )
    await finishDaily(vigie.admin, trial.rows[0]!.id, today, { at: new Date().toISOString(), score: 0 })
    for (const other of await people(3))
      await finishDaily(vigie.admin, other, today, { at: new Date().toISOString(), score: 9 })
    const { scores } = await daily(client)
    expect(scores).toEqual({ players: 30, counts: [0, 0, 0, 0, 0, 10, 17, 0, 0, 3, 0], below: 10, mean: 6 })
    expect(percentile(scores.counts, 6)).toBe(33)
  })

  it('are not told to a member before their own result', async () => {
    expect((await daily((await vigie.member()).client)).scores).toBeNull()
  })
})

describe('[S-111] the page of the daily test', () => {
  it('has the commitment of today, the calendar of market days and the streak', async () => {
    const { client, id } = await vigie.member()
    const page = await daily(client)
    const { rows } = await vigie.admin.query(
      'select commitment, sequence::int, bank_hash, late from public.daily_tests where day = $1',
      [today],
    )
    expect(page).toMatchObject({
      day: today,
      minutes: 12,
      test: rows[0],
      attempt: null,
      result: null,
      streak: { days: 0, freezes: 0, most_freezes: 2 },
    })
    expect(
      page.calendar.every(
        ({ day }: { day: string }) => ![0, 6].includes(new Date(Date.parse(day)).getUTCDay()),
      ),
    ).toBe(true)
    expect(Date.parse(page.closes_at)).toBeGreaterThan(Date.parse(page.now))
    await finishDaily(vigie.admin, id, today, { at: new Date().toISOString(), score: 8 })
    const { calendar, month_mean } = await daily(client)
    const cell = calendar.find(({ day }: { day: string }) => day === today)
    if (cell) expect(cell).toEqual({ day: today, score: 8, state: 'done' })
    expect(month_mean).toBe(8)
  })

  it('says which days were kept by a freeze, missed, or had no test', async () => {
    const { client, id } = await vigie.member()
    await openDays(vigie.admin, '2026-01-02', '2026-01-07', '2026-01-08')
    await finishDaily(vigie.admin, id, '2026-01-05')
    await vigie.admin.query(`update public.streaks set frozen = '{2026-01-08}' where member = $1`, [id])
    const { rows } = await vigie.admin.query<{ cells: { day: string; state: string }[] }>(
      `select private.streak_calendar(streaks, $1, '2026-01-20') as cells from public.streaks where member = $1`,
      [id],
    )
    expect(rows[0]!.cells).toHaveLength(22)
    const stateOf = Object.fromEntries(rows[0]!.cells.map(({ day, state }) => [day, state]))
    expect(['02', '05', '07', '08', '09'].map((day) => stateOf[`2026-01-${day}`])).toEqual([
      'none',
      'done',
      'missed',
      'freeze',
      'none',
    ])
    expect(stateOf['2026-01-20']).toBe('open')
    expect((await client.rpc('my_daily')).error).toBeNull()
  })

  it('is refused to visitors', async () => {
    for (const name of ['my_daily', 'leaderboard', 'my_forecasts', 'my_reviews', 'today_forecasts'])
      expect([name, (await vigie.as.visitor.rpc(name)).error?.code]).toEqual([name, '42501'])
  })
})

describe('[S-111] the ranking of the week', () => {
  const day = (place: number) => weekBefore(3)(place)
  const join = (client: Client, pseudonym: string) => client.rpc('join_leaderboard', { pseudonym })
  const ranking = async (client: Client) =>
    (await client.rpc('leaderboard', { week: day(0) }).throwOnError()).data

  it('shows those who joined by pseudonym, equal points in one place, without weekends and staff, until they leave', async () => {
    const [one, two, three, silent] = [
      await vigie.member(),
      await vigie.member(),
      await vigie.member(),
      await vigie.member(),
    ]
    await openDays(vigie.admin, ...[0, 1, 2, 3, 4, 5, 6].map(day))
    for (const [{ id }, monday, tuesday] of [
      [one, 9, 9],
      [two, 10, 8],
      [three, 4, 4],
      [silent, 10, 10],
    ] as const) {
      await finishDaily(vigie.admin, id, day(0), { score: monday })
      await finishDaily(vigie.admin, id, day(1), { score: tuesday })
    }
    await finishDaily(vigie.admin, three.id, day(5), { score: 10 })
    await finishDaily(vigie.admin, vigie.idOf.admin, day(0), { score: 10 })
    for (const [{ client }, name] of [
      [one, 'mistral_44'],
      [two, 'Pivot H4'],
      [three, 'gros temps'],
    ] as const)
      await join(client, name).throwOnError()
    const { rows, ...week } = await ranking(three.client)
    expect(week).toEqual({ week: day(0), of: 50, players: 3, me: 'gros temps' })
    expect(rows.map((row: Record<string, unknown>) => [row.rank, row.pseudonym, row.score, row.me])).toEqual([
      [1, 'mistral_44', 18, false],
      [1, 'Pivot H4', 18, false],
      [3, 'gros temps', 8, true],
    ])
    expect(JSON.stringify(rows)).not.toMatch(/[0-9a-f]{8}-/)
    await one.client.rpc('leave_leaderboard').throwOnError()
    expect((await ranking(three.client)).rows.map((row: { pseudonym: string }) => row.pseudonym)).toEqual([
      'Pivot H4',
      'gros temps',
    ])
    // Who became staff after joining is gone as well.
    await vigie.admin.query(`insert into public.staff (user_id, role) values ($1, 'analyst')`, [two.id])
    expect((await ranking(three.client)).rows.map((row: { pseudonym: string }) => row.pseudonym)).toEqual([
      'gros temps',
    ])
  })

  it('shows its first twenty places, and a member further down between their neighbours', async () => {
    const monday = weekBefore(7)(0)
    const { client, id } = await vigie.member()
    const others = await people(44)
    await vigie.admin.query(
      `insert into public.leaderboard_names (member, pseudonym) select id, 'Joueur ' || 100 + n from unnest($1::uuid[]) with ordinality as one (id, n)`,
      [others],
    )
    await join(client, 'Moi aussi').throwOnError()
    for (const [index, other] of others.entries())
      await finishDaily(vigie.admin, other, monday, { score: 10 - Math.floor(index / 5) })
    await finishDaily(vigie.admin, id, monday, { score: 5 })
    const { data } = await client.rpc('leaderboard', { week: monday }).throwOnError()
    expect(data.players).toBe(45)
    expect(data.rows).toHaveLength(23)
    expect(data.rows.slice(0, 5).map((row: { rank: number }) => row.rank)).toEqual([1, 1, 1, 1, 1])
    const own = data.rows.findIndex(({ me }: { me: boolean }) => me)
    expect(data.rows[own]).toMatchObject({ rank: 26, score: 5, pseudonym: 'Moi aussi' })
    const near = data.rows.filter(({ rank }: { rank: number }) => rank > 20)
    expect(near.every(({ score }: { score: number }) => [4, 5, 6].includes(score))).toBe(true)
  })

  it('says who moved since the last market day', async () => {
    const monday = weekBefore(5)
    const [one, two] = [await vigie.member(), await vigie.member()]
    for (const [{ client, id }, name, score] of [
      [one, 'Sauzon', 5],
      [two, 'Alidade', 6],
    ] as const) {
      await join(client, name).throwOnError()
      await finishDaily(vigie.admin, id, monday(0), { score })
    }
    await vigie.admin.query('select private.keep_places($1)', [monday(0)])
    await finishDaily(vigie.admin, one.id, monday(1), { score: 9 })
    const { data } = await one.client.rpc('leaderboard', { week: monday(3) }).throwOnError()
    expect(data.rows.map((row: { pseudonym: string; move: number }) => [row.pseudonym, row.move])).toEqual([
      ['Sauzon', 1],
      ['Alidade', -1],
    ])
  })

  it.each([
    ['too short', 'ab', 'pseudonym_invalid'],
    ['a space at the end of a word twice', 'gros  temps', 'pseudonym_invalid'],
    ['letters of another alphabet', 'Аlidade', 'pseudonym_invalid'],
    ['a mark that is not seen', 'calme\u200bplat', 'pseudonym_invalid'],
    ['the product', 'Vigie officiel', 'pseudonym_taken'],
    ['the support', 'Supp0rt', 'pseudonym_taken'],
    ['a member of staff', 'Cl4ire Morv@n', 'pseudonym_invalid'],
    ['a member of staff’s name', 'Clairé Morvan', 'pseudonym_taken'],
    ['a member of staff’s surname', 'm0rvan', 'pseudonym_taken'],
    ['another’s pseudonym in other letters', 'gros.temp5', null],
    ['another’s pseudonym at a glance', 'GR0S-TEMPS', 'pseudonym_taken'],
  ])('refuses a pseudonym that is %s', async (_, pseudonym, key) => {
    await vigie.admin.query(
      `update public.profiles set first_name = 'Claire', last_name = 'Morvan' where id = $1`,
      [vigie.idOf.analyst],
    )
    const { client } = await vigie.member()
    const { error } = await join(client, pseudonym)
    expect([error?.message ?? null, error?.hint ?? null]).toEqual([key, key && 'pseudonym'])
  })

  it('refuses a username of another member, staff and trials, and lets a member change theirs', async () => {
    const [one, other] = [await vigie.member(), await vigie.member()]
    await other.client.from('profiles').update({ username: 'tramontane' }).eq('id', other.id).throwOnError()
    expect((await join(one.client, 'Tramontane')).error?.message).toBe('pseudonym_taken')
    await join(other.client, 'Tramontane').throwOnError()
    await join(other.client, 'Levante').throwOnError()
    expect((await other.client.from('leaderboard_names').select('pseudonym')).data).toEqual([
      { pseudonym: 'Levante' },
    ])
    expect((await join(vigie.as.analyst, 'Ponente')).error?.code).toBe('42501')
    // Two at the same moment: one has it.
    const both = await Promise.all([
      join(one.client, 'Sirocco'),
      join((await vigie.member()).client, 'sir0cco'),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
  })
})
