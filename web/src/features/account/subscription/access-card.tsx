import { BadgeCheck } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { Tier } from '#lib/session/session.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import type { AccessSpan } from './access-span.ts'
import { PeriodBar } from './period-bar.tsx'

type Props = {
  tier: Tier
  span: AccessSpan | null
  now: number
  /** When the last contract ended. */
  ended: string | null
}

/** Access without a contract: free, granted for a time, or as a team member. */
export function AccessCard({ tier, span, now, ended }: Props) {
  const { t } = useTranslation('account')
  const format = useFormat()
  return (
    <Card className="overflow-hidden">
      <div className="p-4 md:p-6">
        <div className="flex items-start justify-between gap-4">
          <p className="text-13 text-muted">{t('plan.yours')}</p>
          {tier === 'premium' ? (
            <Badge tone="gain" icon={<BadgeCheck size={14} strokeWidth={1.75} aria-hidden />}>
              {t('plan.active')}
            </Badge>
          ) : null}
        </div>
        <h2 className="text-28 font-semibold tracking-title">{t(`plan.${tier}`)}</h2>
        <p className="mt-2 max-w-140 text-16 text-pretty text-muted">
          {ended ? `${t('contract.ended', { date: format.parisLongDay(ended) })} ` : ''}
          {span
            ? t('plan.until', { date: format.date(span.ends) })
            : t(tier === 'premium' ? 'plan.staff' : 'plan.free')}
        </p>
        {span ? <PeriodBar starts={span.starts} ends={span.ends} now={now} /> : null}
      </div>
      <div className="flex flex-wrap gap-2 border-t border-line p-4 md:px-6">
        <Button asChild variant={tier === 'premium' ? 'outline' : 'primary'}>
          <Link to="/abonnements">{t('plan.see')}</Link>
        </Button>
        {tier === 'freemium' ? (
          <Button
            asChild
            variant="outline"
            className="h-auto! min-h-8 max-w-full py-1 text-center text-balance whitespace-normal!"
          >
            <Link to="/mon-compte?demande=premium">{t('plan.askPartner')}</Link>
          </Button>
        ) : null}
      </div>
    </Card>
  )
}
