import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { LogRange, type LogRangeRow } from '#ui/figure/log-range.tsx'
import { answersQuery } from './answers.ts'
import { writeDuration } from './duration.ts'
import type { Figures, FiguresPeriod } from './figures.ts'
import { Panel } from './panel.tsx'

const WAYS = ['app', 'push', 'email', 'mails', 'webhooks'] as const
const DESKS = ['support', 'requests'] as const

/** How long what is published takes to arrive, and members wait for an answer. What nobody measured has no row. */
export function DeliveryCard({ delivery, period, admin }: Props) {
  const { t } = useTranslation('office')
  const format = useFormat()
  const language = useLanguage()
  const answers = useQuery(answersQuery(period, admin)).data
  const write = (seconds: number) => writeDuration(seconds, language)
  const words = { p50: t('figures.p50'), p95: t('figures.p95'), promise: t('figures.promise') }
  const sent = WAYS.flatMap((way): LogRangeRow[] => {
    const { count, p50, p95 } = delivery[way] ?? { count: 0, p50: null, p95: null }
    if (p50 === null || p95 === null) return []
    const [label, definition] = [t(`figures.${way}`), t(`figures.${way}Note`)]
    const note = t('figures.sent', { count })
    return [{ key: way, label, definition, note, p50, p95 }]
  })
  const answered = DESKS.flatMap((desk): LogRangeRow[] => {
    const times = answers?.[desk]
    if (!times) return []
    const [label, definition] = [t(`figures.answers.${desk}`), t(`figures.answers.${desk}Note`)]
    const note = t('figures.kept', { count: format.number(times.kept), all: format.number(times.all) })
    return [{ key: desk, label, definition, note, ...times }]
  })
  return (
    <Panel title={t('figures.delivery')} note={t('figures.deliveryNote')}>
      {sent.length > 0 ? (
        <LogRange rows={sent} write={write} words={words} />
      ) : (
        <p className="text-13 text-muted">{t('figures.nothingSent')}</p>
      )}
      {answered.length > 0 && (
        <>
          <h3 className="mt-6 mb-3 font-semibold">{t('figures.answers.title')}</h3>
          <LogRange rows={answered} write={write} words={words} />
        </>
      )}
    </Panel>
  )
}

type Props = { delivery: Figures['delivery']; period: FiguresPeriod; admin: boolean }
