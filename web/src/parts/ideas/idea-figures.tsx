import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { excursion } from 'trading/excursion'
import { entryPrice } from 'trading/levels'
import { readLine } from 'trading/signal-minutes'
import type { Candle } from 'trading/trade'
import { asSignal, fillsOf, hasEnded, type Idea, type OpenedIdea } from '#lib/ideas/idea.ts'
import { ideaMinutesQuery } from '#lib/ideas/idea-queries.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useQuote } from '#lib/market/live-quotes.ts'
import type { MarketInstrument } from '#lib/signals/live-signals.ts'
import { exitPrice } from '#lib/signals/signal.ts'
import { Stat } from '#ui/figure/stat.tsx'
import { toneOf, useIdeaR } from './idea-result.tsx'

const CELL =
  'border-line px-4 py-3 not-last:border-r max-md:[&:nth-child(2)]:border-r-0 max-md:[&:nth-child(n+3)]:border-t'

type Props = { idea: OpenedIdea<Idea>; instrument: MarketInstrument }

/** Four figures: of an idea that ended its entry, exit, best moment and result; of an open one its price, entry, result and time. */
export function IdeaFigures({ idea, instrument }: Props) {
  return (
    <div className="grid grid-cols-2 border-t border-line md:grid-cols-4">
      {hasEnded(idea) ? (
        <EndedFigures idea={idea} instrument={instrument} />
      ) : (
        <OpenFigures idea={idea} instrument={instrument} />
      )}
    </div>
  )
}

function EndedFigures({ idea, instrument }: Props) {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  const { entered, exit } = fillsOf(idea)
  const { levels, probability } = idea.terms.terms
  const price = (value: string | null | undefined) => format.price(value ?? null, instrument.digits)
  const sides = levels.direction === 'buy' ? (['ask', 'bid'] as const) : (['bid', 'ask'] as const)
  return (
    <>
      <Cell
        label={t('figures.entry')}
        value={price(entered?.price)}
        note={
          entered
            ? t(`figures.${sides[0]}`, { when: format.atMoment(entered.at, Date.now()) })
            : t('figures.notEntered')
        }
      />
      <Cell
        label={t('figures.exit')}
        value={price(exit?.price)}
        note={exit ? t(`figures.${sides[1]}`, { when: format.atMoment(exit.at, Date.now()) }) : null}
      />
      <Cell
        label={t('figures.best')}
        definition={t('figures.bestIs')}
        value={entered ? <Best idea={idea} digits={instrument.digits} /> : format.dash}
        note={t('figures.stated', { percent: format.percent(Number(probability)) })}
      />
      <Cell
        label={t('figures.result')}
        value={<span className={toneOf(idea.state.realised_r)}>{format.r(idea.state.realised_r)}</span>}
        note={t(`figures.reason.${reasonOf(idea)}`)}
      />
    </>
  )
}

const REASONS = ['stop', 'targets', 'analyst', 'not_entered', 'cancelled'] as const
const reasonOf = ({ state }: OpenedIdea) => REASONS.find((one) => one === state.close_reason) ?? 'analyst'

function OpenFigures({ idea, instrument }: Props) {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  const { levels, probability } = idea.terms.terms
  const quote = useQuote(levels.symbol)
  const r = useIdeaR(idea)
  const { entered } = fillsOf(idea)
  return (
    <>
      <Cell
        label={t('figures.price')}
        value={format.price(quote ? exitPrice(levels, quote) : null, instrument.digits)}
        note={t('figures.server')}
      />
      <Cell
        label={t('figures.entry')}
        value={format.price(entered?.price ?? entryPrice(levels).toFixed(), instrument.digits)}
        note={entered ? format.moment(entered.at, Date.now()) : t('figures.waits')}
      />
      <Cell
        label={t('figures.running')}
        value={<span className={toneOf(r)}>{format.r(r)}</span>}
        note={t('figures.stated', { percent: format.percent(Number(probability)) })}
      />
      <Cell
        label={t('figures.until')}
        value={format.time(levels.expires_at)}
        note={t('figures.untilDay', { day: format.date(levels.expires_at) })}
      />
    </>
  )
}

function Cell(props: { label: string; definition?: string; value: ReactNode; note: ReactNode }) {
  return <Stat className={CELL} {...props} />
}

/** The best of the running result, from the minutes that decided it. */
function Best({ idea, digits }: { idea: OpenedIdea<Idea>; digits: number }) {
  const format = useFormat()
  const { data: parts } = useQuery(ideaMinutesQuery(idea.id))
  if (!parts) return format.dash
  const candles = parts.flatMap(({ day, minutes }) =>
    minutes.split('\n').flatMap((line): Candle[] => {
      const read = readLine(Date.parse(`${day}T00:00:00Z`), line)
      return read && 'candle' in read ? [read.candle] : []
    }),
  )
  const { levels } = idea.terms.terms
  const terms = {
    ...levels,
    digits,
    publishedAt: Date.parse(idea.published_at),
    expiresAt: Date.parse(levels.expires_at),
  }
  const history = (asSignal(idea).signal_events ?? []).map((event) => ({
    ...event,
    at: Date.parse(event.at),
  }))
  return format.r(excursion(terms, history, candles)?.best ?? null)
}
