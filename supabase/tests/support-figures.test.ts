import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from './product.ts'

/** What is counted for many tickets at once must equal what is counted for each, from its events and the business time between two moments. */
let vigie: Product
beforeAll(async () => {
  vigie = await product()
}, 60_000)
afterAll(() => vigie.stop())

const HOUR = 3_600_000
const now = Math.floor(Date.now() / 60_000) * 60_000
const age = (most: number) => fc.integer({ min: 60_000, max: most * 24 * HOUR })
const ticket = fc.record({
  opened: age(400),
  answers: fc.array(age(400), { maxLength: 3 }),
  seconds: fc.integer({ min: 0, max: 500_000 }),
  solved: fc.option(age(400), { nil: null }),
  pausedMinutes: fc.integer({ min: 0, max: 3000 }),
  merged: fc.nat({ max: 9 }).map((n) => n === 0),
})

/** Tickets without triggers, in a transaction that is undone: hours with a closed and an opened day, and random histories. */
async function withTickets(work: (ids: string[]) => Promise<void>, runs = 200): Promise<void> {
  const cases = fc.sample(ticket, { numRuns: runs, seed: 2114 })
  await vigie.admin.query('begin; set local session_replication_role = replica')
  try {
    await vigie.admin.query(
      `insert into support_days (day, is_open) values ((now() - interval '9 days')::date, false), ((now() - interval '13 days')::date, true), ('2026-05-01', true), ('2026-07-13', false)
       on conflict (day) do nothing`,
    )
    const { rows } = await vigie.admin.query<{ id: string }>(
      `insert into tickets (user_id, subject, topic, language, state, opened_at, promise, seal, answer_due_at, solve_due_at, first_answered_at, solved_at, paused, paused_since, merged_into, closed_at)
       select $1, 'Question ' || n, 'other', 'fr', case when solved is null then 'open' else 'solved' end, opened, '{"answer_minutes": 120}', repeat('a', 64), opened + interval '1 day', opened + interval '2 days',
         null, solved, make_interval(mins => paused), solved, case when merged then gen_random_uuid() end, null
       from unnest($2::timestamptz[], $3::timestamptz[], $4::int[], $5::bool[]) with ordinality as one (opened, solved, paused, merged, n) order by n returning id`,
      [
        vigie.idOf.freemium,
        cases.map(({ opened }) => new Date(now - opened)),
        cases.map(({ opened, solved }) =>
          solved === null ? null : new Date(Math.max(now - solved, now - opened)),
        ),
        cases.map(({ pausedMinutes }) => pausedMinutes),
        cases.map(({ merged }) => merged),
      ],
    )
    const events = cases.flatMap(({ opened, answers, seconds }, at) => [
      { ticket: rows[at]?.id, kind: 'opened', at: new Date(now - opened), data: {} },
      ...answers
        .filter((answer) => answer < opened)
        .map((answer, turn) => ({
          ticket: rows[at]?.id,
          kind: 'answered',
          at: new Date(now - answer),
          data: { seconds: seconds + turn },
        })),
    ])
    await vigie.admin.query(
      `insert into ticket_events (ticket, kind, at, actor_role, data)
       select (one ->> 'ticket')::uuid, one ->> 'kind', (one ->> 'at')::timestamptz, 'product', one -> 'data' from jsonb_array_elements($1::jsonb) as one`,
      [JSON.stringify(events)],
    )
    await work(rows.map(({ id }) => id))
  } finally {
    await vigie.admin.query('rollback')
  }
}

describe('figures of support', () => {
  it('[S-114] counts for many solved tickets at once what it counts for each of them', () =>
    withTickets(async (ids) => {
      const { rows: together } = await vigie.admin.query(
        'select ticket, seconds from private.solution_times($1) order by ticket',
        [ids],
      )
      const { rows: alone } = await vigie.admin.query(
        `select id as ticket, floor(extract(epoch from private.business_time(opened_at, solved_at) - paused))::bigint as seconds
         from tickets where id = any ($1) and solved_at is not null order by id`,
        [ids],
      )
      expect(together).toEqual(alone)
      expect(new Set(alone.map(({ seconds }) => seconds)).size).toBeGreaterThan(50)
    }))

  it('[S-114] publishes of each ticket its first answer, as its events say, for any number of days', () =>
    withTickets(async () => {
      for (const days of [1, 30, 90, 365]) {
        const { rows: published } = await vigie.admin.query(
          'select * from support_answer_times($1) order by opened_at, answered_at, business_seconds',
          [days],
        )
        const { rows: recounted } = await vigie.admin.query(
          `select date_trunc('minute', opened.at) as opened_at, date_trunc('minute', answered.at) as answered_at, coalesce((answered.data ->> 'seconds')::bigint, 0) as business_seconds,
             (kept.promise ->> 'answer_minutes')::bigint * 60 as promised_seconds
           from ticket_events as opened join tickets as kept on kept.id = opened.ticket
             left join lateral (select * from ticket_events as event where event.ticket = opened.ticket and event.kind = 'answered' order by event.at limit 1) as answered on true
           where opened.kind = 'opened' and opened.at > now() - make_interval(days => $1) and kept.merged_into is null
             and (answered.at is not null or kept.answer_due_at < now() and kept.state in ('new', 'open'))
           order by 1, 2, 3`,
          [days],
        )
        expect(published, `${days} days`).toEqual(recounted)
        if (days === 365) expect(published.length).toBeGreaterThan(50)
      }
    }))

  it('[S-114] counts every solution of the days, and the report those of the same tickets', () =>
    withTickets(async () => {
      const { rows } = await vigie.admin.query(
        `select support_figures(365) as figures, (select count(*)::int from tickets where solved_at > now() - interval '365 days' and merged_into is null) as solved,
           (select percentile_disc(0.5) within group (order by floor(extract(epoch from private.business_time(opened_at, solved_at) - paused)))::int
            from tickets where solved_at > now() - interval '365 days' and merged_into is null) as median`,
      )
      expect(rows[0].solved).toBeGreaterThan(1000)
      expect(rows[0].figures).toMatchObject({ solved: rows[0].solved, solve_median_seconds: rows[0].median })
      await vigie.admin.query(`select set_config('request.jwt.claims', $1, true)`, [
        JSON.stringify({ sub: vigie.idOf.admin, role: 'authenticated' }),
      ])
      const { rows: report } = await vigie.admin.query(
        `select support_report(now() - interval '390 days', now()) as report, count(*)::int as solved, count(*) filter (where solved_at <= solve_due_at)::int as kept
         from tickets where opened_at >= now() - interval '390 days' and merged_into is null and solved_at is not null`,
      )
      expect(report[0].report).toMatchObject({ solved: report[0].solved, solutions_kept: report[0].kept })
    }, 3600))
})

describe('the search in many tickets', () => {
  it('[S-114] fills its pages in one order, from the newest hundreds, the newest thousands and the index, with nothing left out or doubled', async () => {
    await vigie.admin.query('begin; set local session_replication_role = replica')
    try {
      await vigie.admin.query(
        `with made as (
           insert into tickets (user_id, subject, topic, language, opened_at, promise, seal, answer_due_at, solve_due_at, last_message_at)
           select $1, 'Question', case when n % 7 = 0 then 'billing' else 'other' end, 'fr', at, '{}', repeat('a', 64), at, at, at
           from generate_series(1, 5000) as n, lateral (select now() - n * interval '1 hour' as at) as moment returning id, last_message_at, opened_at)
         insert into private.ticket_words select id, last_message_at, private.words_of(
           case when n % 90 = 0 then 'colibri ' else '' end || case when n in (4, 2500, 4200, 4900) then 'orage ' else '' end || 'question', 'fr')
         from (select *, row_number() over (order by last_message_at desc) as n from made) as numbered`,
        [vigie.idOf.freemium],
      )
      await vigie.admin.query(`select set_config('request.jwt.claims', $1, true)`, [
        JSON.stringify({ sub: vigie.idOf.analyst, role: 'authenticated' }),
      ])
      const pages = async (search: string, most: number, topic?: string) => {
        const found: string[] = []
        for (let after: object | null = null; ; ) {
          const { rows }: { rows: { row: { id: string; cursor: object } }[] } = await vigie.admin.query(
            'select row from ticket_inbox($1, $2, $3) as row',
            [JSON.stringify({ view: 'all', search, topic }), after && JSON.stringify(after), most],
          )
          found.push(...rows.map(({ row }) => row.id))
          if (rows.length < most) return found
          after = rows.at(-1)?.row.cursor ?? null
        }
      }
      const all = async (word: string, topic = '%') =>
        (
          await vigie.admin.query<{ id: string }>(
            `select id from tickets join private.ticket_words on ticket = id where words @@ $1::tsquery and topic like $2 order by last_message_at desc`,
            [word, topic],
          )
        ).rows.map(({ id }) => id)
      expect(await pages('orage', 30)).toEqual(await all('orag'))
      expect(await pages('orage', 1)).toEqual(await all('orag'))
      expect(await pages('colibri', 20)).toEqual(await all('colibr'))
      expect(await pages('colibri', 5, 'billing')).toEqual(await all('colibr', 'billing'))
      expect((await pages('question', 100)).length).toBe(5000)
    } finally {
      await vigie.admin.query('rollback')
    }
  }, 60_000)
})
