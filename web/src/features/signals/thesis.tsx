import { Scale } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/i18n.ts'
import { Link } from '#lib/router-link.tsx'
import type { Signal } from '#lib/signal.ts'

/** Facts apart from opinion, the strongest opposing case, and who says so, when, on what and with which interests (MAR art. 20). */
export function Thesis({ signal, digits }: { signal: Signal; digits: number }) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const levels = signal.signal_levels
  if (!levels) return null
  const { reference_price: price, reference_source: source } = levels
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
      <p className="text-pretty">
        {levels.counter_thesis}{' '}
        <span className="text-muted">{t('thesis.rightIf', { condition: levels.counter_condition })}</span>
      </p>
      <div className="mt-5 border-t border-line pt-4">
        <Rows
          rows={[
            [t('thesis.producer'), t('thesis.analyst', { name: signal.author_name })],
            [t('own.says.published'), format.dateTimeWithZone(signal.published_at)],
            ...(price === null
              ? []
              : ([
                  [
                    t('own.says.price'),
                    t('own.says.priceFrom', {
                      price: format.price(price, digits),
                      source: source === 'simulated' ? t('own.says.simulated') : (source ?? format.dash),
                    }),
                  ],
                ] as const)),
            [
              t('own.says.validity'),
              t('own.says.until', { time: format.dateTimeWithZone(signal.expires_at) }),
            ],
            [t('thesis.method'), levels.method],
            [t('thesis.conflicts'), levels.conflicts],
            [
              t('own.says.record'),
              <Link key="record" to="/performances" className="text-text underline underline-offset-3">
                {t('own.says.recordLink')}
              </Link>,
            ],
          ]}
        />
      </div>
    </section>
  )
}

function Rows({
  rows,
  strong = false,
}: {
  rows: readonly (readonly [string, ReactNode])[]
  strong?: boolean
}) {
  return (
    <dl className="grid gap-2">
      {rows.map(([name, text]) => (
        <div key={name} className="grid grid-cols-[88px_1fr] gap-2">
          <dt className="text-13 text-muted">{name}</dt>
          <dd className={strong ? 'text-pretty' : 'text-13 text-pretty text-muted'}>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
