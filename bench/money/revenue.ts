import type { SupabaseClient } from '@supabase/supabase-js'
import type pg from 'pg'
import { signUpAdmin, withServer } from '../bench-server.ts'
import { sized } from '../short.ts'
import { quantile, rounded, table } from '../statistics.ts'

/**
 * The revenue page over 100 000 payments of 20 000 contracts, and the cost of keeping its data current when a member's money is
 * settled.
 */
const CONTRACTS = sized(20_000, 50)
const PAYMENTS_EACH = 5
const CALLS = sized(60, 2)
const SETTLED = sized(500, 10)
const AIM = '150'

export const measure = (): Promise<string> =>
  withServer(async ({ credentials, database }) => {
    const admin = await signUpAdmin(credentials, database)
    await fill(database)
    return `${await figures(admin)}\n\n${await settling(database)}`
  })

/**
 * Contracts started over the last three years, a fifth of them yearly, with five payments each, a third of them ended since; a
 * twentieth of the payments refunded, one in 500 charged back; every seventh contract upgrades half-way.
 */
async function fill(database: pg.Client): Promise<void> {
  await database.query(`
    insert into public.plans (slug, tier, name, pitch, every_lesson, sort)
    select slug, 'premium', words, words, true, 1 from (values ('low'), ('high')) as plan (slug), (values ('{"fr":"x","en":"x","es":"x","it":"x"}'::jsonb)) as text (words);
    insert into public.plan_prices (plan, period, amount, currency) values ('low', 'month', 3900, 'EUR'), ('low', 'year', 39000, 'EUR'), ('high', 'month', 7900, 'EUR'), ('high', 'year', 79000, 'EUR')`)
  await database.query(
    `insert into auth.users (id, email, email_confirmed_at) select gen_random_uuid(), 'bench' || n || '@example.com', now() from generate_series(1, $1::int) as n`,
    [CONTRACTS],
  )
  // Inserted in their final state without triggers: invoices and commissions are measured elsewhere.
  await database.query('set session_replication_role = replica')
  await database.query(
    `insert into public.subscriptions (user_id, plan, period, price_id, amount, currency, provider, means, state, started_at, current_period_end, ended_at, ended_for)
     select planned.id, 'low', planned.period, price.id, price.amount, 'EUR', 'stripe', 'card', case when n % 3 = 0 then 'expired' else 'active' end, began, began + $1 * span,
       case when n % 3 = 0 then began + $1 * span end, case when n % 3 = 0 then 'canceled' end
     from (select id, n, case when n % 5 = 0 then 'year' else 'month' end as period, case when n % 5 = 0 then interval '1 year' else interval '1 month' end as span,
         now() - make_interval(days => n % 1095, mins => n) as began
       from (select id, substring(email from '[0-9]+')::int as n from auth.users where email like 'bench%') as made) as planned
     join public.plan_prices as price on price.plan = 'low' and price.period = planned.period`,
    [PAYMENTS_EACH],
  )
  await database.query(
    `with planned as (
       select contract.*, place, row_number() over (order by contract.id) as n, case when row_number() over (partition by place order by contract.id) % 7 = 0 and place > 2 then 2 else 1 end as times
       from public.subscriptions as contract, generate_series(0, $1::int - 1) as place
     ), paid as (
       insert into public.payments (user_id, subscription_id, provider, provider_payment, amount, currency, net, tax, tax_rate, country, state, period_start, period_end, paid_at, created_at)
       select user_id, id, 'stripe', id || '_' || place, gross, 'EUR', private.net_of(gross, 20), gross - private.net_of(gross, 20), 20, 'FR',
         case when n % 500 = 7 then 'lost' when n % 20 = 3 then 'refunded' else 'succeeded' end, begins, ends, begins, begins
       from planned, lateral (select amount * times, started_at + place * span, started_at + (place + 1) * span
         from (select case period when 'year' then interval '1 year' else interval '1 month' end as span) as length) as period_ (gross, begins, ends)
       where begins <= now() + interval '5 years'
       returning *)
     insert into public.subscription_events (subscription_id, user_id, kind, at, cause, details)
     select subscription_id, paid.user_id, 'renewed', paid_at, provider_payment, jsonb_build_object('payment', provider_payment, 'period', contract.period,
       'plan', case when paid.amount > contract.amount then 'high' else 'low' end)
     from paid join public.subscriptions as contract on contract.id = subscription_id`,
    [PAYMENTS_EACH],
  )
  await database.query(`
    insert into public.refunds (fact, user_id, payment_id, amount, net, tax, reason, state, at, done_at)
    select id::text, user_id, id, amount, net, tax, 'staff', 'succeeded', paid_at + interval '3 days', paid_at + interval '3 days' from public.payments where state = 'refunded';
    insert into public.disputes (user_id, payment_id, provider, provider_dispute, amount, state, at, closed_at, net, tax)
    select user_id, id, 'stripe', id::text, amount, 'lost', paid_at + interval '20 days', paid_at + interval '50 days', net, tax from public.payments where state = 'lost';
    set session_replication_role = origin;
    analyze`)
  await database.query(
    `select private.settle_revenue(user_id) from (select distinct user_id from public.payments) as payer`,
  )
  await database.query('vacuum analyze')
}

type Ask = (call: number) => [name: string, parameters: Record<string, unknown>]

/** Months in Europe/Paris, as the screen requests them. */
const month = (back: number): string => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 10)
}
const row = (figure: string, more: Record<string, unknown> = {}): Ask => {
  return (call) => ['revenue_rows', { figure, month: month(call % 12), ...more }]
}
const QUESTIONS: readonly (readonly [name: string, ask: Ask])[] = [
  ['the page, 12 months', () => ['office_revenue', { months: 12 }]],
  ['the page, 24 months', () => ['office_revenue', { months: 24 }]],
  [
    'taxes of a quarter',
    (call) => ['office_taxes', { first_day: month((call % 12) + 2), last_day: month(call % 12) }],
  ],
  ['rows of a month’s MRR', row('mrr')],
  ['rows of who came', row('new')],
  ['rows of who left', row('churned')],
  ['rows of a cohort', row('cohort', { place: 0 })],
  ['rows of the LTV', row('ltv')],
  ['rows of a month’s payments', row('money')],
]

async function figures(admin: SupabaseClient): Promise<string> {
  const rows: string[][] = []
  for (const [name, ask] of QUESTIONS) {
    const took: number[] = []
    for (let call = 0; call < CALLS; call++) {
      const [asked, parameters] = ask(call)
      const startedAt = performance.now()
      const { error } = await admin.rpc(asked, parameters)
      took.push(performance.now() - startedAt)
      if (error) throw error
    }
    const shown = [quantile(took, 0.5), quantile(took, 0.95), Math.max(...took)].map((ms) => rounded(ms, 1))
    rows.push([name, ...shown, name.startsWith('the page, 12') ? AIM : ''])
  }
  const payments = rounded(CONTRACTS * PAYMENTS_EACH)
  return table(
    [
      `${payments} payments of ${rounded(CONTRACTS)} contracts, at the API, ${CALLS} calls each`,
      'p50 ms',
      'p95 ms',
      'worst ms',
      'aim p95',
    ],
    rows,
  )
}

/** The cost of updating a member's figures within the database, for an unchanged member as at a renewal. */
async function settling(database: pg.Client): Promise<string> {
  const { rows } = await database.query<{ user_id: string }>(
    'select user_id from public.subscriptions limit $1',
    [SETTLED],
  )
  const took: number[] = []
  for (const { user_id } of rows) {
    const startedAt = performance.now()
    await database.query('select private.settle_revenue($1)', [user_id])
    took.push(performance.now() - startedAt)
  }
  const [middle, slow] = [quantile(took, 0.5), quantile(took, 0.95)].map((ms) => rounded(ms, 1))
  return `Keeping a member’s part of it ready, at each settling of their money: median ${middle} ms, p95 ${slow} ms (${SETTLED} members).`
}
