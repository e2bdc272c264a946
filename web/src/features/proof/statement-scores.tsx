import { useQuery } from '@tanstack/react-query'
import type { ScoreRow } from 'trading/statements/scores'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Errata } from '#parts/report-error/errata.tsx'
import { ReportError } from '#parts/report-error/report-error.tsx'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Calibration } from './calibration.tsx'
import { scoresQuery } from './queries.ts'

/** How confident authors were and how often they were right, compared with chance. */
export function StatementScores({ className }: { className?: string }) {
  const { t } = useTranslation('proof')
  const { data: rows, ...query } = useQuery(scoresQuery)
  return (
    <Card className={classNames('min-w-0 overflow-hidden', className)}>
      <header className="p-5">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-16 font-semibold">{t('statements.title')}</h2>
          {rows?.some(({ demonstration }) => demonstration) && (
            <Badge tone="line">{t('statements.demonstration')}</Badge>
          )}
        </div>
        <p className="mt-1 max-w-3xl text-pretty text-muted">{t('statements.text')}</p>
      </header>
      {query.isPending ? (
        <Skeleton className="m-5 h-64" />
      ) : query.isLoadingError ? (
        <ErrorState onRetry={() => void query.refetch()} />
      ) : !rows || rows.length === 0 ? (
        <p className="px-5 pb-5 text-13 text-muted">{t('statements.none')}</p>
      ) : (
        <>
          <div className="overflow-x-auto">
            <ScoreTable rows={rows} />
          </div>
          <p className="border-t border-line px-5 py-4 text-12 text-pretty text-muted">
            {t('statements.legend')}
          </p>
          {rows
            .filter(({ cohort, n }) => cohort === 'all' && n > 0)
            .map((row) => (
              <Calibration key={row.author_kind} {...row} />
            ))}
        </>
      )}
    </Card>
  )
}

const cell = 'tabular px-3 py-2.5 text-right whitespace-nowrap max-sm:px-1.5'

function ScoreTable({ rows }: { rows: readonly ScoreRow[] }) {
  const { t } = useTranslation('proof')
  const head = 'px-3 py-2 text-right font-medium max-sm:px-1.5'
  return (
    <table className="w-full text-14">
      <caption className="sr-only">{t('statements.caption')}</caption>
      <thead>
        <tr className="border-y border-line text-13 text-muted">
          <th scope="col" className="py-2 pl-5 text-left font-medium max-sm:pl-4">
            {t('statements.cohort')}
          </th>
          <th scope="col" className={head}>
            {t('statements.n')}
          </th>
          <th scope="col" className={classNames(head, 'max-sm:hidden')}>
            {t('statements.rate')}
          </th>
          <th scope="col" className={classNames(head, 'font-normal! max-md:hidden')}>
            {t('statements.interval')}
          </th>
          <th scope="col" className={head}>
            {t('statements.brier')}
          </th>
          <th scope="col" className={head}>
            {t('statements.chance')}
          </th>
          <th scope="col" className={classNames(head, 'max-sm:hidden')}>
            {t('statements.skill')}
          </th>
          <th scope="col" className={classNames(head, 'max-lg:hidden')}>
            {t('statements.auc')}
          </th>
          <th scope="col" className="w-12 max-sm:w-9">
            <span className="sr-only">{t('statements.report')}</span>
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map((row) => (
          <Row key={`${row.author_kind} ${row.cohort}`} {...row} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ author_kind, cohort, n, voids, sample, chance, skill, ...row }: ScoreRow) {
  const { t } = useTranslation('proof')
  const format = useFormat()
  const all = cohort === 'all'
  const author = t(`statements.author.${author_kind as 'analyst'}`)
  const month = all ? t('statements.all') : format.month(cohort)
  const figure = { kind: 'score', name: `${author_kind} ${cohort}` } as const
  return (
    <tr className={classNames(all && 'bg-raised')}>
      <th
        scope="row"
        className={classNames(
          'py-2.5 pl-5 text-left wrap-break-word max-sm:pl-4',
          all ? 'font-semibold' : 'font-normal',
        )}
      >
        <span className="inline-block first-letter:uppercase">{month}</span>{' '}
        <span className="block text-12 font-normal text-muted">
          {[
            author,
            sample === 'insufficient' && t('statements.few'),
            voids > 0 && t('statements.voids', { count: voids }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <Errata figure={figure} className="font-normal" />
      </th>
      <td className={cell}>{format.number(n)}</td>
      <td className={classNames(cell, 'max-sm:hidden')}>{format.percent(row.rate)}</td>
      <td className={classNames(cell, 'text-13 text-muted max-md:hidden')}>
        {row.rate === null
          ? format.dash
          : t('statements.band', { low: format.percent(row.rate_low), high: format.percent(row.rate_high) })}
      </td>
      <td className={classNames(cell, 'font-semibold')}>{format.number(row.brier, 3)}</td>
      <td className={classNames(cell, 'text-muted')}>{format.number(chance?.brier ?? null, 3)}</td>
      <td className={classNames(cell, 'max-sm:hidden')}>{format.signed(skill, 2)}</td>
      <td className={classNames(cell, 'max-lg:hidden')}>{format.number(row.auc, 2)}</td>
      <td className="pr-3 text-right max-sm:pr-2">
        {n > 0 && <ReportError figure={figure} of={`${author}, ${month}`} />}
      </td>
    </tr>
  )
}
