import { useQuery } from '@tanstack/react-query'
import { LineChart } from 'lucide-react'
import { useState } from 'react'
import { forecastFigures } from 'trading/learning/forecast'
import { useTranslation } from '#lib/language/i18n.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { type ForecastAnswer, ownForecastsQuery, todayForecastsQuery } from '../queries.ts'
import { CalibrationCard } from './calibration-card.tsx'
import { FiguresStrip } from './figures-strip.tsx'
import { ForecastAsk } from './forecast-ask.tsx'
import { ForecastReveal } from './forecast-reveal.tsx'
import { OthersCard } from './others-card.tsx'
import { SealedTable } from './sealed-table.tsx'

/** A cut chart a time: a probability, then what happened, and what the member's probabilities are worth. */
export function ForecastsTab() {
  const { t } = useTranslation('daily-test')
  const today = useQuery(todayForecastsQuery)
  const own = useQuery(ownForecastsQuery)
  const [at, setAt] = useState<string | null>(null)
  const [draft, setDraft] = useState<number | null>(null)
  /** The answer that was just given: the list shows it only once it was read again. */
  const [fresh, setFresh] = useState<{ card: string; answer: ForecastAnswer } | null>(null)
  if (today.isLoadingError || own.isLoadingError) {
    return (
      <ErrorState
        onRetry={() => {
          void today.refetch()
          void own.refetch()
        }}
      />
    )
  }
  if (today.isPending || own.isPending) return <Skeleton className="h-120 w-full animate-wait" />
  const cards = today.data?.cards ?? []
  const card = cards.find((one) => one.card === at) ?? cards.find(({ answer }) => !answer)
  const answer = card ? (card.answer ?? (fresh?.card === card.card ? fresh.answer : null)) : null
  const figures = forecastFigures(own.data.answers)
  const next = card && cards.find((one) => !one.answer && one.card !== card.card)
  return (
    <div className="grid gap-4">
      {!answer && own.data.answers.length > 0 && (
        <FiguresStrip figures={figures} answers={own.data.answers} />
      )}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_400px]">
        {!card ? (
          <EmptyState
            icon={<LineChart size={20} strokeWidth={1.75} aria-hidden />}
            title={t(cards.length > 0 ? 'forecast.done' : 'forecast.none')}
          >
            {t(cards.length > 0 ? 'forecast.doneText' : 'forecast.noneText')}
          </EmptyState>
        ) : answer ? (
          <ForecastReveal
            card={card}
            answer={answer}
            brier={figures.brier}
            n={figures.n}
            onNext={
              next &&
              (() => {
                setAt(next.card)
                setDraft(null)
              })
            }
          />
        ) : (
          <ForecastAsk
            key={card.card}
            card={card}
            bins={figures.bins}
            draft={draft}
            onDraft={setDraft}
            onSeal={() => setAt(card.card)}
            onAnswered={(given) => setFresh({ card: card.card, answer: given })}
          />
        )}
        <div className="grid min-w-0 gap-4">
          {answer && <OthersCard answer={answer} />}
          <CalibrationCard figures={figures} median={own.data.median} now={answer?.probability ?? draft} />
          {own.data.answers.length > 0 && <SealedTable answers={own.data.answers} />}
        </div>
      </div>
    </div>
  )
}
