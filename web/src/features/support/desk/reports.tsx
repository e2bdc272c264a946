import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Stat } from '#ui/figure/stat.tsx'
import { Segmented } from '#ui/form/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { OfficePage } from './office-page.tsx'
import { type Report, reportQuery } from './office-queries.ts'

const DAYS = ['7', '30', '90'] as const

/** How support does: times, kept promises, reopened tickets, satisfaction, by topic and by day. */
export default function Reports() {
  const { t } = useTranslation('support')
  const [days, setDays] = useState<(typeof DAYS)[number]>('30')
  const { data, isLoadingError, refetch } = useQuery(reportQuery(Number(days)))
  return (
    <OfficePage
      title={t('reports.title')}
      purpose={t('reports.purpose')}
      action={
        <Segmented
          label={t('reports.period')}
          value={days}
          onChange={setDays}
          options={DAYS.map((value) => ({ value, label: t('reports.days', { count: Number(value) }) }))}
        />
      }
    >
      {isLoadingError ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <Figures report={data} />
          <div className="grid gap-6 lg:grid-cols-2">
            <Topics report={data} />
            <Scores report={data} />
          </div>
          <Days report={data} />
        </>
      ) : (
        <Skeleton className="h-80 w-full" />
      )}
    </OfficePage>
  )
}

function Figures({ report }: { report: Report }) {
  const { t } = useTranslation('support')
  const format = useFormat()
  const time = (seconds: number | null) => (seconds === null ? format.dash : format.duration(seconds * 1000))
  const of = (part: number, whole: number) =>
    whole === 0 ? format.dash : t('times.of', { kept: part, count: whole })
  const figures = [
    {
      name: 'volume',
      value: format.number(report.volume),
      note: t('reports.backlog', { count: report.backlog }),
    },
    {
      name: 'first',
      value: time(report.answer_median_seconds),
      note: t('reports.p90', { time: time(report.answer_p90_seconds) }),
    },
    { name: 'firstKept', value: of(report.answers_kept, report.answered), note: null },
    {
      name: 'solution',
      value: time(report.solve_median_seconds),
      note: t('reports.p90', { time: time(report.solve_p90_seconds) }),
    },
    { name: 'solutionKept', value: of(report.solutions_kept, report.solved), note: null },
    {
      name: 'reopened',
      value: report.reopen_rate === null ? format.dash : format.percent(report.reopen_rate, 1),
      note: t('reports.reopenedCount', { count: report.reopened }),
    },
  ] as const
  return (
    <Card className="grid grid-cols-2 gap-px overflow-hidden bg-line! *:bg-surface *:px-4 *:py-3 md:grid-cols-3 xl:grid-cols-6">
      {figures.map(({ name, value, note }) => (
        <Stat key={name} label={t(`reports.${name}`)} value={value} note={note} />
      ))}
    </Card>
  )
}

function Topics({ report }: { report: Report }) {
  const { t } = useTranslation('support')
  const format = useFormat()
  return (
    <section aria-labelledby="by-topic">
      <h2 id="by-topic" className="mb-2 text-16 font-semibold">
        {t('reports.byTopic')}
      </h2>
      {report.topics.length === 0 ? (
        <p className="text-muted">{t('reports.none')}</p>
      ) : (
        <table className="tabular w-full text-left">
          <thead className="text-13 text-muted">
            <tr>
              <th scope="col" className="py-2 font-medium">
                {t('new.topic')}
              </th>
              <th scope="col" className="py-2 text-right font-medium">
                {t('reports.volume')}
              </th>
              <th scope="col" className="py-2 text-right font-medium">
                {t('reports.first')}
              </th>
            </tr>
          </thead>
          <tbody>
            {report.topics.map(({ topic, volume, answer_median_seconds: median }) => (
              <tr key={topic} className="border-t border-line">
                <td className="py-2">{t(`topics.${topic}`)}</td>
                <td className="py-2 text-right">{format.number(volume)}</td>
                <td className="py-2 text-right">
                  {median === null ? format.dash : format.duration(median * 1000)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** Every score with how often it was given: a mean alone hides the worst. */
function Scores({ report }: { report: Report }) {
  const { t } = useTranslation('support')
  const format = useFormat()
  const { average, rated, scores } = report.satisfaction
  return (
    <section aria-labelledby="scores">
      <h2 id="scores" className="mb-2 text-16 font-semibold">
        {t('reports.satisfaction')}
      </h2>
      <p className="text-muted">
        {average === null
          ? t('reports.notRated')
          : t('times.satisfaction', { average: format.number(average, 1), count: rated })}
      </p>
      <dl className="mt-2 grid gap-2">
        {['5', '4', '3', '2', '1'].map((score) => {
          const count = scores?.[score] ?? 0
          return (
            <div key={score} className="grid grid-cols-[16px_minmax(0,1fr)_48px] items-center gap-3">
              <dt className="tabular text-13">{score}</dt>
              <dd className="h-2 rounded-pill bg-raised" aria-hidden>
                <i
                  className="block h-2 rounded-pill bg-curve"
                  style={{ width: `${rated ? (count / rated) * 100 : 0}%` }}
                />
              </dd>
              <dd className="tabular text-right text-13 text-muted">{format.number(count)}</dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}

function Days({ report }: { report: Report }) {
  const { t } = useTranslation('support')
  const format = useFormat()
  const most = Math.max(1, ...report.days.map(({ volume }) => volume))
  if (report.days.length === 0) return null
  return (
    <section aria-labelledby="by-day">
      <h2 id="by-day" className="mb-2 text-16 font-semibold">
        {t('reports.byDay')}
      </h2>
      <ol className="grid gap-1.5">
        {report.days.map(({ day, volume }) => (
          <li key={day} className="grid grid-cols-[56px_minmax(0,1fr)_32px] items-center gap-3 text-13">
            <span className="tabular text-muted">{format.dayMonth(`${day}T12:00`)}</span>
            <span aria-hidden className="h-2 rounded-pill bg-raised">
              <i className="block h-2 rounded-pill bg-curve" style={{ width: `${(volume / most) * 100}%` }} />
            </span>
            <span className="tabular text-right">{format.number(volume)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
