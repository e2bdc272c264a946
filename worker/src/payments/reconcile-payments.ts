// Reads the providers' current state and adds missed events: a lost webhook is repaired within the hour. A failed reading does
// not affect the others.
import { type Provider, ProviderFailure, type ProviderName } from 'payments/provider'
import type { Told } from 'payments/provider-event'
import type { TaskContext } from '../tasks/task-context.ts'
import type { Providers } from './payment-providers.ts'

/** How far back to look for refunds and disputes started in a provider's dashboard. */
const RECENT_MS = 3 * 86_400_000
const AT_ONCE = 4

type Due = {
  provider: ProviderName
  kind: 'checkout' | 'subscription' | 'refund'
  reference: string
  payment: string | null
  refund: string | null
}

export async function reconcilePayments(
  { pool, log, now }: TaskContext,
  providers: Providers,
): Promise<void> {
  const take = async (provider: ProviderName, told: Told[]): Promise<void> => {
    for (const { eventId, occurredAt, event } of told) {
      const { rows } = await pool.query<{ outcome: string }>(
        'select private.take_reading($1, $2, $3, $4, $5) as outcome',
        [provider, eventId, occurredAt, event, new Date(now())],
      )
      const outcome = rows[0]?.outcome
      if (outcome === 'processed' || outcome === 'waiting') {
        log.warn({ provider, event: eventId, kind: event.kind }, 'missed payment event recovered')
      } else if (outcome === 'refused') {
        log.error({ provider, event: eventId, kind: event.kind }, "the provider's data are implausible")
      }
    }
  }
  const attempt = async (
    bindings: object,
    provider: Provider,
    read: () => Promise<Told[]>,
  ): Promise<void> => {
    try {
      await take(provider.name, await read())
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      log.warn({ ...bindings, err: error }, 'provider could not be read')
    }
  }

  for (const provider of providers.values()) {
    await attempt({ provider: provider.name }, provider, () =>
      provider.readRecent(new Date(now() - RECENT_MS)),
    )
  }
  const { rows } = await pool.query<Due>('select * from private.to_reconcile($1, $2)', [
    new Date(now()),
    [...providers.keys()],
  ])
  const waiting = rows.values()
  const lane = async () => {
    for (const due of waiting) {
      const provider = providers.get(due.provider)
      if (provider) await attempt({ ...due }, provider, () => reading(provider, due))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  await pool.query('select private.trim_refused_events($1)', [new Date(now())])
}

function reading(provider: Provider, { kind, reference, payment, refund }: Due): Promise<Told[]> {
  if (kind === 'checkout') return provider.readCheckout(reference)
  if (kind === 'subscription') return provider.readSubscription(reference)
  return provider.readRefund(reference, payment ?? '', refund ?? '')
}
