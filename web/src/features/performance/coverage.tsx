import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { Performance } from 'trading/performance'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Card } from '#ui/card.tsx'
import { Facts } from '#ui/figure/facts.tsx'
import { differing, FIGURES } from './figures.ts'
import type { Figures } from './queries.ts'

/** What the figures include and exclude, and whether this browser computes the same ones. */
export function Coverage({ figures, known }: { figures: Figures; known: Performance }) {
  const { t } = useTranslation('performance')
  const format = useFormat()
  const none = figures.expired + figures.cancelled
  const ended = figures.resolved + none
  const different = differing(figures, known)
  return (
    <Card className="p-4 md:p-5">
      <h2 className="text-16 font-semibold">{t('coverage.title')}</h2>
      <p role="status" className="mt-2 flex items-start gap-2 text-pretty">
        {different.length === 0 ? (
          <>
            <CircleCheck size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-gain" aria-hidden />
            {t('coverage.same', { count: FIGURES.length, rows: known.resolved })}
          </>
        ) : (
          <>
            <TriangleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-warn" aria-hidden />
            {t('coverage.different', {
              figures: different.map((name) => t(`figure.${name}.name`)).join(', '),
            })}
          </>
        )}
      </p>
      <Facts
        className="mt-3"
        rows={[
          {
            name: t('coverage.period'),
            value: figures.since
              ? t('note.span', { from: format.date(figures.since), to: format.date(figures.until) })
              : format.dash,
          },
          {
            name: t('coverage.counted'),
            value: t('coverage.countedText', {
              ended: format.number(ended),
              resolved: format.number(figures.resolved),
              expired: format.number(figures.expired),
              cancelled: format.number(figures.cancelled),
              none: format.number(none),
              share: format.percent(ended === 0 ? null : none / ended, 1),
            }),
          },
          { name: t('coverage.costs'), value: t('coverage.costsText') },
          { name: t('coverage.rules'), value: t('coverage.rulesText') },
          { name: t('coverage.zones'), value: t('coverage.zonesText') },
        ]}
      />
    </Card>
  )
}
