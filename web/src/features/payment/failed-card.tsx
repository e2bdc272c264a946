import { CircleAlert } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { useTranslation } from '#lib/language/i18n.ts'
import { type Checkout, failureOf } from '#lib/money/money.ts'
import { HelpLink } from '#parts/help/help-link.tsx'
import { Button } from '#ui/button.tsx'
import { StateHead } from './state-head.tsx'

/** An unpaid order: the reason, that nothing was charged, and how to continue. */
export function FailedCard({ checkout }: { checkout: Checkout }) {
  const { t } = useTranslation('payment')
  const expired = checkout.state === 'expired'
  return (
    <div className="grid gap-6">
      <StateHead
        tone="warn"
        icon={<CircleAlert size={20} strokeWidth={1.75} aria-hidden />}
        title={t(expired ? 'failed.expired' : 'failed.title')}
      >
        {expired ? t('failed.expiredText') : t(`refusals.${failureOf(checkout.failure)}`)}{' '}
        {t('failed.nothing')} <HelpLink article="paiement-refuse" />
      </StateHead>
      <div className="flex flex-wrap gap-2">
        <Button asChild variant="primary" size="lg">
          <Link to={`/payment?plan=${checkout.plan}&period=${checkout.period}`}>{t('failed.again')}</Link>
        </Button>
        <Button asChild variant="ghost" size="lg">
          <Link to="/support">{t('toSupport')}</Link>
        </Button>
      </div>
    </div>
  )
}
