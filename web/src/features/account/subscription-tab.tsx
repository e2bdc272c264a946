import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, CircleUserRound, FileCheck2 } from 'lucide-react'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/i18n.ts'
import { Link } from '#lib/router-link.tsx'
import type { Tier } from '#lib/session.tsx'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Progress } from '#ui/progress.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Timeline } from '#ui/timeline.tsx'
import { accessSpan } from './access-span.ts'
import { BillingCard } from './billing-card.tsx'
import { InvoicesCard } from './invoices-card.tsx'
import { premiumQuery, profileQuery } from './queries.ts'

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

/** What one has access to, until when, and how it came to that. */
export function SubscriptionTab({ userId, tier }: { userId: string; tier: Tier }) {
  const { t } = useTranslation('account')
  const format = useFormat()
  const now = useNow()
  const periods = useQuery(premiumQuery)
  const profile = useQuery(profileQuery(userId))
  if (periods.isError) return <ErrorState onRetry={() => void periods.refetch()} />
  if (!periods.data) return <Skeleton className="h-60 w-full" />
  const span = accessSpan(periods.data, now)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,400px)]">
      <div className="grid min-w-0 gap-4">
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
              {span
                ? t('plan.until', { date: format.date(span.ends) })
                : t(tier === 'premium' ? 'plan.staff' : 'plan.free')}
            </p>
            {span ? (
              <div className="mt-5">
                <Progress
                  label={t('plan.premium')}
                  share={span.gone}
                  text={t('plan.day', { day: span.day, days: span.days })}
                />
                <p className="mt-2 flex justify-between text-13 text-muted">
                  <span>{format.date(span.starts)}</span>
                  <span className="text-text">{t('plan.day', { day: span.day, days: span.days })}</span>
                  <span>{format.date(span.ends)}</span>
                </p>
              </div>
            ) : null}
          </div>
          <div className="flex flex-wrap gap-2 border-t border-line p-4 md:px-6">
            <Button asChild variant={tier === 'premium' ? 'outline' : 'primary'}>
              <Link to="/abonnements">{t('plan.see')}</Link>
            </Button>
            {tier === 'freemium' ? (
              <Button asChild variant="outline">
                <Link to="/mon-compte?demande=premium">{t('plan.askPartner')}</Link>
              </Button>
            ) : null}
          </div>
        </Card>
        <BillingCard access={span ? 'period' : tier === 'premium' ? 'staff' : 'free'} />
        <InvoicesCard userId={userId} />
      </div>
      <Card className="p-4 md:p-6">
        <h2 className="mb-4 font-semibold">{t('plan.line')}</h2>
        <Timeline
          items={[
            ...periods.data.map(({ source, starts_at, ends_at }) => ({
              key: `${source} ${starts_at}`,
              icon: <BadgeCheck {...icon} />,
              title: t('plan.opened'),
              time: format.date(starts_at),
              children: t('plan.ends', { date: format.date(ends_at) }),
            })),
            ...(profile.data?.disclaimer_accepted_at
              ? [
                  {
                    key: 'disclaimer',
                    icon: <FileCheck2 {...icon} />,
                    title: t('plan.disclaimer'),
                    time: format.date(profile.data.disclaimer_accepted_at),
                  },
                ]
              : []),
            ...(profile.data
              ? [
                  {
                    key: 'created',
                    icon: <CircleUserRound {...icon} />,
                    title: t('plan.created'),
                    time: format.date(profile.data.created_at),
                  },
                ]
              : []),
          ]}
        />
      </Card>
    </div>
  )
}
