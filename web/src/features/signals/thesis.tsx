import { Check, Scale, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/i18n.ts'
import { Link } from '#lib/router-link.tsx'
import type { Signal } from '#lib/signal.ts'
import { Badge } from '#ui/badge.tsx'

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
      <Grades signal={signal} of="thesis" />
      <h3 className="mt-5 mb-2 flex items-center gap-2 font-semibold">
        <Scale size={14} strokeWidth={1.75} className="text-muted" aria-hidden />
        {t('thesis.counter')}
      </h3>
      <p className="text-pretty">
        {levels.counter_thesis}{' '}
        <span className="text-muted">{t('thesis.rightIf', { condition: levels.counter_condition })}</span>
      </p>
      <Grades signal={signal} of="counter" />
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

/** What each analyst found afterwards, beside what was said before. */
function Grades({ signal, of }: { signal: Signal; of: 'thesis' | 'counter' }) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const grades = signal.signal_events?.filter(({ kind }) => kind === 'graded') ?? []
  return grades.map(({ id, data, at, author_name }) => {
    const held = of === 'thesis' ? data.thesis_held : data.counter_held
    const text =
      of === 'thesis'
        ? held
          ? t('prepare.thesisYes')
          : t('prepare.thesisNo')
        : held
          ? t('prepare.counterYes')
          : t('prepare.counterNo')
    return (
      <p key={id} className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-muted">
        <Badge
          icon={
            held ? (
              <Check size={12} strokeWidth={2} aria-hidden />
            ) : (
              <X size={12} strokeWidth={2} aria-hidden />
            )
          }
        >
          {text}
        </Badge>
        {author_name} · {format.date(at)}
      </p>
    )
  })
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
