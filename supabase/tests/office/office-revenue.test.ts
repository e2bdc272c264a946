import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from '../product.ts'

let vigie: Product
beforeAll(async () => {
  // The demonstration's plans, without its members: these tests create the members that they count.
  vigie = await product()
  await vigie.admin.query(readFileSync(join(import.meta.dirname, '../../seed/030_demo_plans.sql'), 'utf8'))
}, 120_000)
afterAll(() => vigie.stop())

// Contract histories over the last months, as periods that begin at noon, far from a month boundary in every time zone.
const MONTHS = 6
const now = new Date()
/** Noon of a given day of the month, a number of months ago. */
const noon = (back: number, day: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, day, 12))
const monthKey = (back: number): string => noon(back, 1).toISOString().slice(0, 10)

type Bought = {
  back: number
  day: number
  plan: 'standard' | 'pro'
  country: 'FR' | 'DE' | 'US'
  refund: number
}
type Contract = { year: boolean; periods: Bought[]; ended: boolean; stripe: boolean }
const LIST = { standard: { month: 3900, year: 39_000 }, pro: { month: 7900, year: 79_000 } } as const
const RATE = { FR: 20, DE: 19, US: 0 } as const
const netOf = (gross: number, rate: number) => Math.floor((gross * 100) / (100 + rate) + 0.5)
const grossOf = ({ year }: Contract, { plan }: Bought) => LIST[plan][year ? 'year' : 'month']

const bought = fc.record({
  back: fc.constant(0),
  day: fc.constant(3),
  plan: fc.constantFrom('standard' as const, 'pro' as const),
  country: fc.constantFrom('FR' as const, 'DE' as const, 'US' as const),
  refund: fc.constantFrom(0, 0, 0, 1, 1200, -1),
})
/** Consecutive months from a given month, or one year; ended with the last paid period, or running. */
const contract: fc.Arbitrary<Contract> = fc
  .record({
    year: fc.boolean(),
    stripe: fc.boolean(),
    ended: fc.boolean(),
    first: fc.integer({ min: 1, max: MONTHS + 1 }),
    day: fc.integer({ min: 2, max: 20 }),
    periods: fc.array(bought, { minLength: 1, maxLength: 4 }),
  })
  .map(({ first, day, periods, ...rest }) => ({
    ...rest,
    periods: periods
      .slice(0, rest.year ? 1 : Math.min(periods.length, first))
      .map((period, place) => ({ ...period, day, back: first - place })),
  }))
/** A member's contracts in sequence. */
const member = fc.array(contract, { minLength: 1, maxLength: 2 }).map((contracts) => {
  const [one, two] = contracts
  // A second contract begins after the first has ended.
  if (!one || !two || one.year || !one.ended) return contracts.slice(0, 1)
  const free = (one.periods.at(-1)?.back ?? 0) - 2
  const shift = (two.periods[0]?.back ?? 0) - free
  if (free < 1) return [one]
  return [
    one,
    {
      ...two,
      periods: two.periods
        .map((period) => ({ ...period, back: period.back - shift }))
        .filter(({ back }) => back >= 0),
    },
  ]
})

const startOf = (period: Bought) => noon(period.back, period.day)
const endOf = ({ year }: Contract, period: Bought) => noon(period.back - (year ? 12 : 1), period.day)

async function write(client: pg.PoolClient, members: Contract[][]): Promise<void> {
  const prices = (await client.query('select id, plan, period from plan_prices')).rows as {
    id: string
    plan: string
    period: string
  }[]
  for (const contracts of members) {
    const {
      rows: [account],
    } = await client.query(
      `insert into auth.users (id, email, email_confirmed_at) values (gen_random_uuid(), gen_random_uuid() || '@example.com', now()) returning id`,
    )
    for (const one of contracts) {
      const provider = one.stripe ? 'stripe' : 'sandbox'
      const period = one.year ? 'year' : 'month'
      const last = one.periods.at(-1) as Bought
      const price = (plan: string) => prices.find((row) => row.plan === plan && row.period === period)?.id
      const {
        rows: [sub],
      } = await client.query(
        `insert into subscriptions (user_id, plan, period, price_id, amount, currency, provider, means, state, ended_at, ended_for, current_period_end)
         values ($1, $2, $3, $4, $5, 'EUR', $6, 'card', $7, $8, $9, $10) returning id`,
        [
          account.id,
          last.plan,
          period,
          price(last.plan),
          grossOf(one, last),
          provider,
          one.ended ? 'expired' : 'active',
          one.ended ? endOf(one, last) : null,
          one.ended ? 'canceled' : null,
          endOf(one, last),
        ],
      )
      for (const [place, each] of one.periods.entries()) {
        const gross = grossOf(one, each)
        const net = netOf(gross, RATE[each.country])
        const number = `${sub.id}_${place}`
        const {
          rows: [pay],
        } = await client.query(
          `insert into payments (user_id, subscription_id, provider, provider_payment, amount, currency, net, tax, tax_rate, country, state, period_start, period_end, paid_at, created_at)
           values ($1, $2, $3, $4, $5, 'EUR', $6, $7, $8, $9, $10, $11, $12, $11, $11) returning id`,
          [
            account.id,
            sub.id,
            provider,
            number,
            gross,
            net,
            gross - net,
            RATE[each.country],
            each.country,
            each.refund < 0 ? 'refunded' : each.refund > 0 ? 'partially_refunded' : 'succeeded',
            startOf(each),
            endOf(one, each),
          ],
        )
        await client.query(
          `insert into subscription_events (subscription_id, user_id, kind, at, cause, details) values ($1, $2, $3, $4, $5, $6)`,
          [
            sub.id,
            account.id,
            place === 0 ? 'started' : 'renewed',
            startOf(each),
            number,
            JSON.stringify({ payment: number, plan: each.plan, period, amount: gross }),
          ],
        )
        await client.query(
          `insert into private.books (fact, account, amount, currency, at, member)
           select $1, account, amount, 'EUR', $2, $3 from (values ($4, $5::bigint), ('revenue', -$6::bigint), ($7, -$8::bigint)) as entry (account, amount) where amount <> 0`,
          [
            `payment:${provider}:${number}`,
            startOf(each),
            account.id,
            `provider:${provider}`,
            gross,
            net,
            `vat:${each.country}`,
            gross - net,
          ],
        )
        const back = backOf(one, each)
        if (!back) continue
        await client.query(
          `insert into refunds (fact, user_id, payment_id, amount, net, tax, reason, state, at, done_at) values ($1, $2, $3, $4, $5, $6, 'staff', 'succeeded', $7, $7)`,
          [number, account.id, pay.id, back.gross, back.gross - back.tax, back.tax, back.at],
        )
        await client.query(
          `insert into private.books (fact, account, amount, currency, at, member)
           select $1, account, amount, 'EUR', $2, $3 from (values ($4, -$5::bigint), ('refunds', $6::bigint), ($7, $8::bigint)) as entry (account, amount) where amount <> 0`,
          [
            `refund:${number}`,
            back.at,
            account.id,
            `provider:${provider}`,
            back.gross,
            back.gross - back.tax,
            `vat:${each.country}`,
            back.tax,
          ],
        )
      }
    }
    await client.query('select private.settle_revenue($1)', [account.id])
  }
}

/** The amount of a payment refunded two days later, or null. */
function backOf(one: Contract, each: Bought): { gross: number; tax: number; at: Date } | null {
  if (each.refund === 0) return null
  const gross = grossOf(one, each)
  const given = each.refund < 0 ? gross : each.refund
  const tax = Math.floor((given * (gross - netOf(gross, RATE[each.country]))) / gross + 0.5)
  return { gross: given, tax, at: new Date(startOf(each).getTime() + 2 * 86_400_000) }
}

/** A reference implementation of a member's recurring revenue at a given time, contract by contract. */
function recurring(contracts: Contract[], at: Date): number {
  let sum = 0
  for (const one of contracts) {
    const last = one.periods.at(-1) as Bought
    if (one.ended && at >= endOf(one, last)) continue
    const running = one.periods.filter((each) => startOf(each) <= at).at(-1)
    if (!running) continue
    const net = netOf(grossOf(one, running), RATE[running.country])
    sum += one.year ? Math.floor(net / 12 + 0.5) : net
  }
  return sum
}

function naive(members: Contract[][]) {
  const months = Array.from({ length: MONTHS }, (_, place) => MONTHS - 1 - place).map((back) => {
    const [begin, end] = [noon(back, 1), back === 0 ? now : noon(back - 1, 1)]
    const line = {
      month: monthKey(back),
      mrr: 0,
      members: 0,
      mrr_before: 0,
      members_before: 0,
      new: 0,
      new_members: 0,
      returned: 0,
      expansion: 0,
      contraction: 0,
      churned: 0,
      churned_members: 0,
    }
    for (const contracts of members) {
      const [was, becomes] = [recurring(contracts, begin), recurring(contracts, end)]
      const paidBefore = contracts.some((one) => one.periods.some((each) => startOf(each) <= begin))
      line.mrr += becomes
      line.mrr_before += was
      if (becomes > 0) line.members += 1
      if (was > 0) line.members_before += 1
      if (was === 0 && becomes > 0 && !paidBefore) {
        line.new += becomes
        line.new_members += 1
      } else if (was === 0) line.returned += becomes
      else if (becomes === 0) {
        line.churned -= was
        line.churned_members += 1
      } else if (becomes > was) line.expansion += becomes - was
      else line.contraction += becomes - was
    }
    return line
  })
  const cohorts = new Map<string, { size: number; kept: number[] }>()
  for (const contracts of members) {
    const back = Math.max(...contracts.flatMap((one) => one.periods.map((each) => each.back)))
    if (back >= MONTHS) continue
    const cohort = cohorts.get(monthKey(back)) ?? { size: 0, kept: Array.from({ length: back + 1 }, () => 0) }
    cohort.size += 1
    for (let later = 0; later <= back; later += 1) {
      const end = back - later === 0 ? now : noon(back - later - 1, 1)
      if (recurring(contracts, end) > 0) cohort.kept[later] = (cohort.kept[later] ?? 0) + 1
    }
    cohorts.set(monthKey(back), cohort)
  }
  const facts = members.flatMap((contracts) =>
    contracts.flatMap((one) =>
      one.periods.flatMap((each) => {
        const gross = grossOf(one, each)
        const net = netOf(gross, RATE[each.country])
        const back = backOf(one, each)
        return [
          { at: startOf(each), country: each.country, net, tax: gross - net },
          ...(back
            ? [{ at: back.at, country: each.country, net: back.tax - back.gross, tax: -back.tax }]
            : []),
        ]
      }),
    ),
  )
  return { months, cohorts, facts }
}

describe('the figures of revenue', () => {
  it('match the reference implementation for any history, with real and test money separate', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(member, { minLength: 1, maxLength: 8 }), async (all) => {
        const members = all.filter((contracts) => contracts.every(({ periods }) => periods.length > 0))
        // A member pays with real or test money. Both kinds, and their members, are counted separately.
        for (const contracts of members)
          for (const one of contracts) one.stripe = contracts[0]?.stripe ?? false
        const client = await vigie.admin.connect()
        try {
          await client.query('begin')
          await write(client, members)
          await client.query(
            `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`,
            [JSON.stringify({ role: 'authenticated', sub: vigie.idOf.admin })],
          )
          for (const test of [false, true]) {
            const expected = naive(members.filter((contracts) => contracts[0]?.stripe === !test))
            const {
              rows: [{ revenue }],
            } = await client.query('select office_revenue($1, $2) as revenue', [MONTHS, test])
            expect(revenue.months).toEqual(expected.months)
            for (const { mrr, mrr_before, ...line } of revenue.months) {
              expect(
                mrr_before + line.new + line.returned + line.expansion + line.contraction + line.churned,
              ).toBe(mrr)
            }
            expect(
              new Map(
                revenue.cohorts.map(
                  ({ month, size, kept }: { month: string; size: number; kept: number[] }) => [
                    month,
                    { size, kept },
                  ],
                ),
              ),
            ).toEqual(expected.cohorts)
            const payers = members.filter((contracts) => contracts[0]?.stripe === !test).length
            const received = expected.facts.reduce((sum, { net }) => sum + net, 0)
            expect(revenue.ltv).toEqual({
              members: payers,
              received,
              mean: payers === 0 ? null : Math.floor(received / payers + 0.5),
              small: payers < 30,
            })
            const moved = expected.facts
              .filter(({ at }) => at >= noon(MONTHS - 1, 1))
              .map(({ net, tax }) => net + tax)
            const [came, went] = [moved.filter((sum) => sum > 0), moved.filter((sum) => sum < 0)]
            const total = (sums: number[]) => sums.reduce((sum, one) => sum + one, 0)
            expect(revenue.money).toEqual({
              received: total(came),
              payments: came.length,
              refunded: 0 - total(went),
              refunds: went.length,
              lost: 0,
              disputes: 0,
            })
            const { rows: taxes } = await client.query('select * from office_taxes($1, $2, $3)', [
              monthKey(12),
              monthKey(-12),
              test,
            ])
            const owed = (country: string) => expected.facts.filter((fact) => fact.country === country)
            expect(
              Object.fromEntries(
                taxes.map((line) => [
                  line.country,
                  [line.sales_net - line.back_net, line.sales_tax - line.back_tax],
                ]),
              ),
            ).toEqual(
              Object.fromEntries(
                [...new Set(expected.facts.map(({ country }) => country))].map((country) => [
                  country,
                  [
                    owed(country).reduce((sum, { net }) => sum + net, 0),
                    owed(country).reduce((sum, { tax }) => sum + tax, 0),
                  ],
                ]),
              ),
            )
            // Each figure must be the sum of the rows in its detail view.
            for (const line of expected.months) {
              for (const figure of [
                'mrr',
                'new',
                'returned',
                'expansion',
                'contraction',
                'churned',
              ] as const) {
                const { rows } = await client.query(
                  'select was, amount from revenue_rows($1, $2, test => $3, most => 1000)',
                  [figure, line.month, test],
                )
                const sum = rows.reduce(
                  (total, row) => total + Number(row.amount) - (figure === 'mrr' ? 0 : Number(row.was)),
                  0,
                )
                expect(sum, `${figure} ${line.month}`).toBe(line[figure])
              }
            }
            for (const [cohort, { kept }] of expected.cohorts)
              for (const [place, count] of kept.entries()) {
                const { rows } = await client.query(
                  `select kind from revenue_rows('cohort', $1, place => $2, test => $3, most => 1000)`,
                  [cohort, place, test],
                )
                const stay = rows.filter(({ kind }) => kind === 'kept')
                expect([rows.length, stay.length], `${cohort} + ${place}`).toEqual([
                  expected.cohorts.get(cohort)?.size,
                  count,
                ])
              }
            const { rows: brought } = await client.query(
              `select sum(amount) as sum from revenue_rows('ltv', $1, test => $2, most => 1000)`,
              [monthKey(0), test],
            )
            expect(Number(brought[0]?.sum ?? 0)).toBe(received)
            await client.query('reset role')
            const { rows: books } = await client.query(
              `select substr(account, 5) as country, -sum(amount) as tax from private.books as entry where account like 'vat:%'
                 and exists (select from private.books as other where other.fact = entry.fact and other.account = $1) group by 1 having sum(amount) <> 0 order by 1`,
              [test ? 'provider:sandbox' : 'provider:stripe'],
            )
            expect(
              taxes
                .map((line) => ({ country: line.country, tax: String(line.sales_tax - line.back_tax) }))
                .filter(({ tax }) => tax !== '0'),
            ).toEqual(books)
            await client.query(`set local role authenticated`)
          }
        } finally {
          await client.query('rollback')
          client.release()
        }
      }),
      { numRuns: 40 },
    )
  }, 180_000)
})
