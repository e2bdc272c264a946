import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { HelpLink } from '#parts/help/help-link.tsx'
import { Card } from '#ui/card.tsx'
import { Stat } from '#ui/figure/stat.tsx'
import { figuresQuery } from '../figures.ts'

const FEW = 30

/** How promises were kept in 90 days; an em dash while it is not known. The worst delay is as large as the median. */
export function FigureStrip() {
  const { t } = useTranslation('support')
  const format = useFormat()
  const { data } = useQuery(figuresQuery(90))
  const time = (seconds: number | null | undefined) =>
    seconds == null ? format.dash : format.duration(seconds * 1000)
  const usual = data?.promises.find(({ priority }) => priority === 'normal')
  const few = data !== undefined && data.promised < FEW
  const cell = (key: string, content: ReactNode) => (
    <div key={key} className="min-w-0 bg-surface px-4 py-3">
      {content}
    </div>
  )
  return (
    <Card className="grid grid-cols-2 gap-px overflow-hidden bg-line! max-lg:hidden lg:grid-cols-[repeat(4,minmax(0,1fr))_280px]">
      {cell(
        'kept',
        <Stat
          label={t('strip.kept')}
          definition={t('strip.keptMeaning')}
          value={data && data.promised > 0 && !few ? format.percent(data.kept / data.promised) : format.dash}
          note={
            data &&
            (few
              ? t('strip.few', { count: data.promised })
              : t('strip.keptOf', { kept: data.kept, count: data.promised, days: data.days }))
          }
        />,
      )}
      {cell(
        'first',
        <Stat
          label={t('strip.first')}
          value={time(data?.median_seconds)}
          note={usual && t('strip.median', { time: format.duration(usual.answer_minutes * 60_000) })}
        />,
      )}
      {cell(
        'solution',
        <Stat
          label={t('strip.solution')}
          value={time(data?.solve_median_seconds)}
          note={usual && t('strip.median', { time: format.duration(usual.solve_minutes * 60_000) })}
        />,
      )}
      {cell(
        'worst',
        <Stat
          label={t('strip.worst')}
          value={time(data?.worst_seconds)}
          note={data?.worst_at && t('strip.worstAt', { day: format.dayMonth(data.worst_at) })}
        />,
      )}
      <div className="col-span-2 min-w-0 bg-surface px-4 py-3 text-13 lg:col-span-1">
        <p className="flex items-center gap-2 font-medium text-muted">
          {t('strip.complaint')}
          <HelpLink article="reclamation" />
        </p>
        <p className="mt-1 text-pretty text-muted">
          {t('strip.complaintText')}{' '}
          <Link
            to="/support/delais#mediateur"
            className="text-text underline decoration-line-strong underline-offset-3"
          >
            {t('strip.mediator')}
          </Link>
        </p>
      </div>
    </Card>
  )
}
