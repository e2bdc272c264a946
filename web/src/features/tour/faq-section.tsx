import { Minus, Plus } from 'lucide-react'
import { useTranslation } from '#lib/i18n.ts'
import { WRAP } from './section.tsx'

const QUESTIONS = ['believe', 'advice', 'free', 'late', 'prices'] as const

/** Questions in the platform's own disclosure, so that they open without script and are found by the browser's search. */
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
        <div className="border-b border-line">
          {QUESTIONS.map((key, index) => (
            <details key={key} className="group border-t border-line" open={index === 0}>
              <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 py-3 text-16 font-medium [&::-webkit-details-marker]:hidden">
                {t(`faq.${key}.q`)}
                <Plus
                  size={16}
                  strokeWidth={1.75}
                  className="shrink-0 text-faint group-open:hidden"
                  aria-hidden
                />
                <Minus
                  size={16}
                  strokeWidth={1.75}
                  className="hidden shrink-0 text-faint group-open:block"
                  aria-hidden
                />
              </summary>
              <p className="pb-5 text-16 text-pretty text-muted md:pr-12">{t(`faq.${key}.a`)}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}
