import { useQuery } from '@tanstack/react-query'
import { Calculator } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { QueryBoundary } from '#lib/data/query-boundary.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { percentile } from '#lib/support/percentile.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Facts } from '#ui/figure/facts.tsx'
import { Stat } from '#ui/figure/stat.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import type { TableColumn } from '#ui/table/table-column.ts'
import { type AnswerTime, answerTimesQuery, figuresQuery, publicHoursQuery } from './figures.ts'
import { useHoursWords } from './hours-words.ts'
import { PRIORITIES } from './tickets.ts'

const NONE: readonly AnswerTime[] = []

/** How long first answers take: figures of 30 days, the rows they are made of, and what is promised. For everybody. */
export default function TimesScreen() {
  return (
    <QueryBoundary>
      <Times />
    </QueryBoundary>
  )
}

function Times() {
  const { t } = useTranslation('support')
  const { data, isLoadingError, refetch } = useQuery(figuresQuery(30))
  return (
    <div className="mx-auto grid w-full max-w-312 grid-cols-[minmax(0,1fr)] gap-6 px-4 pt-5 pb-12 md:px-6">
      <header className="max-w-3xl">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <PageTitle>{t('times.title')}</PageTitle>
          {data?.demonstration && <Badge tone="line">{t('demonstration')}</Badge>}
        </div>
        <p className="mt-1 text-pretty text-muted">{t('times.purpose')}</p>
      </header>
      {isLoadingError ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : (
        <>
          <Figures />
          <div className="grid gap-6 lg:grid-cols-2">
            <Promised />
            <Mediator />
          </div>
          <Rows />
        </>
      )}
    </div>
  )
}

function Figures() {
  const { t } = useTranslation('support')
  const format = useFormat()
  const { data } = useQuery(figuresQuery(30))
  const time = (seconds: number | null | undefined) =>
    seconds == null ? format.dash : format.duration(seconds * 1000)
  const none = data !== undefined && data.answered === 0
  return (
    <Card className="grid grid-cols-2 gap-px overflow-hidden bg-line! *:bg-surface *:px-4 *:py-4 lg:grid-cols-4">
      <Stat
        large
        label={t('times.median')}
        definition={t('times.medianMeaning')}
        value={time(data?.median_seconds)}
        note={none ? t('times.none') : data && t('times.count', { count: data.answered })}
      />
      <Stat
        large
        label={t('times.p90')}
        definition={t('times.p90Meaning')}
        value={time(data?.p90_seconds)}
        note={data && !none && t('times.count', { count: data.answered })}
      />
      <Stat
        large
        label={t('times.worst')}
        value={time(data?.worst_seconds)}
        note={data?.worst_at && t('strip.worstAt', { day: format.dayMonth(data.worst_at) })}
      />
      <Stat
        large
        label={t('strip.kept')}
        definition={t('strip.keptMeaning')}
        value={
          data && data.promised > 0 ? t('times.of', { kept: data.kept, count: data.promised }) : format.dash
        }
        note={
          data?.satisfaction.average != null &&
          t('times.satisfaction', {
            average: format.number(data.satisfaction.average, 1),
            count: data.satisfaction.rated,
          })
        }
      />
    </Card>
  )
}

function Promised() {
  const { t } = useTranslation('support')
  const format = useFormat()
  const { data } = useQuery(figuresQuery(30))
  const { data: hours } = useQuery(publicHoursQuery)
  const words = useHoursWords()
  const minutes = (count: number) => format.duration(count * 60_000)
  return (
    <section aria-labelledby="promised">
      <h2 id="promised" className="mb-2 text-16 font-semibold">
        {t('times.promised')}
      </h2>
      <p className="text-pretty text-muted">{hours && t('hours.line', { hours: words(hours.hours) })}</p>
      {data ? (
        <Facts
          className="mt-2"
          rows={PRIORITIES.flatMap((priority) => {
            const promise = data.promises.find((one) => one.priority === priority)
            if (!promise) return []
            const [answer, solution] = [minutes(promise.answer_minutes), minutes(promise.solve_minutes)]
            return [{ name: t(`priorities.${priority}`), value: t('times.promise', { answer, solution }) }]
          })}
        />
      ) : (
        <Skeleton className="mt-2 h-40 w-full" />
      )}
      <p className="mt-2 text-13 text-pretty text-muted">{t('times.sealed')}</p>
    </section>
  )
}

function Mediator() {
  const { t } = useTranslation('support')
  const { data } = useQuery(figuresQuery(30))
  return (
    <section id="mediateur" aria-labelledby="mediator" className="scroll-mt-20">
      <h2 id="mediator" className="mb-2 text-16 font-semibold">
        {t('times.complaint')}
      </h2>
      <p className="text-pretty">{t('times.complaintText')}</p>
      {data?.mediator && (
        <p className="mt-3 rounded-control bg-well px-4 py-3 text-pretty whitespace-pre-line">
          {data.mediator}
        </p>
      )}
      <Button asChild variant="outline" className="mt-3">
        <Link to="/support?nouvelle=1">{t('times.open')}</Link>
      </Button>
    </section>
  )
}

/** The rows behind the figures, which the browser computes again. */
function Rows() {
  const { t } = useTranslation('support')
  const format = useFormat()
  const { data } = useQuery(answerTimesQuery)
  const rows = data ?? NONE
  const { data: figures } = useQuery(figuresQuery(30))
  const columns = useMemo(
    (): TableColumn<AnswerTime>[] => [
      {
        key: 'opened',
        title: t('times.opened'),
        value: ({ opened_at: at }) => at,
        cell: ({ opened_at: at }) => format.dateTime(at),
        width: 170,
      },
      {
        key: 'answered',
        title: t('times.answered'),
        value: ({ answered_at: at }) => at,
        cell: ({ answered_at: at }) => (at ? format.dateTime(at) : t('times.notYet')),
        width: 170,
      },
      {
        key: 'took',
        title: t('times.took'),
        value: ({ answered_at: at, business_seconds: seconds }) => (at ? seconds : null),
        cell: ({ answered_at: at, business_seconds: seconds }) =>
          at ? format.duration(seconds * 1000) : format.dash,
        numeric: true,
        width: 130,
      },
      {
        key: 'promised',
        title: t('times.promisedIn'),
        value: ({ promised_seconds: seconds }) => seconds,
        cell: ({ promised_seconds: seconds }) => format.duration(seconds * 1000),
        numeric: true,
        width: 130,
      },
    ],
    [t, format],
  )
  const took = rows.filter(({ answered_at: at }) => at).map(({ business_seconds: seconds }) => seconds)
  const again = [percentile(took, 0.5), percentile(took, 0.9)]
  const same = figures && again[0] === figures.median_seconds && again[1] === figures.p90_seconds
  return (
    <section aria-labelledby="rows">
      <h2 id="rows" className="mb-1 text-16 font-semibold">
        {t('times.rows')}
      </h2>
      <p className="mb-3 flex items-start gap-2 text-pretty text-muted" role="status">
        <Calculator size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" aria-hidden />
        {took.length > 0 && figures
          ? t(same ? 'times.again' : 'times.differs', {
              median: format.duration((again[0] ?? 0) * 1000),
              p90: format.duration((again[1] ?? 0) * 1000),
            })
          : t('times.rowsText')}
      </p>
      {/* A page that is drawn ahead has no rows yet. */}
      {data ? (
        <DataTable
          label={t('times.rows')}
          columns={columns}
          rows={rows}
          rowKey={(row) => `${row.opened_at} ${row.answered_at} ${row.business_seconds}`}
          exportName="vigie-delais-support"
          empty={<p className="text-muted">{t('times.none')}</p>}
          className="max-h-120"
        />
      ) : (
        <Skeleton className="h-60 w-full" />
      )}
    </section>
  )
}
