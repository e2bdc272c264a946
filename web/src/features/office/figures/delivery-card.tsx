import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { LogRange, type LogRangeRow } from '#ui/figure/log-range.tsx'
import { writeDuration } from './duration.ts'
import type { Figures } from './figures.ts'
import { Panel } from './panel.tsx'

const WAYS = ['app', 'push', 'email', 'mails', 'webhooks'] as const

/** How long what is published takes to arrive. What nobody measured has no row. */
export function DeliveryCard({ delivery }: { delivery: Figures['delivery'] }) {
  const { t } = useTranslation('office')
  const language = useLanguage()
  const write = (seconds: number) => writeDuration(seconds, language)
  const words = { p50: t('figures.p50'), p95: t('figures.p95'), promise: t('figures.promise') }
  const sent = WAYS.flatMap((way): LogRangeRow[] => {
    const { count, p50, p95 } = delivery[way] ?? { count: 0, p50: null, p95: null }
    if (p50 === null || p95 === null) return []
    const [label, definition] = [t(`figures.${way}`), t(`figures.${way}Note`)]
    const note = t('figures.sent', { count })
    return [{ key: way, label, definition, note, p50, p95 }]
  })
  return (
    <Panel title={t('figures.delivery')} note={t('figures.deliveryNote')}>
      {sent.length > 0 ? (
        <LogRange rows={sent} write={write} words={words} />
      ) : (
        <p className="text-13 text-muted">{t('figures.nothingSent')}</p>
      )}
    </Panel>
  )
}
