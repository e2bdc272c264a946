import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import type { PaymentState } from './payments.ts'

const TONES = {
  pending: 'info',
  succeeded: 'gain',
  failed: 'neutral',
  refunded: 'neutral',
  partially_refunded: 'info',
  disputed: 'warn',
  lost: 'loss',
} as const

export function PaymentBadge({ state }: { state: PaymentState }) {
  const { t } = useTranslation('office-money')
  return <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>
}

/** Marks sandbox payments wherever they are listed with real ones, since no money moved. */
export function TestBadge() {
  const { t } = useTranslation('office-money')
  return <Badge tone="line">{t('test')}</Badge>
}
