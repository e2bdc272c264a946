import { ArrowRight, ShieldCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { ReportError } from '#parts/report-error/report-error.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import type { ForecastAnswer, ForecastCard } from '../queries.ts'
import { CutChart } from './cut-chart.tsx'
import { useInstrumentName } from './use-instrument-name.ts'

type Props = {
  card: ForecastCard
  answer: ForecastAnswer
  /** The member's score and answers, this one included. */
  brier: string | null
  n: number
  onNext?: (() => void) | undefined
}

const COLUMN = 'px-5 py-3 border-line'

/** What happened: the outcome in the title, the real candles, the instrument and its date, and the seal of the answer. */
export function ForecastReveal({ card, answer, brier, n, onNext }: Props) {
  const { t } = useTranslation('daily-test')
  const format = useFormat()
  const nameOf = useInstrumentName()
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that sealed the answer is gone: reading goes on with what happened.
  useEffect(() => heading.current?.focus(), [])
  const write = (value: number) => format.inPercent(value, 2, true)
  const { outcome, probability } = answer
  const off = outcome === 'none' ? null : Math.abs((outcome === 'up' ? 100 : 0) - probability)
  return (
    <Card className="overflow-hidden">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-3">
        <h2
          ref={heading}
          tabIndex={-1}
          data-title
          className="text-20 font-semibold tracking-title text-balance"
        >
          {t(`reveal.title.${outcome}`, { up: write(card.up), down: write(card.down), hours: card.hours })}
        </h2>
        <span className="tabular text-13 text-muted">
          {t('forecast.place', { place: card.place, of: card.of })}
        </span>
      </header>
      <div className="border-y border-line bg-well">
        <p className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2">
          <b>{nameOf(answer.symbol)}</b>
          <Badge>{card.timeframe}</Badge>
          <span className="text-13 text-muted">
            {t('reveal.cut', {
              day: format.date(answer.cut_at),
              time: format.time(answer.cut_at),
              price: format.price(answer.price),
            })}
          </span>
        </p>
        <CutChart card={card} answer={answer} />
      </div>
      <div className="grid grid-cols-2 sm:grid-cols-3">
        <div className={COLUMN}>
          <p className="text-13 text-muted">{t('reveal.said')}</p>
          <p className="tabular text-20 font-semibold">{format.inPercent(probability)}</p>
          <p className="text-12 text-muted">
            {t('forecast.chance', { chance: format.inPercent(card.chance) })}
          </p>
        </div>
        <div className={`${COLUMN} border-l`}>
          <p className="text-13 text-muted">{t('reveal.brier')}</p>
          <p className="tabular text-20 font-semibold">{format.number(answer.brier, 2)}</p>
          <p className="text-12 text-muted">
            {off === null ? t('reveal.uncounted') : t('reveal.squared', { off: format.number(off / 100, 2) })}
          </p>
        </div>
        <div className={`${COLUMN} max-sm:col-span-2 max-sm:border-t sm:border-l`}>
          <p className="text-13 text-muted">{t('reveal.score')}</p>
          <p className="tabular text-20 font-semibold">{format.number(brier, 3)}</p>
          <p className="text-12 text-muted">{t('reveal.mean', { count: n })}</p>
        </div>
      </div>
      {off !== null && (
        <p className="border-t border-line px-5 py-4 text-pretty text-muted">
          {t('reveal.advice', { chance: format.inPercent(card.chance) })}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3 border-t border-line px-5 py-4">
        {onNext && (
          <Button variant="primary" size="lg" className="max-sm:w-full" onClick={onNext}>
            {t('reveal.next')}
            <ArrowRight size={16} strokeWidth={1.75} aria-hidden />
          </Button>
        )}
        {answer.signal_id !== null && (
          <Button asChild variant="outline" size="lg" className="max-sm:w-full">
            <Link to={`/preuve?signal=${answer.signal_id}`}>
              {t('reveal.signal', { number: answer.signal })}
            </Link>
          </Button>
        )}
        <span className="flex flex-wrap items-center gap-2 text-13 text-muted sm:ml-auto">
          <ShieldCheck size={16} strokeWidth={1.75} aria-hidden />
          {t('reveal.sealed', { time: format.timeWithSeconds(answer.sealed_at) })}
          <code className="font-mono">{format.hash(answer.hash)}</code>
          <ReportError figure={{ kind: 'forecast', number: answer.sequence }} />
        </span>
      </div>
    </Card>
  )
}
