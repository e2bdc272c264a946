// Owns the labels of provider events and of the reasons for refusing them. A code unknown to this version is shown as it is.
import { useMemo } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'

export const EVENT_KINDS = [
  'payment_pending',
  'payment_succeeded',
  'payment_failed',
  'subscription_changed',
  'subscription_ended',
  'refund_succeeded',
  'refund_failed',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
  'checkout_expired',
  'crypto_seen',
  'crypto_underpaid',
  'crypto_overpaid',
  'crypto_paid_late',
  'crypto_invalid',
] as const

export const EVENT_REASONS = [
  'kind_unknown',
  'from_the_future',
  'amount_wrong',
  'checkout_unknown',
  'refund_unknown',
  'incomplete',
  'malformed',
  'another_provider',
  'somebody_elses',
  'before_the_order',
  'nobody_knows',
  'amount_mismatch',
  'currency_mismatch',
  'period_mismatch',
  'payment_unknown',
  'refund_exceeds',
  // Why a provider adapter rejected a webhook (payments/src/provider.ts).
  'signature_missing',
  'signature_wrong',
  'stale',
  'unreadable',
  'other_store',
  'too_large',
] as const

export function useEventWords() {
  const { t } = useTranslation('office-money')
  return useMemo(
    () => ({
      kindWords: (kind: string): string => {
        const known = EVENT_KINDS.find((one) => one === kind)
        return known ? t(`events.kinds.${known}`) : kind
      },
      reasonWords: (reason: string): string => {
        const known = EVENT_REASONS.find((one) => one === reason)
        return known ? t(`events.reasons.${known}`) : reason
      },
    }),
    [t],
  )
}
