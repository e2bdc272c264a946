import { useTranslation } from '#lib/language/i18n.ts'
import { Accordion } from '#ui/figure/accordion.tsx'
import { QUESTIONS } from './questions.ts'
import { WRAP } from './section.tsx'

/** Questions before sign-up, the first answer already open. */
export function FaqSection() {
  const { t } = useTranslation('tour')
  return (
    <section aria-labelledby="faq-title" className="pt-16 md:pt-24">
      <div className={`grid gap-x-8 lg:grid-cols-[400px_minmax(0,1fr)] ${WRAP}`}>
        <div className="mb-6 md:mb-8">
          <h2 id="faq-title" className="text-[1.5rem] leading-7 font-semibold tracking-[-0.02em] md:text-28">
            {t('faq.title')}
          </h2>
          <p className="mt-2 text-16 text-muted">{t('faq.lead')}</p>
        </div>
        <Accordion
          size="lg"
          open={QUESTIONS[0]}
          items={QUESTIONS.map((key) => ({ key, title: t(`faq.${key}.q`), content: t(`faq.${key}.a`) }))}
        />
      </div>
    </section>
  )
}
