import { Check, CircleDashed, Hourglass, Info } from 'lucide-react'
import { useState } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Timeline, type TimelineItem } from '#ui/figure/timeline.tsx'
import { Notice } from '#ui/notice.tsx'
import { BankDialog } from './bank-dialog.tsx'
import type { CheckoutState } from './queries.ts'
import { StateHead } from './state-head.tsx'

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

/** An order whose payment is not confirmed: its state, the step in progress, and that nobody has to pay twice. */
export function AwaitedCard({ state: { checkout, steps } }: { state: CheckoutState }) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const [asking, setAsking] = useState(false)
  const at = (kind: string) => steps.find((step) => step.kind === kind)?.at
  const amount = format.money(checkout.total, checkout.currency)
  const sent = checkout.state === 'waiting' || checkout.provider !== 'sandbox'
  const bank = checkout.state === 'waiting' && checkout.provider === 'sandbox'
  const items: TimelineItem[] = [
    {
      key: 'agreed',
      icon: <Check {...icon} />,
      title: t('steps.agreed'),
      time: format.timeWithSeconds(checkout.created_at),
      children: checkout.tax > 0 ? t('steps.agreedText', { amount }) : amount,
    },
    ...(at('payment_pending')
      ? [
          {
            key: 'sent',
            icon: <Check {...icon} />,
            title: t('steps.sent'),
            time: format.timeWithSeconds(at('payment_pending')),
            children: t('steps.sentText', { amount }),
          },
        ]
      : []),
    {
      key: 'now',
      icon: <CircleDashed {...icon} />,
      title: t(bank ? 'steps.bank' : sent ? 'steps.message' : 'steps.pay'),
      time: t('steps.underWay'),
      children: t(bank ? 'steps.bankText' : sent ? 'steps.messageText' : 'steps.payText'),
      current: true,
    },
    {
      key: 'then',
      icon: <CircleDashed {...icon} />,
      title: <span className="text-muted">{t('steps.access')}</span>,
      time: t('steps.then'),
      children: t('steps.accessText'),
    },
  ]
  const again = `/payment?plan=${checkout.plan}&period=${checkout.period}`
  return (
    <div className="grid gap-6">
      <StateHead
        icon={<Hourglass size={20} strokeWidth={1.75} aria-hidden />}
        title={t(sent ? 'awaited.title' : 'awaited.unpaid')}
      >
        {t(bank ? 'awaited.bank' : sent ? 'awaited.text' : 'awaited.unpaidText')}
      </StateHead>
      <Timeline items={items} />
      <Notice icon={<Info size={16} strokeWidth={1.75} aria-hidden />}>
        {t('awaited.leave')} {t('awaited.reference')}{' '}
        <code className="font-mono whitespace-nowrap text-text select-all">{checkout.reference}</code>
      </Notice>
      <div className="flex flex-wrap gap-2">
        {bank ? (
          <Button variant="inverse" size="lg" onClick={() => setAsking(true)}>
            {t('bank.open')}
          </Button>
        ) : checkout.provider_url ? (
          <Button asChild variant="inverse" size="lg">
            <a href={checkout.provider_url}>{t('awaited.provider')}</a>
          </Button>
        ) : sent ? null : (
          <Button asChild variant="inverse" size="lg">
            <Link to={again}>{t('awaited.resume')}</Link>
          </Button>
        )}
        <Button asChild variant="outline" size="lg">
          <Link to="/signaux">{t('toSignals')}</Link>
        </Button>
        <Button asChild variant="ghost" size="lg">
          <Link to="/support">{t('toSupport')}</Link>
        </Button>
      </div>
      {asking ? <BankDialog checkout={checkout} onAnswered={() => setAsking(false)} /> : null}
    </div>
  )
}
