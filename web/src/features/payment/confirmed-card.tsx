import { useQuery } from '@tanstack/react-query'
import { Bell, Calculator, Check, type LucideIcon, ShieldCheck } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { plansOnSale } from '#lib/money/public-plans.ts'
import { Button } from '#ui/button.tsx'
import type { CheckoutState } from './queries.ts'
import { StateHead } from './state-head.tsx'

const SETTINGS: readonly { key: 'alerts' | 'size' | 'proof'; Icon: LucideIcon; to: string }[] = [
  { key: 'alerts', Icon: Bell, to: '/mon-compte?onglet=notifications' },
  { key: 'size', Icon: Calculator, to: '/outils' },
  { key: 'proof', Icon: ShieldCheck, to: '/preuve' },
]

/** The payment has arrived: what it unlocked, what is charged when, the right that is kept, and what to set up first. */
export function ConfirmedCard({
  state: { checkout, payment, subscription, invoice },
}: {
  state: CheckoutState
}) {
  const { t, i18n } = useTranslation('payment')
  const format = useFormat()
  const plans = useQuery(plansOnSale)
  const name = plans.data?.find(({ slug }) => slug === checkout.plan)?.name[i18n.language] ?? checkout.plan
  const amount = format.money(payment?.amount ?? checkout.total, checkout.currency)
  const surplus = payment?.surplus ?? 0
  const until = subscription && format.parisDay(subscription.paid_until ?? subscription.current_period_end)
  const facts = [
    { name: t('facts.plan'), value: t(`facts.item.${checkout.period}`, { plan: name }) },
    ...(invoice
      ? [
          {
            name: t('facts.invoice'),
            value: (
              <Link
                to="/mon-compte?onglet=abonnement"
                className="underline decoration-line-strong underline-offset-3 hover:decoration-current"
              >
                {invoice.number}
              </Link>
            ),
          },
        ]
      : []),
    ...(subscription
      ? [
          subscription.means === 'card' && subscription.state === 'active'
            ? {
                name: t('facts.next'),
                value: `${format.parisDay(subscription.current_period_end)}, ${format.money(
                  subscription.next_amount ?? subscription.amount,
                  subscription.currency,
                )}`,
              }
            : { name: t('facts.until'), value: until },
        ]
      : []),
    ...(subscription?.withdraw_until && Date.parse(subscription.withdraw_until) > Date.now()
      ? [
          {
            name: t('facts.right'),
            value: t('facts.kept', { date: format.parisDay(subscription.withdraw_until) }),
          },
        ]
      : []),
    { name: t('facts.reference'), value: <code className="font-mono select-all">{checkout.reference}</code> },
  ]
  return (
    <div className="grid gap-6">
      <StateHead
        tone="gain"
        icon={<Check size={20} strokeWidth={1.75} aria-hidden />}
        title={t(`confirmed.${checkout.kind === 'method' ? 'first' : checkout.kind}`, { plan: name })}
      >
        {t('confirmed.text', { amount, time: format.timeWithSeconds(payment?.paid_at) })}
        {surplus > 0
          ? ` ${t('confirmed.surplus', { amount: format.money(surplus, checkout.currency) })}`
          : ''}
      </StateHead>
      <dl className="grid gap-2">
        {facts.map((fact) => (
          <div key={fact.name} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <dt className="text-muted">{fact.name}</dt>
            <dd className="tabular">{fact.value}</dd>
          </div>
        ))}
      </dl>
      <div>
        <h3 className="mb-1 font-semibold">{t('settings.title')}</h3>
        <ul>
          {SETTINGS.map(({ key, Icon, to }) => (
            <li key={key}>
              <Link
                to={to}
                className="inline-flex min-h-7 items-center gap-2 rounded-inner py-1 text-13 text-muted hover:text-text pointer-coarse:min-h-target"
              >
                <Icon size={14} strokeWidth={1.75} className="shrink-0" aria-hidden />
                {t(`settings.${key}`)}
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button asChild variant="primary" size="lg">
          <Link to="/signaux">{t('settings.signals')}</Link>
        </Button>
        <Button asChild variant="outline" size="lg">
          <Link to="/mon-compte?onglet=notifications">{t('settings.setAlerts')}</Link>
        </Button>
      </div>
    </div>
  )
}
