import { useQuery } from '@tanstack/react-query'
import { FileJson } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { DetailSection, Facts } from '#ui/figure/facts.tsx'
import { Stat } from '#ui/figure/stat.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type ReportMonth, reportQuery } from './public-queries.ts'
import { MEASURES, reasonKey } from './reasons.ts'

/** The transparency report of twelve months (DSA, art. 15 and 24): what was reported, decided, contested and reversed. */
export default function ReportPart() {
  const { t } = useTranslation('moderation')
  const format = useFormat()
  const { data, isLoadingError, refetch } = useQuery(reportQuery)
  if (isLoadingError) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-120 w-full" />
  const { months } = data
  const sum = (of: (month: ReportMonth) => number) =>
    format.number(months.reduce((total, month) => total + of(month), 0))
  const added = (of: (month: ReportMonth) => Readonly<Record<string, number>>) => {
    const totals = new Map<string, number>()
    for (const month of months)
      for (const [key, count] of Object.entries(of(month))) totals.set(key, (totals.get(key) ?? 0) + count)
    return totals
  }
  const restricted = ({ measures }: ReportMonth) =>
    Object.entries(measures).reduce((total, [key, count]) => total + (key === 'nothing' ? 0 : count), 0)
  const measures = added((month) => month.measures)
  const reasons = [...added((month) => month.notices_by_reason)].sort(([, one], [, other]) => other - one)
  const head = 'px-4 py-2 text-right text-12 font-medium text-muted whitespace-nowrap first:text-left'
  const cell = 'px-4 py-2 text-right tabular whitespace-nowrap'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="max-w-160 text-pretty text-muted">{t('report.note')}</p>
      <Card className="grid grid-cols-2 gap-4 p-4 md:grid-cols-5 md:px-6">
        <Stat label={t('report.notices')} value={sum(({ notices }) => notices)} />
        <Stat label={t('report.measures')} value={sum(restricted)} />
        <Stat label={t('report.detected')} value={sum(({ detected }) => detected)} />
        <Stat label={t('report.appeals')} value={sum(({ appeals }) => appeals)} />
        <Stat label={t('report.reversed')} value={sum(({ reversed }) => reversed)} />
      </Card>
      <Card>
        <DetailSection title={t('report.byMeasure')}>
          <Facts
            rows={MEASURES.map((measure) => ({
              name: t(`measures.${measure}`),
              value: format.number(measures.get(measure) ?? 0),
            }))}
          />
        </DetailSection>
        {reasons.length > 0 && (
          <DetailSection title={t('report.byReason')}>
            <Facts
              rows={reasons.map(([reason, count]) => ({
                name: t(`reasons.${reasonKey(reason)}`),
                value: format.number(count),
              }))}
            />
          </DetailSection>
        )}
        <DetailSection title={t('report.more')}>
          <Facts
            rows={[
              { name: t('report.crimes'), value: sum(({ suspected_crimes }) => suspected_crimes) },
              { name: t('report.warnings'), value: sum(({ warnings }) => warnings) },
              { name: t('report.unfounded'), value: sum(({ warnings_unfounded }) => warnings_unfounded) },
              {
                name: t('report.recipients'),
                value:
                  data.average_recipients === null ? format.dash : format.number(data.average_recipients),
              },
            ]}
          />
        </DetailSection>
      </Card>
      <Card className="overflow-x-auto">
        <table className="w-full text-13">
          <caption className="sr-only">{t('report.byMonth')}</caption>
          <thead>
            <tr>
              {(['month', 'notices', 'measures', 'appeals', 'reversed', 'median'] as const).map((name) => (
                <th key={name} scope="col" className={head}>
                  {t(`report.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.map((month) => (
              <tr key={month.month} className="border-t border-line">
                <th scope="row" className="px-4 py-2 text-left font-medium whitespace-nowrap">
                  {format.month(month.month)}
                </th>
                <td className={cell}>{format.number(month.notices)}</td>
                <td className={cell}>{format.number(restricted(month))}</td>
                <td className={cell}>{format.number(month.appeals)}</td>
                <td className={cell}>{format.number(month.reversed)}</td>
                <td className={cell}>
                  {month.median_hours === null
                    ? format.dash
                    : format.duration(Number(month.median_hours) * 3_600_000)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
      <a
        href="/rest/v1/rpc/moderation_report?months=12"
        className="flex items-center gap-1.5 justify-self-start py-1 text-13 text-muted underline decoration-line-strong underline-offset-3 hover:text-text pointer-coarse:py-3"
      >
        <FileJson size={16} strokeWidth={1.75} aria-hidden />
        {t('report.machine')}
      </a>
    </div>
  )
}
