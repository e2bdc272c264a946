import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, product } from '../product.ts'
import { DAY, day, type MoneyStage, moneyStage, type Order } from './money-stage.ts'

// Provider events arrive twice, late, in any order, or only by reconciliation, while the member sends commands. The final state
// must equal that of an orderly sequence.
/** `MONEY_STORIES=500` runs more stories than a normal test run. */
const RUNS = Number(process.env.MONEY_STORIES ?? 25)

let vigie: Product
let stage: MoneyStage
beforeAll(async () => {
  vigie = await product('demo')
  stage = moneyStage(vigie)
}, 120_000)
afterAll(() => vigie.stop())

/** A member's facts, in days since the first order. `lag` delays the event by days, `again` repeats it. */
type Happening = { kind: string; at: number; value: number; lag: number; again: number; lost: boolean }
type Story = {
  means: 'card' | 'crypto'
  twoOrders: boolean
  renewals: Omit<Happening, 'kind' | 'at'>[]
  happenings: Happening[]
  commands: { kind: 'cancel' | 'resume' | 'withdraw'; at: number }[]
}

const news = {
  value: fc.integer({ min: 1, max: 3899 }),
  // Shorter than the day after which an unused payment is refunded, because a refund cannot be reversed.
  lag: fc.double({ min: 0, max: 0.8, noNaN: true }),
  again: fc.integer({ min: 0, max: 2 }),
  lost: fc.boolean(),
}
const story: fc.Arbitrary<Story> = fc.record({
  means: fc.constantFrom('card', 'card', 'crypto'),
  twoOrders: fc.boolean(),
  renewals: fc.array(fc.record(news), { maxLength: 3 }),
  happenings: fc.array(
    fc.record({
      kind: fc.constantFrom(
        'fail',
        'part',
        'refund',
        'dispute',
        'won',
        'lost',
        'lostPart',
        'stop',
        'go',
        'ended',
        'seen',
      ),
      at: fc.double({ min: 0.01, max: 80, noNaN: true }),
      ...news,
    }),
    { maxLength: 6 },
  ),
  commands: fc.array(
    fc.record({
      kind: fc.constantFrom('cancel', 'resume', 'withdraw'),
      at: fc.double({ min: 0.01, max: 70, noNaN: true }),
    }),
    { maxLength: 3 },
  ),
})

/** A refund with a credit note turns out to belong to a payment that bought nothing. */
const WITHDRAWN_THEN_EARLIER_PAYMENT: Story = {
  means: 'card',
  twoOrders: true,
  renewals: [],
  happenings: [{ kind: 'ended', at: 0.18, value: 3894, lag: 0.8, again: 1, lost: false }],
  commands: [{ kind: 'withdraw', at: 0.04 }],
}

type Told = { id: string; at: Date; received: Date; event: Record<string, unknown> }

/** The provider's events of a story about these orders, one list per delivery time. */
function eventsOf({ renewals, happenings, means }: Story, orders: Order[]): Told[] {
  const contract = `sandbox_${orders.at(-1)?.subscription_id}`
  const told: Told[] = []
  const add = (
    name: string,
    at: Date,
    event: Record<string, unknown>,
    { lag = 0, again = 0, lost = false },
  ) => {
    const id = `${name}:${orders[0]?.id}`
    // A lost event arrives only by reconciliation, with an id of its own.
    for (let time = 0; time <= again; time++)
      told.push({
        id: lost ? `reconciled:${id}` : id,
        at,
        received: new Date(at.getTime() + (lag + time / 20) * DAY),
        event,
      })
  }
  const pay = { kind: 'payment_succeeded', currency: 'EUR' }
  for (const [place, order] of orders.entries())
    add(
      `order${place}`,
      day(0.002 + place / 1000),
      {
        ...pay,
        checkout: order.id,
        subscription: `sandbox_${order.subscription_id}`,
        payment: `p${place}_${order.id}`,
        amount: 3900,
      },
      happenings[place] ?? {},
    )
  if (means === 'card')
    for (const [place, renewal] of renewals.entries()) {
      const at = new Date(Date.UTC(2026, 11 + place, 12, 18, place))
      add(
        `renewal${place}`,
        at,
        { ...pay, subscription: contract, payment: `n${place}_${contract}`, amount: 3900 },
        renewal,
      )
    }
  for (const [place, { kind, at, value, ...how }] of happenings.entries()) {
    const paid = {
      payment: value % 2 && renewals.length && means === 'card' ? `n0_${contract}` : `p0_${orders[0]?.id}`,
      currency: 'EUR',
    }
    const event = {
      fail: {
        kind: 'payment_failed',
        subscription: contract,
        payment: `f${place}_${contract}`,
        amount: 3900,
        reason: 'insufficient_funds',
      },
      part: { kind: 'refund_succeeded', ...paid, refund: `r${place}_${contract}`, amount: value },
      refund: { kind: 'refund_succeeded', ...paid, refund: `r${place}_${contract}`, amount: 3900 },
      dispute: { kind: 'dispute_opened', ...paid, dispute: `d_${paid.payment}`, amount: 3900 },
      won: { kind: 'dispute_won', ...paid, dispute: `d_${paid.payment}`, amount: 3900 },
      lost: { kind: 'dispute_lost', ...paid, dispute: `d_${paid.payment}`, amount: 3900 },
      lostPart: { kind: 'dispute_lost', ...paid, dispute: `e_${paid.payment}`, amount: 1700 },
      stop: { kind: 'subscription_changed', subscription: contract, cancel_at_period_end: true },
      go: { kind: 'subscription_changed', subscription: contract, cancel_at_period_end: false },
      ended: { kind: 'subscription_ended', subscription: contract },
      seen: { kind: 'crypto_seen', payment: `p0_${orders[0]?.id}`, checkout: orders[0]?.id, amount: 3900 },
    }[kind] as Record<string, unknown>
    add(`happening${place}`, day(at), event, how)
  }
  return told
}

const END = day(200)

async function prepare({ means, twoOrders }: Story): Promise<{ who: string; orders: Order[] }> {
  const who = await stage.member()
  const orders = [await stage.open(who, day(0), { means })]
  // Opened in another tab a minute later: both orders can still be paid.
  if (twoOrders) orders.push(await stage.open(who, day(0.0007), { means }))
  return { who, orders }
}

/** Replays the story as it happens: each delivery on arrival, each command when given. */
async function live(plot: Story) {
  const { who, orders } = await prepare(plot)
  const steps = [
    ...eventsOf(plot, orders).map((told) => ({ at: told.received, told, command: null })),
    ...plot.commands.map((command) => ({ at: day(command.at), told: null, command })),
  ].sort((one, other) => one.at.getTime() - other.at.getTime())
  for (const { at, told, command } of steps) {
    if (told) await stage.tell(told.at, told.event, { id: told.id, received: told.received })
    else if (command) await give(who, command.kind, at)
    expect(
      await stage.rows(
        `select 1 from subscriptions where user_id = $1 and state in ('active', 'past_due', 'canceled') offset 1`,
        [who],
      ),
    ).toEqual([])
    expect(
      await stage.rows(
        'select fact from private.books where member = $1 group by fact having sum(amount) <> 0',
        [who],
      ),
    ).toEqual([])
  }
  await stage.settle(who, END)
  return { who, orders }
}

async function give(who: string, kind: 'cancel' | 'resume' | 'withdraw', at: Date): Promise<void> {
  const statement =
    kind === 'withdraw'
      ? `select private.withdraw_for($1, (select (private.withdrawal_quote(sub, $2) ->> 'refund')::bigint from subscriptions as sub
           where user_id = $1 and state in ('active', 'past_due', 'canceled')), $2)`
      : `select private.${kind}_for($1, $2)`
  await stage.admin.query(statement, [who, at]).catch((error: Error) => {
    if (!['no_subscription', 'nothing_to_resume', 'not_withdrawable'].includes(error.message)) throw error
  })
}

/** The same facts in the order in which they occurred, each once, with the accepted commands. */
async function orderly(plot: Story, from: { who: string; orders: Order[] }) {
  const { who, orders } = await prepare(plot)
  const commands = await stage.rows<{ kind: string; at: Date; details: object; subscription_id: string }>(
    'select kind, at, details, subscription_id from private.money_commands where member = $1 and details ->> $2 is distinct from $3 order by id',
    [from.who, 'reason', 'overpaid'],
  )
  const rename = (text: string) =>
    from.orders.reduce(
      (words, order, place) =>
        words
          .replaceAll(order.id, orders[place]?.id ?? '')
          .replaceAll(order.subscription_id, orders[place]?.subscription_id ?? ''),
      text,
    )
  const once = [...new Map(eventsOf(plot, orders).map((told) => [told.id, told])).values()]
  const steps = [
    ...once.map((told) => ({ at: told.at, told, command: null })),
    ...commands.map((command) => ({ at: command.at, told: null, command })),
  ].sort((one, other) => one.at.getTime() - other.at.getTime())
  for (const { told, command } of steps) {
    if (told) await stage.tell(told.at, told.event, { id: told.id })
    else if (command)
      await stage.admin.query(
        `insert into private.money_commands (member, subscription_id, kind, at, details)
         values ($1, $2, $3, $4, $5::jsonb || case when $5::jsonb ? 'refund' and $3 = 'refund' then jsonb_build_object('refund', gen_random_uuid()) else '{}' end)`,
        [
          who,
          rename(command.subscription_id),
          command.kind,
          command.at,
          rename(JSON.stringify(command.details)),
        ],
      )
  }
  await stage.settle(who, END)
  return { who, orders }
}

/** The final state, with orders identified by position. */
async function standing({ who, orders }: { who: string; orders: Order[] }): Promise<unknown> {
  const text = JSON.stringify({
    contracts: await stage.rows(
      `select state, plan, period, amount, current_period_start, current_period_end, paid_until, stake, cancel_requested_at, withdrawn_at, grace_until,
         started_at, ended_at, ended_for from subscriptions where user_id = $1 order by created_at`,
      [who],
    ),
    orders: await stage.rows('select state from checkouts where user_id = $1 order by number', [who]),
    payments: await stage
      .rows(
        `select provider_payment, amount, net, tax, surplus, state, failure, period_start, period_end, paid_at from payments where user_id = $1 order by provider_payment collate "C"`,
        [who],
      )
      .then((found) => found),
    refunds: await stage.rows(
      `select back.amount, back.net, back.tax, reason, back.state from refunds as back where back.user_id = $1 and back.state <> 'failed' order by 1, 2, 3, 4`,
      [who],
    ),
    disputes: await stage.rows('select amount, state from disputes where user_id = $1', [who]),
    access: await stage.rows(
      'select source, starts_at, ends_at from premium_grants where user_id = $1 order by 2, 3, 1',
      [who],
    ),
    balances: await stage.balances(who),
  })
  const named = orders.reduce(
    (words, order, place) =>
      words.replaceAll(order.id, `order${place}`).replaceAll(order.subscription_id, `contract${place}`),
    text,
  )
  const { payments, ...rest } = JSON.parse(named) as { payments: { provider_payment: string }[] }
  return {
    ...rest,
    payments: payments.sort((one, other) => (one.provider_payment < other.provider_payment ? -1 : 1)),
  }
}

describe('a member’s money', () => {
  it('[S-106] ends the same for every order in which its facts arrive', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (plot) => {
        const lived = await live(plot)
        expect(await standing(lived)).toEqual(await standing(await orderly(plot, lived)))
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
  }, 900_000)

  it('[S-106] opens access for what is paid and kept, and credits each payment once', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (plot) => {
        const { who, orders } = await live(plot)
        expect(
          await stage.rows(
            `select event_id, state, reason from private.provider_events where kind = 'payment_succeeded' and state <> 'processed' and event_id like $1`,
            [`%${orders[0]?.id}`],
          ),
        ).toEqual([])
        const payments = await stage.rows<{
          id: string
          amount: string
          period_start: Date | null
          period_end: Date
          surplus: string
          paid_at: Date | null
        }>('select id, amount, period_start, period_end, surplus, paid_at from payments where user_id = $1', [
          who,
        ])
        const [flow] = await stage.rows<{ out: string; cash: string }>(
          `select (select coalesce(sum(amount), 0) from refunds where user_id = $1 and state = 'succeeded')
             + (select coalesce(sum(amount), 0) from disputes where user_id = $1 and state = 'lost') as out,
             (select coalesce(sum(amount), 0) from private.books where member = $1 and account = 'provider:sandbox') as cash`,
          [who],
        )
        const came = payments
          .filter(({ paid_at }) => paid_at)
          .reduce((sum, { amount }) => sum + Number(amount), 0)
        const renewals = plot.means === 'card' ? plot.renewals.length : 0
        expect(came).toBe(3900 * ((plot.twoOrders ? 2 : 1) + renewals))
        expect(Number(flow?.cash)).toBe(came - Number(flow?.out))
        // Sales and taxes in the documents must equal those in the books, with refunds and disputes of one payment combined.
        const [said] = await stage.rows<{ net: string; tax: string; sold: string; vat: string }>(
          `select (select coalesce(sum(case kind when 'invoice' then net else -net end), 0) from invoices where user_id = $1) as net,
             (select coalesce(sum(case kind when 'invoice' then tax else -tax end), 0) from invoices where user_id = $1) as tax,
             (select coalesce(-sum(amount), 0) from private.books where member = $1 and account in ('revenue', 'refunds')) as sold,
             (select coalesce(-sum(amount), 0) from private.books where member = $1 and account like 'vat:%') as vat`,
          [who],
        )
        expect([said?.net, said?.tax]).toEqual([said?.sold, said?.vat])
        const cut = await stage.rows<{ payment: string; at: Date }>(
          `select pay.id as payment, at from payments as pay join lateral (
             select max(event.occurred_at) as at from private.provider_events as event where event.member = pay.user_id and event.state = 'processed'
               and event.event ->> 'payment' = pay.provider_payment and event.kind = 'refund_succeeded'
               and (select sum(amount) from refunds where payment_id = pay.id and state = 'succeeded' and reason <> 'overpaid') = pay.net + pay.tax
             union all select event.occurred_at from private.provider_events as event
             where event.member = pay.user_id and event.state = 'processed' and event.event ->> 'payment' = pay.provider_payment and event.kind = 'dispute_lost'
             union all select withdrawn_at from subscriptions where id = pay.subscription_id
           ) as ends (at) on at is not null where pay.user_id = $1`,
          [who],
        )
        for (const { id, period_start, period_end, paid_at } of payments) {
          if (!paid_at || !period_start) continue
          const ends = Math.min(
            period_end.getTime(),
            ...cut.filter(({ payment }) => payment === id).map(({ at }) => at.getTime()),
          )
          const [grant] = await stage.rows<{ starts_at: Date; ends_at: Date }>(
            'select starts_at, ends_at from premium_grants where payment_id = $1',
            [id],
          )
          expect(grant ?? null).toEqual(
            ends > period_start.getTime() ? { starts_at: period_start, ends_at: new Date(ends) } : null,
          )
        }
      }),
      { numRuns: RUNS, endOnFailure: true, examples: [[WITHDRAWN_THEN_EARLIER_PAYMENT]] },
    )
  }, 900_000)
})
