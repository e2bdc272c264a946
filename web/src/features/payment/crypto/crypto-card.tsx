import { CircleAlert, Hourglass, Info } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { CheckoutState } from '../queries.ts'
import { StateHead } from '../state-head.tsx'
import { cryptoState } from './crypto-state.ts'

/** A crypto order that can no longer be paid as it is, or that was seen after its time: what that means, and what to do. */
export function CryptoCard({ state }: { state: CheckoutState }) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const { checkout } = state
  const known = cryptoState(state)
  // The server marks it within a minute of its end.
  const now = known === 'waiting' ? 'expired' : known
  const Icon = now === 'seen' ? Hourglass : CircleAlert
  const amount = format.money(checkout.total, checkout.currency)
  const ended = now !== 'seen'
  return (
    <div className="grid gap-6">
      <StateHead
        tone={now === 'seen' ? 'neutral' : 'warn'}
        icon={<Icon size={20} strokeWidth={1.75} aria-hidden />}
        title={t(`crypto.${now}.title`)}
      >
        {t(`crypto.${now}.text`, { amount })}
      </StateHead>
      <Notice icon={<Info size={16} strokeWidth={1.75} aria-hidden />}>
        {t(`crypto.${now}.do`)} {t('awaited.reference')}{' '}
        <code className="font-mono whitespace-nowrap text-text select-all">{checkout.reference}</code>
      </Notice>
      <div className="flex flex-wrap gap-2">
        {ended ? (
          <Button asChild variant="primary" size="lg">
            <Link to={`/payment?plan=${checkout.plan}&period=${checkout.period}`}>{t('failed.again')}</Link>
          </Button>
        ) : null}
        <Button asChild variant="outline" size="lg">
          <Link to="/signaux">{t('toSignals')}</Link>
        </Button>
        <Button asChild variant="ghost" size="lg">
          <Link to="/support">{t('toSupport')}</Link>
        </Button>
      </div>
    </div>
  )
}
