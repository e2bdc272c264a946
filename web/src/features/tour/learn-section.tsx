import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { AnalysisFigure, BasicsFigure, RiskFigure } from './course-figures.tsx'
import { Section } from './section.tsx'

const COURSES = [
  { key: 'basics', Figure: BasicsFigure },
  { key: 'risk', Figure: RiskFigure },
  { key: 'analysis', Figure: AnalysisFigure },
] as const

/** The outline of the courses, and that they open later. */
export function LearnSection() {
  const { t } = useTranslation('tour')
  return (
    <Section id="learn" title={t('learn.title')} lead={t('learn.lead')}>
      <div className="grid gap-4 md:grid-cols-3 md:gap-6">
        {COURSES.map(({ key, Figure }) => {
          const items = t(`learn.${key}.items`).split(' · ')
          return (
            <Card key={key} className="overflow-hidden">
              <div className="border-b border-line bg-well px-4 py-5 md:px-6">
                <Figure />
              </div>
              <div className="px-4 pt-5 pb-5 md:px-6 md:pb-3">
                <h3 className="text-16 font-semibold">{t(`learn.${key}.title`)}</h3>
                <p className="mt-1 flex flex-wrap items-center gap-2 text-13 text-muted">
                  {t(`learn.${key}.level`)} · {t('learn.lessons', { count: items.length })}
                  <Badge tone="line">{t('learn.soon')}</Badge>
                </p>
                <p className="mt-3 text-pretty text-muted md:hidden">{items.join(' · ')}</p>
                <ol className="mt-3 divide-y divide-line max-md:hidden">
                  {items.map((item, place) => (
                    <li key={item} className="flex gap-3 py-2.5">
                      <span className="tabular w-3 text-faint" aria-hidden>
                        {place + 1}
                      </span>
                      {item}
                    </li>
                  ))}
                </ol>
              </div>
            </Card>
          )
        })}
      </div>
    </Section>
  )
}
