import { useQuery } from '@tanstack/react-query'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Stat } from '#ui/figure/stat.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type DashboardRevenue, dashboardRevenueQuery, type Renewal } from './revenue.ts'

/** For admins: the recurring revenue now, and the contracts that renew next. */
export function RevenueCard() {
  const { t } = useTranslation('office')
  const revenue = useQuery(dashboardRevenueQuery)
  return (
    <Card className="min-w-0 p-4 md:p-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <h2 className="flex items-center gap-2 font-semibold">
          {t('figures.revenue')}
          {revenue.data?.test && <Badge tone="line">{t('figures.testPayments')}</Badge>}
        </h2>
        <Button variant="ghost" size="sm" className="-my-1 -mr-2" asChild>
          <Link to={revenue.data?.test ? '/admin/revenus?essais=1' : '/admin/revenus'}>
            {t('figures.revenueAll')}
          </Link>
        </Button>
      </div>
      {revenue.data ? (
        <Board revenue={revenue.data} />
      ) : revenue.isLoadingError ? (
        <ErrorState onRetry={() => void revenue.refetch()} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </Card>
  )
}

function Board({ revenue: { month, currency, renewals } }: { revenue: DashboardRevenue }) {
  const { t } = useTranslation('office')
  const format = useFormat()
  return (
    <div className="grid gap-x-6 gap-y-5 md:grid-cols-[minmax(0,1fr)_minmax(0,3fr)]">
      <Stat
        label={t('figures.mrr')}
        definition={t('figures.mrrNote')}
        value={format.money(month?.mrr ?? 0, currency)}
        note={
          <>
            {t('figures.subscribers', { count: month?.members ?? 0 })}
            <br />
            {t('figures.mrrBefore', { amount: format.money(month?.mrr_before ?? 0, currency) })}
          </>
        }
      />
      <div className="min-w-0">
        <h3 id="next-renewals" className="text-13 font-medium text-muted">
          {t('figures.renewals')}
        </h3>
        {renewals.length === 0 ? (
          <p className="mt-1 text-13 text-muted">{t('figures.noRenewal')}</p>
        ) : (
          <ul aria-labelledby="next-renewals" className="mt-1 divide-y divide-line">
            {renewals.map((renewal) => (
              <RenewalRow key={renewal.id} renewal={renewal} />
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

function RenewalRow({ renewal }: { renewal: Renewal }) {
  const { t, i18n } = useTranslation('office')
  const format = useFormat()
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2">
      <span className="tabular w-24 shrink-0">{format.parisDay(renewal.at)}</span>
      <Link
        to={`/admin/membres?membre=${renewal.member}`}
        className="min-w-0 flex-1 basis-32 rounded-inner underline decoration-line-strong underline-offset-4 hover:decoration-current"
      >
        {renewal.name || t('members.one')}
      </Link>
      <span className="text-13 text-muted">
        {t(`contract.${renewal.period}`, {
          plan: renewal.plan[i18n.language],
          amount: format.money(renewal.amount, renewal.currency),
        })}
      </span>
    </li>
  )
}
