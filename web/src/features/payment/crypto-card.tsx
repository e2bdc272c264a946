import { Bitcoin, CircleAlert, Hourglass, Info } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { CryptoPlay } from './crypto-play.tsx'
import { cryptoState } from './crypto-state.ts'
import type { CheckoutState } from './queries.ts'
import { StateHead } from './state-head.tsx'

const ICONS = { waiting: Bitcoin, seen: Hourglass } as const

/** A crypto invoice that is not paid, or not correctly: what that means, and what to do. */
export function CryptoCard({ state }: { state: CheckoutState }) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const { checkout } = state
  const now = cryptoState(state)
  const left = useCountdown(checkout.expires_at)
  const Icon = ICONS[now as 'seen'] ?? CircleAlert
  const fine = now === 'waiting' || now === 'seen'
  const amount = format.money(checkout.total, checkout.currency)
  const ended = now === 'late' || now === 'expired' || now === 'invalid'
  return (
    <div className="grid gap-6">
      <StateHead
        tone={fine ? 'neutral' : 'warn'}
        icon={<Icon size={20} strokeWidth={1.75} aria-hidden />}
        title={t(`crypto.${now}.title`)}
      >
        {t(`crypto.${now}.text`, { amount })}
      </StateHead>
      {now === 'waiting' ? (
        <dl className="grid gap-2">
          <div className="flex items-baseline justify-between gap-4">
            <dt className="text-muted">{t('crypto.amount')}</dt>
            <dd className="tabular text-20 font-semibold">{amount}</dd>
          </div>
          <div className="flex items-baseline justify-between gap-4">
            <dt className="text-muted">{t('crypto.left')}</dt>
            <dd className="tabular">{left}</dd>
          </div>
        </dl>
      ) : null}
      <Notice icon={<Info size={16} strokeWidth={1.75} aria-hidden />}>
        {t(`crypto.${now}.do`)} {t('awaited.reference')}{' '}
        <code className="font-mono whitespace-nowrap text-text select-all">{checkout.reference}</code>
      </Notice>
      {checkout.provider === 'sandbox' && !ended ? <CryptoPlay checkout={checkout} /> : null}
      <div className="flex flex-wrap gap-2">
        {checkout.provider_url && !ended ? (
          <Button asChild variant="primary" size="lg">
            <a href={checkout.provider_url}>{t('crypto.open')}</a>
          </Button>
        ) : null}
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

/** `14:07`, updated every second. */
function useCountdown(until: string): string {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.round((Date.parse(until) - now) / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
