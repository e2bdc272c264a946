import { Check, CircleSlash } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'

const PROVED = ['order', 'sealed', 'complete', 'rules', 'figures'] as const
const NOT_PROVED = ['before', 'candles', 'engine', 'analyst', 'future'] as const

/** What the proofs establish and what they do not. */
export function ProofLimits({ className }: { className?: string }) {
  const { t } = useTranslation('proof')
  return (
    <div className={classNames('grid gap-x-12 gap-y-10 md:grid-cols-2', className)}>
      <section aria-labelledby="proved">
        <h2 id="proved" className="text-20 font-semibold tracking-title">
          {t('proved.title')}
        </h2>
        <ul className="mt-4 grid gap-4">
          {PROVED.map((key) => (
            <li key={key} className="grid grid-cols-[20px_1fr] gap-3">
              <Check size={16} strokeWidth={2} className="mt-1 text-gain" aria-hidden />
              <p className="text-pretty text-muted">
                <strong className="font-semibold text-text">{t(`proved.${key}.title`)}</strong>{' '}
                {t(`proved.${key}.text`)}
              </p>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="not-proved">
        <h2 id="not-proved" className="text-20 font-semibold tracking-title">
          {t('notProved.title')}
        </h2>
        <ul className="mt-4 grid gap-4">
          {NOT_PROVED.map((key) => (
            <li key={key} className="grid grid-cols-[20px_1fr] gap-3">
              <CircleSlash size={16} strokeWidth={1.75} className="mt-1 text-muted" aria-hidden />
              <p className="text-pretty text-muted">
                <strong className="font-semibold text-text">{t(`notProved.${key}.title`)}</strong>{' '}
                {t(`notProved.${key}.text`)}
              </p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
