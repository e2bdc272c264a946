import { Check, Scale, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { Signal } from '#lib/signals/signal.ts'
import { Badge } from '#ui/badge.tsx'
import { classNames } from '#ui/class-names.ts'
import { MarkdownView } from '#ui/markdown/markdown-view.tsx'

/** Facts separate from opinion, the strongest counter-thesis, and its author, date, basis and interests (MAR art. 20). */
export function Thesis({ signal, digits }: { signal: Signal; digits: number }) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const levels = signal.signal_levels
  if (!levels) return null
  const { reference_price: price, reference_source: source, reference_at: quotedAt } = levels
  // A closed market's price is from another day.
  const timeOf = (at: string) =>
    format.date(at) === format.date(signal.published_at) ? format.timeWithSeconds(at) : format.dateTime(at)
  return (
    <section aria-labelledby="thesis" className="border-line px-4 py-4 max-xl:border-t xl:border-l">
      <h3 id="thesis" className="mb-4 font-semibold">
        {t('thesis.title')}
      </h3>
      <Rows
        rows={[
          [t('thesis.facts'), <Words key="facts" text={levels.facts} />],
          [t('thesis.opinion'), <Words key="opinion" text={levels.opinion} />],
        ]}
        strong
      />
      <Grades signal={signal} of="thesis" />
      <h3 className="mt-5 mb-2 flex items-center gap-2 font-semibold">
        <Scale size={14} strokeWidth={1.75} className="text-muted" aria-hidden />
        {t('thesis.counter')}
      </h3>
      <Words text={levels.counter_thesis} />
      <Words
        text={t('thesis.rightIf', { condition: levels.counter_condition })}
        className="mt-2 text-muted"
      />
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
                    t(quotedAt ? 'asked.priceAt' : 'own.says.priceFrom', {
                      price: format.price(price, digits),
                      time: quotedAt ? timeOf(quotedAt) : '',
                      source: source === 'simulated' ? t('own.says.simulated') : (source ?? format.dash),
                    }),
                  ],
                ] as const)),
            [
              t('own.says.validity'),
              t('own.says.until', { time: format.dateTimeWithZone(signal.expires_at) }),
            ],
            [t('thesis.method'), <Words key="method" text={levels.method} className="text-13! text-muted" />],
            [
              t('thesis.conflicts'),
              <>
                {levels.position_held && levels.affiliate_link && (
                  <span className="block">
                    {t(`read.held.${levels.position_held}`)} {t(`read.linked.${levels.affiliate_link}`)}
                  </span>
                )}
                <Words text={levels.conflicts} className="text-13! text-muted" />
              </>,
            ],
            [
              t('own.says.record'),
              <Link
                key="record"
                to={`/performances?${new URLSearchParams({ jours: '365', instrument: signal.symbol })}`}
                className="text-text underline underline-offset-3"
              >
                {t('own.says.recordLink')}
              </Link>,
            ],
          ]}
        />
      </div>
    </section>
  )
}

/** Each analyst's later grade, beside the original text. */
function Grades({ signal, of }: { signal: Signal; of: 'thesis' | 'counter' }) {
  const { t } = useTranslation('signals')
  const format = useFormat()
  const grades = signal.signal_events?.filter(({ kind }) => kind === 'graded') ?? []
  return grades.map(({ sequence, data, at, author_name }) => {
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
      <p key={sequence} className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-muted">
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

/** The author's text, in Markdown with its line breaks kept. */
function Words({ text, className = '' }: { text: string; className?: string }) {
  return <MarkdownView text={text} under={3} breaks className={classNames('text-14!', className)} />
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
