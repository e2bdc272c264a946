import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { LogRange, type LogRangeRow } from '#ui/figure/log-range.tsx'
import { answersQuery } from './answers.ts'
import { writeDuration } from './duration.ts'
import type { FiguresPeriod } from './figures.ts'
import { Panel } from './panel.tsx'

const DESKS = ['support', 'requests'] as const

/** How long members wait for an answer, by the promise that they were given. A desk that answered nobody has no row. */
export function AnswersCard({ period, admin }: { period: FiguresPeriod; admin: boolean }) {
  const { t } = useTranslation('office')
  const format = useFormat()
  const language = useLanguage()
  const answers = useQuery(answersQuery(period, admin)).data
  const rows = DESKS.flatMap((desk): LogRangeRow[] => {
    const times = answers?.[desk]
    if (!times) return []
    const [label, definition] = [t(`figures.answers.${desk}`), t(`figures.answers.${desk}Note`)]
    const note = t('figures.kept', { count: format.number(times.kept), all: format.number(times.all) })
    return [{ key: desk, label, definition, note, ...times }]
  })
  if (rows.length === 0) return null
  return (
    <Panel title={t('figures.answers.title')}>
      <LogRange
        rows={rows}
        write={(seconds) => writeDuration(seconds, language)}
        words={{ p50: t('figures.p50'), p95: t('figures.p95'), promise: t('figures.promise') }}
      />
    </Panel>
  )
}
