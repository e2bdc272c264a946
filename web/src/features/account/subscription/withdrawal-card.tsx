import { Undo2 } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { Subscription, WithdrawalQuote } from '#lib/money/money.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'

const DAY = 86_400_000

/** How long the member can still withdraw, and the exact refund as of today. */
export function WithdrawalCard({
  contract,
  quote,
  now,
}: {
  contract: Subscription
  quote: WithdrawalQuote
  now: number
}) {
  const { t } = useTranslation('account')
  const format = useFormat()
  const money = (amount: number) => format.money(amount, quote.currency)
  const left = Math.max(0, Math.floor((Date.parse(quote.until ?? '') - now) / DAY))
  return (
    <Card className="grid grid-cols-[20px_1fr] gap-x-4 p-4 md:p-6">
      <Undo2 size={20} strokeWidth={1.75} className="text-muted" aria-hidden />
      <section aria-labelledby="withdrawal">
        <h2 id="withdrawal" className="font-semibold">
          {t('contract.withdrawal')}
        </h2>
        <p className="mt-0.5 text-pretty text-muted">
          {left > 0
            ? t('contract.withdrawalText', { count: left, date: format.parisLongDay(quote.until) })
            : t('contract.withdrawalLast')}
        </p>
        <dl className="tabular mt-3 grid max-w-100 gap-2">
          <div className="flex items-baseline justify-between gap-4">
            <dt className="text-muted">
              {t('contract.paidOn', { date: format.parisDayMonth(contract.started_at) })}
            </dt>
            <dd>{money(quote.paid)}</dd>
          </div>
          <div className="flex items-baseline justify-between gap-4">
            <dt className="text-muted">{t('contract.used', { count: quote.days_used, days: quote.days })}</dt>
            <dd>{money(-quote.used)}</dd>
          </div>
          <div className="flex items-baseline justify-between gap-4 border-t border-line-strong pt-2 font-semibold">
            <dt>{t(contract.means === 'card' ? 'contract.backToCard' : 'contract.back')}</dt>
            <dd>{money(quote.refund)}</dd>
          </div>
        </dl>
        <Button asChild variant="outline" className="mt-4">
          <Link to="/retractation">{t('contract.withdraw')}</Link>
        </Button>
      </section>
    </Card>
  )
}
