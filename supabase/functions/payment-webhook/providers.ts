import { createBtcpay } from '../../../payments/src/btcpay.ts'
import type { Provider } from '../../../payments/src/provider.ts'
import { readBtcpay, readStripe } from '../../../payments/src/settings.ts'
import { createStripe } from '../../../payments/src/stripe.ts'

const opened = new Map<string, Provider | null>()

/** The provider of an address, or null while its settings are not given. Short of retries: the provider sends again by itself. */
export function openProvider(name: string): Provider | null {
  const known = opened.get(name)
  if (known !== undefined) return known
  const environment = Deno.env.toObject()
  const access = { now: Date.now, timeoutMs: 8000, retries: 0 }
  let provider: Provider | null = null
  if (name === 'stripe') {
    const settings = readStripe(environment)
    provider = settings && createStripe(settings, access)
  } else if (name === 'btcpay') {
    const settings = readBtcpay(environment)
    provider = settings && createBtcpay(settings, access)
  } else return null
  opened.set(name, provider)
  return provider
}
