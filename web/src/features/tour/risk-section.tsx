import { TriangleAlert } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { Card } from '#ui/card.tsx'
import { WRAP } from './section.tsx'

/** The risk warning, with the regulator's dated figure. */
export function RiskSection() {
  const { t } = useTranslation('tour')
  return (
    <section aria-labelledby="risk-title" className="pt-16 md:pt-24">
      <div className={WRAP}>
        <Card className="grid grid-cols-[20px_1fr] gap-3 p-4 md:gap-4 md:p-6">
          <TriangleAlert size={20} strokeWidth={1.75} className="mt-0.5 text-warn" aria-hidden />
          <div className="max-w-[960px] text-pretty">
            <h2 id="risk-title" className="text-16 font-semibold">
              {t('risk.title')}
            </h2>
            <p className="mt-2 text-muted">{t('risk.leverage')}</p>
            <p className="mt-2 text-muted">{t('risk.advice')}</p>
          </div>
        </Card>
      </div>
    </section>
  )
}
