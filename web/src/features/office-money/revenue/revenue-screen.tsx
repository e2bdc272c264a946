import { useQuery } from '@tanstack/react-query'
import { FlaskConical, TrendingUp } from 'lucide-react'
import { CountBars } from '#charts/small/count-bars.tsx'
import { oneOf, withParameters } from '#lib/browser/search-filter.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { parisDay } from '#lib/money/paris-day.ts'
import { brand } from '#lib/site/brand.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Stat } from '#ui/figure/stat.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { DemonstrationNote } from '../demonstration-note.tsx'
import { Panel } from '../panel.tsx'
import { CohortTable } from './cohort-table.tsx'
import { shortMonth, useMonthName } from './month-name.ts'
import { MovementTable } from './movement-table.tsx'
import { type Revenue, revenueQuery, SPANS } from './revenue.ts'
import { FigureButton, RowsSheet, useShowRows } from './rows-sheet.tsx'
import { TaxPanel } from './tax-panel.tsx'

/** Recurring revenue, growth, churn and amounts due; each figure explains its scope and opens the rows behind it. */
export default function RevenueScreen() {
  const { t } = useTranslation('office-money')
  const [search, setSearch] = useSearchParams()
  const span = oneOf(SPANS, search.get('mois-vus')) ?? '12'
  const test = search.get('essais') === '1'
  const money = search.get('devise') ?? brand.currency
  const set = (changes: Record<string, string | null>) =>
    setSearch((current) => withParameters(current, changes), { replace: true })
  const revenue = useQuery(revenueQuery(span, test, money))
  return (
    <div className="mx-auto grid w-full max-w-312 min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4 px-4 pt-5 pb-10 md:px-6">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <PageTitle>{t('revenue.title')}</PageTitle>
          <p className="mt-0.5 text-pretty text-muted">{t('revenue.purpose')}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Segmented
            label={t('revenue.which')}
            value={test ? 'test' : 'real'}
            onChange={(value) => set({ essais: value === 'test' ? '1' : null })}
            options={(['real', 'test'] as const).map((value) => ({ value, label: t(`revenue.${value}`) }))}
          />
          <Segmented
            label={t('revenue.span')}
            value={span}
            onChange={(value) => set({ 'mois-vus': value === '12' ? null : value })}
            options={SPANS.map((value) => ({ value, label: t('revenue.months', { count: Number(value) }) }))}
          />
        </div>
      </header>
      {test && <DemonstrationNote />}
      {(revenue.data?.currencies.length ?? 0) > 1 && (
        <Segmented
          label={t('revenue.currency')}
          value={money}
          onChange={(value) => set({ devise: value === brand.currency ? null : value })}
          options={(revenue.data?.currencies ?? []).map((value) => ({ value, label: value }))}
        />
      )}
      {test && (
        <Notice icon={<FlaskConical size={16} strokeWidth={1.75} aria-hidden />}>
          {t('revenue.testNote')}
        </Notice>
      )}
      {revenue.data ? (
        isEmpty(revenue.data) ? (
          <EmptyState
            icon={<TrendingUp size={20} strokeWidth={1.75} aria-hidden />}
            title={t(test ? 'revenue.noTest' : 'revenue.none')}
            action={
              !test &&
              revenue.data.other > 0 && (
                <Button variant="outline" onClick={() => set({ essais: '1' })}>
                  {t('revenue.seeTests', { count: revenue.data.other })}
                </Button>
              )
            }
          >
            {t('revenue.noneNote')}
          </EmptyState>
        ) : (
          <Board revenue={revenue.data} />
        )
      ) : revenue.isLoadingError ? (
        <ErrorState onRetry={() => void revenue.refetch()} />
      ) : (
        <>
          <Skeleton className="h-24" />
          <Skeleton className="h-80" />
        </>
      )}
      <RowsSheet test={test} money={money} />
    </div>
  )
}

const isEmpty = ({ months, money, ltv }: Revenue) =>
  ltv.members === 0 && money.payments === 0 && months.every(({ mrr, mrr_before }) => mrr + mrr_before === 0)

function Board({ revenue }: { revenue: Revenue }) {
  const { t } = useTranslation('office-money')
  const format = useFormat()
  const monthName = useMonthName()
  const show = useShowRows()
  const { months, ltv, money, currency } = revenue
  const now = months.at(-1)
  // The last complete month: the churn of the current one is not final.
  const whole = months.at(-2)
  const amount = (minor: number) => format.money(minor, currency)
  const share = (part: number, all: number) => format.percent(all === 0 ? null : part / all, 1)
  const last = parisDay(new Date())
  return (
    <>
      <Card className="grid grid-cols-2 gap-x-6 gap-y-5 p-4 md:grid-cols-3 lg:grid-cols-6 md:p-6">
        <Stat
          label={t('revenue.mrr')}
          definition={t('revenue.mrrNote')}
          value={
            <FigureButton onClick={() => now && show({ figure: 'mrr', month: now.month })}>
              {amount(now?.mrr ?? 0)}
            </FigureButton>
          }
          note={t('revenue.members', { count: now?.members ?? 0 })}
        />
        <Stat
          label={t('revenue.churn')}
          definition={t('revenue.churnNote')}
          value={
            <FigureButton onClick={() => whole && show({ figure: 'churned', month: whole.month })}>
              {whole ? share(whole.churned_members, whole.members_before) : format.dash}
            </FigureButton>
          }
          note={whole && monthName(whole.month)}
        />
        <Stat
          label={t('revenue.revenueChurn')}
          definition={t('revenue.revenueChurnNote')}
          value={
            <FigureButton onClick={() => whole && show({ figure: 'churned', month: whole.month })}>
              {whole ? share(-(whole.churned + whole.contraction), whole.mrr_before) : format.dash}
            </FigureButton>
          }
          note={whole && monthName(whole.month)}
        />
        <Stat
          label={t('revenue.ltv')}
          definition={t('revenue.ltvNote')}
          value={
            <FigureButton onClick={() => show({ figure: 'ltv', month: revenue.since })}>
              {ltv.mean === null ? format.dash : amount(ltv.mean)}
            </FigureButton>
          }
          note={t(ltv.small ? 'revenue.sampleSmall' : 'revenue.sample', { count: ltv.members })}
        />
        <Stat
          label={t('revenue.received')}
          definition={t('revenue.receivedNote')}
          value={
            <FigureButton onClick={() => show({ figure: 'money', month: revenue.since, last })}>
              {amount(money.received)}
            </FigureButton>
          }
          note={t('revenue.payments', { count: money.payments })}
        />
        <Stat
          label={t('revenue.refunded')}
          definition={t('revenue.refundedNote')}
          value={
            <FigureButton onClick={() => show({ figure: 'refund', month: revenue.since, last })}>
              {amount(money.refunded + money.lost)}
            </FigureButton>
          }
          note={t('revenue.refundsOf', {
            refunds: format.number(money.refunds),
            disputes: format.number(money.disputes),
          })}
        />
      </Card>
      <Panel>
        <CountBars
          title={t('revenue.mrrByMonth')}
          keys={t('revenue.chartKeys')}
          whole={t('revenue.chartWhole', { amount: amount(now?.mrr ?? 0) })}
          reading={(bar) =>
            t('revenue.chartReading', { month: monthName(bar.key), amount: amount(bar.count) })
          }
          names={{ label: t('revenue.month'), count: t('revenue.mrr') }}
          write={amount}
          bars={months.map(({ month, mrr }) => ({ key: month, label: shortMonth(month), count: mrr }))}
        />
      </Panel>
      <Panel title={t('revenue.movements')} note={t('revenue.movementsNote')}>
        <MovementTable months={months} currency={currency} />
      </Panel>
      <Panel title={t('revenue.cohorts')} note={t('revenue.cohortsNote')}>
        <CohortTable cohorts={revenue.cohorts} />
      </Panel>
      <TaxPanel test={revenue.test} money={currency} />
    </>
  )
}
