import { Scale } from 'lucide-react'
import { useTranslation } from '#lib/i18n.ts'
import type { Signal } from '#lib/signal.ts'

/** Facts apart from opinion, the strongest opposing case, and who says so (MAR art. 20). */
export function Thesis({ signal }: { signal: Signal }) {
  const { t } = useTranslation('signals')
  const levels = signal.signal_levels
  if (!levels) return null
  return (
    <section aria-labelledby="thesis" className="border-line px-4 py-4 max-xl:border-t xl:border-l">
      <h3 id="thesis" className="mb-4 font-semibold">
        {t('thesis.title')}
      </h3>
      <Rows
        rows={[
          [t('thesis.facts'), levels.facts],
          [t('thesis.opinion'), levels.opinion],
        ]}
        strong
      />
      <h3 className="mt-5 mb-2 flex items-center gap-2 font-semibold">
        <Scale size={14} strokeWidth={1.75} className="text-muted" aria-hidden />
        {t('thesis.counter')}
      </h3>
      <p>
        {levels.counter_thesis}{' '}
        <span className="text-muted">{t('thesis.rightIf', { condition: levels.counter_condition })}</span>
      </p>
      <div className="mt-5 border-t border-line pt-4">
        <Rows
          rows={[
            [t('thesis.producer'), t('thesis.analyst', { name: signal.author_name })],
            [t('thesis.conflicts'), levels.conflicts],
            [t('thesis.method'), levels.method],
          ]}
        />
      </div>
    </section>
  )
}

function Rows({ rows, strong = false }: { rows: readonly (readonly [string, string])[]; strong?: boolean }) {
  return (
    <dl className="grid gap-2">
      {rows.map(([name, text]) => (
        <div key={name} className="grid grid-cols-[88px_1fr] gap-2">
          <dt className="text-13 text-muted">{name}</dt>
          <dd className={strong ? '' : 'text-13 text-muted'}>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
