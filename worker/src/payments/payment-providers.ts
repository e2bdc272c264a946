// The configured payment providers. A provider with credentials stays active even when it accepts no new orders, because
// existing contracts continue.
import { createBtcpay } from 'payments/btcpay'
import type { Provider, ProviderName } from 'payments/provider'
import type { PaymentSettings } from 'payments/settings'
import { createStripe } from 'payments/stripe'
import type { Queryable } from '../database.ts'

export type Providers = ReadonlyMap<ProviderName, Provider>

export function openProviders({ stripe, btcpay }: PaymentSettings, now: () => number): Providers {
  const opened = new Map<ProviderName, Provider>()
  if (stripe) opened.set('stripe', createStripe(stripe, { now }))
  if (btcpay) opened.set('btcpay', createBtcpay(btcpay, { now }))
  return opened
}

/** Stores which providers accept cards and cryptocurrency. */
export async function keepPaymentSettings(
  client: Queryable,
  { card, crypto }: PaymentSettings,
): Promise<void> {
  await client.query('select private.keep_payment_settings($1, $2)', [card, crypto])
}
