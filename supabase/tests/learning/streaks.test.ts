import fc from 'fast-check'
import { finishTest, NO_STREAK, passDays, type Streak } from 'trading/learning/streak'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepHours, type Product, product } from '../product.ts'
import { finishDaily, openDays } from './daily-bank.ts'

let vigie: Product
beforeAll(async () => {
  vigie = await product()
  await keepHours(vigie.admin)
}, 60_000)
afterAll(() => vigie.stop())

/** Monday 5 January 2026 and later, by number. */
const day = (number: number) => new Date(Date.UTC(2026, 0, 5 + number)).toISOString().slice(0, 10)

const streakOf = async (member: string): Promise<Streak> => {
  const { rows } = await vigie.admin.query<Streak>(
    'select days, best, freezes, through::text, frozen::text[] from public.streaks where member = $1',
    [member],
  )
  return rows[0] ?? NO_STREAK
}
const inZone = async (zone: string) => {
  const { client, id } = await vigie.member()
  await client.from('profiles').update({ time_zone: zone }).eq('id', id).throwOnError()
  return { client, id }
}
const counted = async (member: string) =>
  (
    await vigie.admin.query<{ counted: string | null }>(
      'select counted::text from public.daily_results where member = $1 order by finished_at',
      [member],
    )
  ).rows.map((row) => row.counted)

describe('[S-111] a streak in the database', () => {
  it('is what the pure function makes of the same tests, days without a test and days that pass', async () => {
    // From Monday 16 March 2026: Easter and 1 May are on the way.
    const day = (number: number) => new Date(Date.UTC(2026, 2, 16 + number)).toISOString().slice(0, 10)
    const withTest = Array.from({ length: 60 }, (_, number) => day(number)).filter(
      (_, number) => number % 11 !== 3,
    )
    await openDays(vigie.admin, ...withTest)
    const holidays = ['2026-04-03', '2026-04-06', '2026-05-01']
    const days = {
      hadTest: (one: string) => withTest.includes(one),
      isHoliday: (one: string) => holidays.includes(one),
    }
    const { id } = await vigie.member()
    const steps = fc.array(
      fc.record({
        gap: fc.integer({ min: 1, max: 5 }),
        shift: fc.integer({ min: -1, max: 1 }),
        passes: fc.integer({ min: 0, max: 4 }),
      }),
      { maxLength: 20 },
    )
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        await vigie.admin.query('delete from public.streaks')
        let streak = NO_STREAK
        let test = 0
        for (const { gap, shift, passes } of given) {
          test += gap
          const until = day(test + passes - 2)
          streak = passDays(streak, until, days)
          await vigie.admin.query(
            `update public.streaks set (days, freezes, through, frozen) = (select days, freezes, through, frozen from private.passed_days(streaks, $1))`,
            [until],
          )
          const finished = finishTest(streak, { day: day(test), local: day(test + shift) }, days)
          streak = finished.streak
          const { rows } = await vigie.admin.query<{ day: string | null }>(
            'select private.count_finished_test($1, $2, $3)::text as day',
            [id, day(test), day(test + shift)],
          )
          expect(rows[0]!.day).toBe(finished.counted)
          expect(await streakOf(id)).toEqual(streak)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('counts the day of the member’s own zone: an evening in New York, a morning in Auckland', async () => {
    const york = await inZone('America/New_York')
    await finishDaily(vigie.admin, york.id, day(0), { at: `${day(0)}T12:00:00Z` })
    // 19:30 on Tuesday there, Wednesday's test in Paris.
    await finishDaily(vigie.admin, york.id, day(2), { at: `${day(2)}T00:30:00Z` })
    expect(await counted(york.id)).toEqual([day(0), day(1)])
    const auckland = await inZone('Pacific/Auckland')
    // 08:00 on Tuesday and Wednesday there, the tests of Monday and Tuesday.
    await finishDaily(vigie.admin, auckland.id, day(0), { at: `${day(0)}T19:00:00Z` })
    await finishDaily(vigie.admin, auckland.id, day(1), { at: `${day(1)}T19:00:00Z` })
    expect(await counted(auckland.id)).toEqual([day(0), day(1)])
  })

  it('counts no day twice for a member who moves their clock or changes their zone between two tests', async () => {
    const { client, id } = await inZone('Pacific/Auckland')
    await finishDaily(vigie.admin, id, day(0), { at: `${day(0)}T12:30:00Z` })
    await client.from('profiles').update({ time_zone: 'Pacific/Honolulu' }).eq('id', id).throwOnError()
    await finishDaily(vigie.admin, id, day(1), { at: `${day(1)}T01:00:00Z` })
    await client.from('profiles').update({ time_zone: 'Pacific/Kiritimati' }).eq('id', id).throwOnError()
    await finishDaily(vigie.admin, id, day(2), { at: `${day(2)}T13:00:00Z` })
    const days = await counted(id)
    expect(new Set(days).size).toBe(3)
    expect((await streakOf(id)).days).toBe(3)
  })

  it('counts the days on which clocks change once each, in Paris and in New York', async () => {
    for (const zone of ['Europe/Paris', 'America/New_York']) {
      const { id } = await inZone(zone)
      // From Friday before the change in Paris to Monday after it, in March; the same in October.
      for (const [one, at] of [
        ['2026-03-27', '2026-03-27T22:30:00Z'],
        ['2026-03-30', '2026-03-30T00:30:00Z'],
        ['2026-10-23', '2026-10-23T21:30:00Z'],
        ['2026-10-26', '2026-10-26T00:30:00Z'],
        ['2026-10-27', '2026-10-27T22:59:00Z'],
      ] as const)
        await finishDaily(vigie.admin, id, one, { at })
      expect(await counted(id)).toEqual([
        '2026-03-27',
        '2026-03-30',
        '2026-10-23',
        '2026-10-26',
        '2026-10-27',
      ])
    }
  })

  it('passes over the holidays of the Paris exchange, and shows them in the calendar', async () => {
    const { client, id } = await vigie.member()
    await finishDaily(vigie.admin, id, '2026-12-24')
    // Christmas is a Friday; the market closes early on the 24th, which counts.
    await finishDaily(vigie.admin, id, '2026-12-25')
    await finishDaily(vigie.admin, id, '2026-12-28')
    expect(await counted(id)).toEqual(['2026-12-24', null, '2026-12-28'])
    expect(await streakOf(id)).toMatchObject({ days: 2, frozen: [] })
    const { rows } = await vigie.admin.query<{ day: string; state: string }>(
      `select day ->> 'day' as day, day ->> 'state' as state
       from streaks, jsonb_array_elements(private.streak_calendar(streaks, member, '2026-12-31')) as day where member = $1`,
      [id],
    )
    expect(rows.filter(({ state }) => state === 'holiday')).toEqual([{ day: '2026-12-25', state: 'holiday' }])
    expect((await client.from('weekly_scores').select('week, score').order('week')).data).toEqual([
      { week: '2026-12-21', score: 7 },
      { week: '2026-12-28', score: 7 },
    ])
  })

  it('keeps the day of a test that was finished some minutes after midnight', async () => {
    const { id } = await vigie.member()
    await finishDaily(vigie.admin, id, day(0))
    await vigie.admin.query('select private.pass_streaks($1)', [`${day(1)}T23:05:00Z`])
    await finishDaily(vigie.admin, id, day(1), { at: `${day(1)}T23:08:00Z` })
    expect(await streakOf(id)).toMatchObject({ days: 2, through: day(1) })
  })

  it('may be reminded of by its member alone', async () => {
    const [one, other] = [await vigie.member(), await vigie.member()]
    await finishDaily(vigie.admin, one.id, day(0))
    await other.client.from('streaks').update({ remind: true }).eq('member', one.id).throwOnError()
    expect((await one.client.from('streaks').select('remind').single()).data).toEqual({ remind: false })
    await one.client.from('streaks').update({ remind: true }).eq('member', one.id).throwOnError()
    expect((await one.client.from('streaks').select('remind').single()).data).toEqual({ remind: true })
    expect((await one.client.from('streaks').update({ days: 9 }).eq('member', one.id)).error?.code).toBe(
      '42501',
    )
  })
})

describe('[S-111] what members are told of the daily test', () => {
  const told = async (member: string) =>
    (
      await vigie.admin.query<{ kind: string; parameters: object }>(
        'select kind, parameters from public.notifications where user_id = $1 order by created_at',
        [member],
      )
    ).rows
  /** At an hour of this day in Paris, in winter. */
  const remind = async (one: string, hour: number) => {
    const moment = `${one}T${String(hour - 1).padStart(2, '0')}:30:00Z`
    await openDays(vigie.admin, one)
    await vigie.admin.query('select private.pass_streaks($1)', [moment])
    await vigie.admin.query('select private.remind_daily($1)', [moment])
  }

  it('is in the morning that a new test is open, once, on market days, unless it is done', async () => {
    const { id } = await vigie.member()
    await finishDaily(vigie.admin, id, day(4))
    await remind(day(5), 10)
    expect(await told(id)).toEqual([])
    await remind(day(7), 7)
    expect(await told(id)).toEqual([])
    await remind(day(7), 9)
    await remind(day(7), 10)
    expect(await told(id)).toEqual([{ kind: 'daily_test_open', parameters: {} }])
    await finishDaily(vigie.admin, id, day(8), { at: `${day(8)}T06:00:00Z` })
    await remind(day(8), 9)
    expect(await told(id)).toHaveLength(1)
  })

  it('is that a freeze kept the streak, in place of the new test', async () => {
    const { id } = await vigie.member()
    for (const number of [0, 1, 2, 3, 4]) await finishDaily(vigie.admin, id, day(number))
    await openDays(vigie.admin, day(7))
    await remind(day(8), 9)
    expect(await told(id)).toEqual([{ kind: 'daily_freeze_used', parameters: { days: 5, freezes: 0 } }])
    await remind(day(8), 11)
    expect(await told(id)).toHaveLength(1)
  })

  it('is in the evening that the streak is about to end, for those alone who asked for it', async () => {
    const [asked, not] = [await vigie.member(), await vigie.member()]
    for (const { id } of [asked, not]) {
      await finishDaily(vigie.admin, id, day(14))
      await finishDaily(vigie.admin, id, day(15))
    }
    await vigie.admin.query('update public.streaks set remind = true where member = $1', [asked.id])
    await remind(day(16), 9)
    await remind(day(16), 19)
    await remind(day(16), 20)
    expect(await told(asked.id)).toEqual([{ kind: 'daily_streak_ending', parameters: { days: 2 } }])
    expect(await told(not.id)).toEqual([{ kind: 'daily_test_open', parameters: {} }])
  })

  it('is nothing more to a member who has not played for two weeks', async () => {
    const { id } = await vigie.member()
    await finishDaily(vigie.admin, id, day(0))
    await remind(day(15), 9)
    expect(await told(id)).toEqual([])
  })
})
