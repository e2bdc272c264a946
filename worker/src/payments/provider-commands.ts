// Executes SQL's commands for payment providers: claims a command, has the provider execute it under the command's key, and
// settles it. The provider's events report the results; only the URL of an order's page is returned directly.
import { type Order, type PlanPrice, type Provider, ProviderFailure } from 'payments/provider'
import type { Told } from 'payments/provider-event'
import { z } from 'zod'
import type { Queryable } from '../database.ts'
import type { TaskContext } from '../tasks/task-context.ts'
import type { Providers } from './payment-providers.ts'

/** Maximum commands per run. */
const MOST_AT_ONCE = 200
const FIRST_WAIT_MS = 15_000
const LONGEST_WAIT_MS = 3_600_000
/** Attempts end after a day, and admins are told. */
const GIVEN_UP_AFTER_MS = 24 * 3_600_000

const price = z.object({
  id: z.number(),
  plan: z.string(),
  name: z.string(),
  period: z.enum(['month', 'year']),
  amount: z.number(),
  currency: z.string(),
}) satisfies z.ZodType<PlanPrice>

const text = z.string()
const facts = z.object({
  order: z
    .object({
      checkout: text,
      reference: text,
      member: text,
      email: text.nullable().default(null),
      language: text,
      customer: text.nullable().default(null),
      price,
      total: z.number(),
      expires_at: text,
    })
    .optional(),
  open: z.boolean().optional(),
  reference: text.optional(),
  subscription: text.optional(),
  checkout: text.optional(),
  price: price.optional(),
  due: z.number().optional(),
  at: text.optional(),
  refund: text.optional(),
  payment: text.optional(),
  amount: z.number().optional(),
  currency: text.optional(),
  brand: text.optional(),
})
type Facts = z.infer<typeof facts>

type Claimed = {
  id: string
  provider: 'stripe' | 'btcpay'
  kind: string
  idempotency_key: string
  attempt: number
  created_at: Date
  facts: unknown
}

type Answer = { reference?: string; url?: string | null; told?: Told | null }

export async function doProviderCommands(
  context: TaskContext,
  providers: Providers,
  siteUrl: string,
): Promise<void> {
  const { pool, log, now } = context
  for (let count = 0; count < MOST_AT_ONCE; count++) {
    const { rows } = await pool.query<Claimed>('select * from private.claim_provider_command($1, $2)', [
      new Date(now()),
      [...providers.keys()],
    ])
    const [command] = rows
    const provider = command && providers.get(command.provider)
    if (!command || !provider) return
    const bindings = {
      command: command.id,
      kind: command.kind,
      provider: command.provider,
      attempt: command.attempt,
    }
    try {
      const { told, ...answer } = await done(provider, command, siteUrl)
      if (told) await take(pool, command.provider, told, now())
      await settle(pool, command, now(), 'done', null, Object.keys(answer).length > 0 ? answer : null, null)
      log.debug(bindings, 'provider command executed')
    } catch (error) {
      // An error that is not the provider's is ours, and a later version may succeed.
      const failure =
        error instanceof ProviderFailure
          ? error
          : new ProviderFailure('not_understood', { retry: true, cause: error })
      const retryAt = failure.retry ? nextTry(command, failure.afterMs, now()) : null
      await settle(pool, command, now(), retryAt ? 'retry' : 'failed', failure.code, null, retryAt)
      log[retryAt ? 'warn' : 'error']({ ...bindings, err: failure, retryAt }, 'provider command failed')
    }
  }
}

/**
 * 15 s after the first attempt, then twice as long each time up to an hour; later if the provider asks for it; null after a day.
 */
export function nextTry(
  { attempt, created_at }: Pick<Claimed, 'attempt' | 'created_at'>,
  afterMs: number | null,
  now: number,
): Date | null {
  if (now - created_at.getTime() > GIVEN_UP_AFTER_MS) return null
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS)
  return new Date(now + Math.max(wait, Math.min(afterMs ?? 0, LONGEST_WAIT_MS)))
}

async function done(provider: Provider, command: Claimed, siteUrl: string): Promise<Answer> {
  const asked = facts.parse(command.facts)
  const key = command.idempotency_key
  switch (command.kind) {
    case 'open_checkout': {
      // An order that was cancelled before it had a page needs none.
      if (!asked.open) return {}
      const { reference, url } = await provider.openCheckout(orderOf(asked, siteUrl), key)
      return { reference, url }
    }
    case 'close_checkout':
      if (asked.reference) await provider.closeCheckout(asked.reference)
      return {}
    case 'cancel':
      await provider.cancel(contractOf(provider, asked), 'period_end', key)
      return {}
    case 'cancel_now':
      await provider.cancel(contractOf(provider, asked), 'now', key)
      return {}
    case 'resume':
      await provider.resume(contractOf(provider, asked), key)
      return {}
    case 'change': {
      const { price, due } = asked
      if (!price || due === undefined) throw new ProviderFailure('price_missing', { retry: false })
      const takesEffect = {
        when: 'now',
        checkout: needed(asked, 'checkout'),
        at: new Date(needed(asked, 'at')),
        due,
      } as const
      const change = { subscription: needed(asked, 'subscription'), price, takesEffect }
      const url = await provider.changePlan(change, key)
      return url === null ? {} : { url }
    }
    case 'drop_change':
      await provider.dropChange(needed(asked, 'subscription'), needed(asked, 'checkout'))
      return {}
    case 'pay_open':
      await provider.payOpen(needed(asked, 'subscription'), key)
      return {}
    case 'schedule': {
      const subscription = needed(asked, 'subscription')
      // Without a price the plan is kept: the scheduled change is dropped.
      if (!asked.price) await provider.keepPlan(subscription, key)
      else
        await provider.changePlan(
          { subscription, price: asked.price, takesEffect: { when: 'period_end' } },
          key,
        )
      return {}
    }
    case 'update_method': {
      const url = await provider.openPortal(
        needed(asked, 'subscription'),
        `${siteUrl}/mon-compte?onglet=abonnement`,
        key,
      )
      return { url }
    }
    case 'refund': {
      const { amount } = asked
      if (amount === undefined) throw new ProviderFailure('amount_missing', { retry: false })
      return await provider.refund(
        {
          refund: needed(asked, 'refund'),
          payment: needed(asked, 'payment'),
          amount,
          currency: needed(asked, 'currency'),
          words: needed(asked, 'brand'),
        },
        key,
      )
    }
    default:
      throw new ProviderFailure('kind_unknown', { retry: false })
  }
}

/** BTCPay Server has no contracts. */
function contractOf({ name }: Provider, asked: Facts): string {
  return name === 'btcpay' ? '' : needed(asked, 'subscription')
}

function orderOf({ order }: Facts, siteUrl: string): Order {
  if (!order) throw new ProviderFailure('order_missing', { retry: false })
  const { expires_at, ...rest } = order
  return {
    ...rest,
    expiresAt: new Date(expires_at),
    successUrl: `${siteUrl}/payment-success?commande=${order.checkout}`,
    cancelUrl: `${siteUrl}/payment?commande=${order.checkout}`,
  }
}

function needed(
  asked: Facts,
  name: 'subscription' | 'checkout' | 'refund' | 'payment' | 'currency' | 'at' | 'brand',
): string {
  const value = asked[name]
  if (value === undefined) throw new ProviderFailure(`${name}_missing`, { retry: false })
  return value
}

async function take(
  client: Queryable,
  provider: string,
  { eventId, occurredAt, event }: Told,
  now: number,
): Promise<void> {
  await client.query('select private.take_reading($1, $2, $3, $4, $5)', [
    provider,
    eventId,
    occurredAt,
    event,
    new Date(now),
  ])
}

async function settle(
  client: Queryable,
  { id, attempt }: Claimed,
  now: number,
  outcome: 'done' | 'retry' | 'failed',
  error: string | null,
  answer: object | null,
  retryAt: Date | null,
): Promise<void> {
  await client.query('select private.settle_provider_command($1, $2, $3, $4, $5, $6, $7)', [
    id,
    attempt,
    new Date(now),
    outcome,
    error,
    answer,
    retryAt,
  ])
}
