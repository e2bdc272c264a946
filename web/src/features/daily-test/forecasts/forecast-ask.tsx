import { EyeOff, Lock } from 'lucide-react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { type ForecastAnswer, type ForecastCard, useAnswerForecast } from '../queries.ts'
import { CutChart } from './cut-chart.tsx'
import type { Figures } from './figures-strip.tsx'
import { ProbabilitySlider } from './probability-slider.tsx'

type Props = {
  card: ForecastCard
  bins: Figures['bins']
  draft: number | null
  onDraft: (probability: number) => void
  /** The list may be read again before the answer arrives: from here on this card stays in view. */
  onSeal: () => void
  onAnswered: (answer: ForecastAnswer) => void
}

/** Always saying 50 % scores this. */
const COIN = 0.25
const COLUMN = 'px-5 py-3 border-line'

/** The cut chart and the probability; sealed before anything of what followed is sent. */
export function ForecastAsk({ card, bins, draft, onDraft, onSeal, onAnswered }: Props) {
  const { t } = useTranslation('daily-test')
  const format = useFormat()
  const seal = useAnswerForecast()
  const write = (value: number) => format.inPercent(value, 2, true)
  const loss = (outcome: 0 | 1) => (draft === null ? null : (draft / 100 - outcome) ** 2)
  const bin = draft === null ? undefined : bins.find(({ from }) => Number(from) === tenth(draft) / 10)
  const refusal = seal.isError ? forecastRefusal(seal.error) : null
  return (
    <Card className="overflow-hidden">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-3">
        <h2 className="text-20 font-semibold tracking-title text-balance">
          {t('forecast.question', { up: write(card.up), down: write(card.down) })}
        </h2>
        <span className="tabular text-13 text-muted">
          {t('forecast.place', { place: card.place, of: card.of })}
        </span>
      </header>
      <div className="border-y border-line bg-well">
        <p className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2">
          <EyeOff size={16} strokeWidth={1.75} className="text-muted" aria-hidden />
          <b>{t('forecast.hidden')}</b>
          <Badge>{card.timeframe}</Badge>
          <span className="text-13 text-muted">{t('forecast.hiddenText')}</span>
        </p>
        <CutChart card={card} answer={null} />
      </div>
      <div className="grid items-center gap-x-6 gap-y-2 p-5 sm:grid-cols-[168px_minmax(0,1fr)]">
        <div className="flex items-baseline justify-between gap-3 sm:block">
          <p className="text-13 text-muted">{t('forecast.probability')}</p>
          <p className="tabular text-40 font-semibold tracking-head">
            {draft === null ? <span className="text-faint">—</span> : format.inPercent(draft)}
          </p>
        </div>
        <ProbabilitySlider value={draft} chance={card.chance} onChange={onDraft} />
      </div>
      <div className="grid grid-cols-2 border-t border-line sm:grid-cols-[1fr_1fr_1.25fr]">
        {([1, 0] as const).map((outcome) => {
          const value = loss(outcome)
          return (
            <div key={outcome} className={`${COLUMN} ${outcome === 0 ? 'border-l' : ''}`}>
              <p className="text-13 text-muted">{t(outcome === 1 ? 'forecast.ifYes' : 'forecast.ifNo')}</p>
              <p className="tabular text-20 font-semibold">{format.number(value, 2)}</p>
              <p className="text-12 text-muted">
                {value !== null &&
                  t(value < COIN ? 'forecast.better' : value > COIN ? 'forecast.worse' : 'forecast.even')}
              </p>
            </div>
          )
        })}
        <div className={`${COLUMN} max-sm:col-span-2 max-sm:border-t sm:border-l`}>
          <p className="text-13 text-muted">
            {draft === null
              ? t('forecast.habit')
              : t('forecast.whenYouSay', { from: tenth(draft) * 10, to: tenth(draft) * 10 + 10 })}
          </p>
          <p className="tabular text-20 font-semibold">
            {bin ? t('forecast.times', { hits: bin.hits, count: bin.n }) : format.dash}
          </p>
          <p className="text-12 text-muted">{!bin && t('forecast.noHabit')}</p>
        </div>
      </div>
      <div className="grid gap-3 border-t border-line px-5 py-4">
        {refusal && <Notice refusal>{t(`forecast.refused.${refusal}`)}</Notice>}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            variant="primary"
            size="lg"
            disabled={draft === null || seal.isPending}
            busy={seal.isPending}
            icon={<Lock size={16} strokeWidth={1.75} aria-hidden />}
            className="max-sm:w-full"
            onClick={() => {
              if (draft === null) return
              onSeal()
              seal.mutate({ card: card.card, probability: draft }, { onSuccess: onAnswered })
            }}
          >
            {t('forecast.seal')}
          </Button>
          <span className="hidden text-13 text-muted pointer-fine:block">{t('forecast.keys')}</span>
          <span className="text-13 text-muted sm:ml-auto">
            {t('forecast.cancelled', { hours: card.hours })}
          </span>
        </div>
      </div>
    </Card>
  )
}

const tenth = (probability: number): number => Math.min(9, Math.floor(probability / 10))

const REFUSALS = ['already_answered', 'card_not_found', 'day_closed', 'not_allowed'] as const
function forecastRefusal(error: unknown) {
  const { message, code } = error as { message?: string; code?: string }
  return code ? (REFUSALS.find((key) => key === message) ?? 'other') : 'unreached'
}
