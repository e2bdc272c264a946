// Configures the official SDK and maps its errors to ours.
import Stripe from 'stripe'
import { ProviderFailure } from './provider.ts'
import type { StripeSettings } from './settings.ts'

/** The API version that the adapter is written for. The webhook endpoint in Stripe must use the same. */
export const STRIPE_API_VERSION = '2026-10-28.endive'
const TIMEOUT_MS = 10_000

export type StripeAccess = { fetch?: typeof fetch; timeoutMs?: number; retries?: number }

export function createStripeClient(
  { secretKey, apiUrl }: Pick<StripeSettings, 'secretKey' | 'apiUrl'>,
  { fetch, timeoutMs = TIMEOUT_MS, retries = 2 }: StripeAccess = {},
): Stripe {
  const other = apiUrl === null ? null : new URL(apiUrl)
  return new Stripe(secretKey, {
    apiVersion: STRIPE_API_VERSION,
    httpClient: Stripe.createFetchHttpClient(fetch),
    maxNetworkRetries: retries,
    timeout: timeoutMs,
    telemetry: false,
    ...(other && {
      host: other.hostname,
      port: Number(other.port || (other.protocol === 'https:' ? 443 : 80)),
      protocol: other.protocol === 'https:' ? 'https' : 'http',
    }),
  })
}

/** Runs calls and converts Stripe's errors to ProviderFailure, with whether to retry. */
export async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const after = Number(error.headers?.['retry-after'])
    throw new ProviderFailure(error.code ?? error.type, {
      retry:
        error instanceof Stripe.errors.StripeConnectionError ||
        error instanceof Stripe.errors.StripeRateLimitError ||
        (error instanceof Stripe.errors.StripeIdempotencyError === false &&
          (error.statusCode === undefined || error.statusCode === 409 || error.statusCode >= 500)),
      afterMs: Number.isFinite(after) && after > 0 ? after * 1000 : null,
      cause: error,
    })
  }
}

/** The id of an expandable reference. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}
