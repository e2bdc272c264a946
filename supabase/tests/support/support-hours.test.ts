import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { businessEnd, businessMs, type SupportHours } from '../../../trading/src/support/business-hours.ts'
import { type Product, product } from '../product.ts'

let vigie: Product
let support: SupportHours
beforeAll(async () => {
  vigie = await product()
  const closed = await vigie.admin.query<{ day: string }>(
    `select day::text from generate_series(2024, 2032) as year, private.french_holidays(year) as day`,
  )
  support = {
    zone: 'Europe/Paris',
    hours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '09:00', closes: '19:00' })),
    closedDays: new Set(closed.rows.map(({ day }) => day)),
  }
}, 60_000)
afterAll(() => vigie.stop())

const ms = fc.integer({ min: 0, max: 200 * 3_600_000 })
const moment = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2029, 0, 1) })

describe('the hours of support', () => {
  it('[S-114] knows the public holidays of 2027, Easter and Ascension among them', async () => {
    const { rows } = await vigie.admin.query(
      `select array_agg(day::text order by day) as days from private.french_holidays(2027) as day`,
    )
    expect(rows[0].days).toEqual([
      '2027-01-01',
      '2027-03-29',
      '2027-05-01',
      '2027-05-06',
      '2027-05-08',
      '2027-05-17',
      '2027-07-14',
      '2027-08-15',
      '2027-11-01',
      '2027-11-11',
      '2027-12-25',
    ])
  })

  it('[S-114] counts business time in the database as on a page, to the millisecond', async () => {
    const cases = fc.sample(fc.tuple(moment, moment, ms), { numRuns: 300, seed: 114 })
    const { rows } = await vigie.admin.query<{ between: string; end: string }>(
      `select round(extract(epoch from private.business_time(since, until)) * 1000)::text as between,
              round(extract(epoch from private.business_end(since, make_interval(secs => length / 1000.0))) * 1000)::text as end
       from unnest($1::timestamptz[], $2::timestamptz[], $3::float[]) with ordinality as one (since, until, length, n) order by n`,
      [
        cases.map(([since]) => new Date(since)),
        cases.map(([, until]) => new Date(until)),
        cases.map(([, , length]) => length),
      ],
    )
    expect(rows.map(({ between, end }) => [Number(between), Number(end)])).toEqual(
      cases.map(([since, until, length]) => [
        businessMs(support, since, until),
        businessEnd(support, since, length),
      ]),
    )
  })

  it('are changed by admins alone, and a special day closes or opens', async () => {
    const day = { day: '2026-12-24', is_open: false, reason: 'Veille de Noël' }
    expect((await vigie.as.analyst.from('support_days').insert(day)).error).not.toBeNull()
    expect((await vigie.as.freemium.from('support_days').insert(day)).error).not.toBeNull()
    await vigie.as.admin
      .from('support_days')
      .insert([day, { day: '2026-11-11', is_open: true, reason: '' }])
      .throwOnError()
    const { data } = await vigie.as.visitor
      .rpc('support_hours_state', { moment: '2026-12-24T10:00:00Z' })
      .throwOnError()
    expect(data).toMatchObject({ open: false, until: null, opens_at: '2026-12-28T08:00:00+00:00' })
    expect(data.closed_days).toContain('2026-12-24')
    const holiday = await vigie.as.visitor
      .rpc('support_hours_state', { moment: '2026-11-11T10:00:00Z' })
      .throwOnError()
    expect(holiday.data).toMatchObject({ open: true, until: '2026-11-11T18:00:00+00:00' })
    await vigie.as.admin.from('support_days').delete().in('day', ['2026-12-24', '2026-11-11']).throwOnError()
  })

  it('refuse a promise that no opening hour can keep', async () => {
    await vigie.admin.query('begin; delete from support_hours')
    await expect(
      vigie.admin.query(`select private.business_end(now(), interval '1 hour')`),
    ).rejects.toMatchObject({ code: 'PT409', message: 'no_support_hours' })
    await vigie.admin.query('rollback')
  })
})
