import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Product } from '../product.ts'

/** Drives a member's money at given times: orders, provider events, commands, and the resulting state. */
export const NOON = Date.parse('2026-11-12T17:04:00Z')
export const DAY = 86_400_000

export type Order = { id: string; user_id: string; subscription_id: string; total: string; currency: string }

export const day = (days: number, from = NOON): Date => new Date(from + days * DAY)

export function moneyStage({ admin }: Pick<Product, 'admin'>) {
  const rows = async <Row>(statement: string, values: unknown[] = []): Promise<Row[]> =>
    (await admin.query(statement, values)).rows as Row[]
  const one = async <Row>(statement: string, values: unknown[] = []): Promise<Row> =>
    (await rows<Row>(statement, values))[0] as Row

  /** Creates a member through the regular triggers, without a password. */
  const member = async (): Promise<string> => {
    const id = randomUUID()
    await admin.query(`insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())`, [
      id,
      `${id}@example.com`,
    ])
    return id
  }

  const open = (
    who: string,
    at: Date,
    { plan = 'standard', period = 'month', means = 'card', waiver = null, coupon = null } = {} as {
      plan?: string
      period?: string
      means?: string
      waiver?: string | null
      coupon?: string | null
    },
  ): Promise<Order> =>
    one<Order>(
      `select * from private.open_checkout_for($1, $2, $3, $4, $5, '{"name":"Alix Laurent","country":"FR"}', '2026-11-21', $6, $7, $8)`,
      [who, at, plan, period, means, waiver, coupon, randomUUID()],
    )

  /** Delivers a provider event. `received` is its arrival time, by default now. */
  const tell = async (
    at: Date,
    event: Record<string, unknown>,
    { id = randomUUID() as string, provider = 'sandbox', received = at } = {},
  ): Promise<string> =>
    (
      await one<{ verdict: string }>(
        `select private.take_provider_event($1, $2, $3, $4, null, null, $5) as verdict`,
        [provider, id, at, JSON.stringify(event), received],
      )
    ).verdict

  const pay = (order: Order, at: Date, more: Record<string, unknown> = {}, provider = 'sandbox') =>
    tell(
      at,
      {
        kind: 'payment_succeeded',
        checkout: order.id,
        subscription: `sandbox_${order.subscription_id}`,
        payment: `p_${order.id}`,
        amount: Number(order.total),
        currency: order.currency,
        method: { kind: 'card', brand: 'visa', last4: '4242', expires: '2031-08' },
        ...more,
      },
      { provider },
    )

  const settle = (who: string, at: Date) => admin.query('select private.settle_member($1, $2)', [who, at])

  const subscription = (who: string) =>
    one<Record<string, unknown> & { state: string; id: string }>(
      'select * from subscriptions where user_id = $1 order by created_at desc limit 1',
      [who],
    )

  const hasAccess = async (who: string, at: Date): Promise<boolean> =>
    (
      await one<{ open: boolean }>(
        'select exists (select from premium_grants where user_id = $1 and starts_at <= $2 and ends_at > $2) as open',
        [who, at],
      )
    ).open

  /** Balances of a member's accounts, without zero balances. */
  const balances = async (who: string): Promise<Record<string, number>> =>
    Object.fromEntries(
      (
        await rows<{ account: string; amount: string }>(
          'select account, sum(amount) as amount from private.books where member = $1 group by account having sum(amount) <> 0 order by account',
          [who],
        )
      ).map(({ account, amount }) => [account, Number(amount)]),
    )

  return { admin, rows, one, member, open, tell, pay, settle, subscription, hasAccess, balances }
}

export type MoneyStage = ReturnType<typeof moneyStage>

/** The error of a statement, or null. */
export const refusal = (query: Promise<unknown>): Promise<string | null> =>
  query.then(
    () => null,
    (error: pg.DatabaseError) => error.message,
  )
