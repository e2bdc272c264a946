import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from '../product.ts'
import { DAY, day, type MoneyStage, moneyStage, type Order } from './money-stage.ts'
import { SELLER_FACTS } from './seller-facts.ts'

// For any concurrent and unordered payment events, documents match the books and their numbers have no gap.
/** `DOCUMENT_STORIES=200` runs more stories than a normal test run. */
const RUNS = Number(process.env.DOCUMENT_STORIES ?? 8)
const CONNECTIONS = 6

let vigie: Product
let stage: MoneyStage
let pool: pg.Pool
beforeAll(async () => {
  vigie = await product('demo')
  stage = moneyStage(vigie)
  pool = new pg.Pool({ connectionString: vigie.databaseUrl, max: CONNECTIONS })
  // Connections that wait are closed when the database stops.
  pool.on('error', () => undefined)
  // Real sales require the seller's details.
  const { error } = await vigie.as.admin.rpc('set_seller', { facts: SELLER_FACTS })
  if (error) throw error
}, 120_000)
afterAll(async () => {
  await pool.end()
  await vigie.stop()
})

type Happening = {
  kind: 'part' | 'whole' | 'staff' | 'opened' | 'won' | 'lost'
  /** In days after the first payment. */
  at: number
  cents: number
  renewal: boolean
  again: boolean
  late: number
  /** Attempted once before, in a transaction that is rolled back. */
  rolledBack: boolean
}
type Story = { provider: 'stripe' | 'sandbox'; country: string; renewals: number; happenings: Happening[] }

const story: fc.Arbitrary<Story> = fc.record({
  provider: fc.constantFrom('stripe', 'sandbox'),
  country: fc.constantFrom('FR', 'DE', 'US'),
  renewals: fc.integer({ min: 0, max: 2 }),
  happenings: fc.array(
    fc.record({
      kind: fc.constantFrom('part', 'part', 'whole', 'staff', 'opened', 'won', 'lost'),
      at: fc.double({ min: 0.1, max: 90, noNaN: true }),
      cents: fc.integer({ min: 1, max: 3900 }),
      renewal: fc.boolean(),
      again: fc.boolean(),
      late: fc.constantFrom(0, 0, 0.5, 30),
      rolledBack: fc.boolean(),
    }),
    { maxLength: 6 },
  ),
})

type News = { at: Date; received: Date; id: string; event: Record<string, unknown>; rolledBack: boolean }

function newsOf({ renewals, happenings }: Story, { id, subscription_id }: Order): News[] {
  const subscription = `s_${subscription_id}`
  const paid = { kind: 'payment_succeeded', subscription, amount: 3900, currency: 'EUR' }
  const renewal = (place: number) => `n${place}_${id}`
  const payments = Array.from({ length: renewals }, (_, place) => {
    const at = new Date(Date.UTC(2026, 11 + place, 12, 18, place))
    return { at, received: at, event: { ...paid, payment: renewal(place) } }
  })
  const others = happenings
    .filter(({ kind }) => kind !== 'staff')
    .flatMap(({ kind, at, cents, again, late, renewal: ofRenewal, rolledBack }, place) => {
      const about = { payment: ofRenewal && renewals > 0 ? renewal(0) : `p_${id}`, currency: 'EUR' }
      const event = {
        part: { kind: 'refund_succeeded', ...about, refund: `r${place}_${id}`, amount: cents },
        whole: { kind: 'refund_succeeded', ...about, refund: `r${place}_${id}`, amount: 3900 },
        opened: { kind: 'dispute_opened', ...about, dispute: `d_${about.payment}`, amount: 3900 },
        won: { kind: 'dispute_won', ...about, dispute: `d_${about.payment}`, amount: 3900 },
        lost: { kind: 'dispute_lost', ...about, dispute: `d_${about.payment}`, amount: 3900 },
      }[kind as 'part'] as Record<string, unknown>
      const one = { at: day(at), received: day(at + late), event, rolledBack }
      return again ? [one, { ...one, received: day(at + late + 0.1) }] : [one]
    })
  return [
    {
      at: day(0.001),
      received: day(0.001),
      event: { ...paid, checkout: id, payment: `p_${id}` },
      rolledBack: false,
    },
    ...payments.map((one) => ({ ...one, rolledBack: false })),
    ...others,
  ].map((one) => ({
    ...one,
    id: `${JSON.stringify(one.event).length}:${one.at.getTime()}:${one.event.kind}:${id}`,
  }))
}

/** A member's events in order of arrival, on connections shared with other stories. */
async function play(plot: Story, who: string, order: Order): Promise<void> {
  const steps = [
    ...newsOf(plot, order).map((news) => ({ at: news.received, news, cents: 0 })),
    ...plot.happenings
      .filter(({ kind }) => kind === 'staff')
      .map(({ at, cents }) => ({ at: day(at), news: null, cents })),
  ].sort((one, other) => one.at.getTime() - other.at.getTime())
  for (const { at, news, cents } of steps) {
    const client = await pool.connect()
    try {
      if (news) {
        const values = [plot.provider, news.id, news.at, JSON.stringify(news.event), news.received]
        const tell = () =>
          client.query('select private.take_provider_event($1, $2, $3, $4, null, null, $5)', values)
        if (news.rolledBack) {
          await client.query('begin')
          await tell()
          // Documents are issued and numbers taken before the rollback.
          await client.query('set constraints all immediate')
          await client.query('rollback')
        }
        await tell()
      } else {
        await client.query(
          `insert into private.money_commands (member, subscription_id, kind, at, details)
           select user_id, subscription_id, 'refund', $2, jsonb_build_object('refund', gen_random_uuid(), 'payment', provider || ':' || provider_payment, 'amount', $3::int, 'reason', 'staff', 'words', 'x')
           from payments where user_id = $1 and paid_at is not null limit 1`,
          [who, at, cents],
        )
        await client.query('select private.settle_member($1, $2)', [who, at])
      }
    } finally {
      client.release()
    }
  }
}

/** Net number of documents per fact: a reversal subtracts one. */
const standing = (who: string) =>
  stage.rows<{ fact: string; documents: number; total: number }>(
    `select fact, sum(case when kind = 'invoice' then 1 else -1 end)::int as documents, sum(case when kind = 'invoice' then total else -total end)::int as total
     from invoices where user_id = $1 group by fact having sum(case when kind = 'invoice' then total else -total end) <> 0 order by fact`,
    [who],
  )
const due = (who: string) =>
  stage.rows<{ fact: string; documents: number; total: number }>(
    `select 'payment:' || id as fact, 1 as documents, (net + tax)::int as total from payments where user_id = $1 and paid_at is not null and net + tax > 0
     union all
     select 'refund:' || id, -1, -amount::int from refunds where user_id = $1 and state = 'succeeded' and reason <> 'overpaid'
     union all
     select 'dispute:' || id, -1, -(net + tax)::int from disputes where user_id = $1 and state = 'lost' and net + tax > 0
     order by fact`,
    [who],
  )
const sums = async (who: string) => ({
  documents: await stage.one(
    `select coalesce(sum(case when kind = 'invoice' then net else -net end), 0)::int as net, coalesce(sum(case when kind = 'invoice' then tax else -tax end), 0)::int as tax
     from invoices where user_id = $1`,
    [who],
  ),
  books: await stage.one(
    `select coalesce(-sum(amount) filter (where account in ('revenue', 'refunds')), 0)::int as net, coalesce(-sum(amount) filter (where account like 'vat:%'), 0)::int as tax
     from private.books where member = $1`,
    [who],
  ),
})

describe('invoices and credit notes', () => {
  it('[S-107] are one a payment, one a refund, one a lost dispute, sum to the books, and have no gap, for any story at once', async () => {
    await stage.admin.query('update private.seller set one_stop_shop = true')
    await fc.assert(
      fc.asyncProperty(fc.array(story, { minLength: 2, maxLength: CONNECTIONS }), async (plots) => {
        const members = []
        for (const plot of plots) {
          await stage.admin.query('update private.payment_settings set card_provider = $1', [plot.provider])
          const who = await stage.member()
          const order = await stage.one<Order>(
            `select * from private.open_checkout_for($1, $2, 'standard', 'month', 'card', $3, '2026-11-21', null, null, $4)`,
            [who, day(0), JSON.stringify({ name: 'Alix Laurent', country: plot.country }), randomUUID()],
          )
          members.push({ plot, who, order })
        }
        await Promise.all(members.map(({ plot, who, order }) => play(plot, who, order)))
        for (const { who } of members) {
          await stage.settle(who, new Date(day(0).getTime() + 200 * DAY))
          expect(await standing(who)).toEqual(await due(who))
          const { documents, books } = await sums(who)
          expect(documents).toEqual(books)
          // Credit notes never exceed the invoice, regardless of the number of refunds.
          expect(
            await stage.rows(
              `select payment_id from invoices where user_id = $1 group by 1
               having sum(case when kind = 'invoice' then net else -net end) < 0 or sum(case when kind = 'invoice' then tax else -tax end) < 0`,
              [who],
            ),
          ).toEqual([])
          // No document is issued twice, except after a later event reversed it.
          expect(
            await stage.rows(
              `select fact from invoices where user_id = $1 group by fact having count(*) filter (where kind = 'invoice') > 1
                 and count(*) filter (where kind = 'credit_note') < count(*) filter (where kind = 'invoice') - 1`,
              [who],
            ),
          ).toEqual([])
        }
        expect(
          await stage.rows(
            `select year, test, kind from invoices group by 1, 2, 3 having max(place) <> count(*) or count(distinct number) <> count(*) or min(place) <> 1`,
          ),
        ).toEqual([])
        expect(
          await stage.rows(
            `select number from (select number, issued_at, lag(issued_at) over (partition by year, test, kind order by place) as before from invoices) as line where issued_at < before`,
          ),
        ).toEqual([])
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
  }, 300_000)
})
