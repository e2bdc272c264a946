// The payment providers that this installation speaks to. One whose settings are given is spoken to even when it takes no new
// orders: what was sold there goes on.
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

/** Tells the database who takes cards and who takes crypto. */
export async function keepPaymentSettings(
  client: Queryable,
  { card, crypto }: PaymentSettings,
): Promise<void> {
  await client.query('select private.keep_payment_settings($1, $2)', [card, crypto])
}
