import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import PriceChart from '#charts/price/price-chart.tsx'
import { asSignal, fillsOf, hasEnded, type Idea, type OpenedIdea } from '#lib/ideas/idea.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { type ChartTimeframe, SECONDS } from '#lib/market/chart-timeframe.ts'
import { useMarketState } from '#lib/market/market-state.ts'
import { barsQuery, barsUntilQuery } from '#lib/market/stored-bars.ts'
import type { MarketInstrument } from '#lib/signals/live-signals.ts'
import { courseOf } from '#lib/signals/signal.ts'
import { chartPosition } from '#parts/trade-chart/chart-position.ts'
import { useMovingBars } from '#parts/trade-chart/moving-bars.ts'
import { Skeleton } from '#ui/skeleton.tsx'

/** Bars drawn after the end of an idea. */
const AFTER = 24

type Props = { idea: OpenedIdea<Idea>; instrument: MarketInstrument }

/** The idea on its candles: the position box and both fills. */
export default function IdeaChart({ idea, instrument }: Props) {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  const signal = asSignal(idea)
  const timeframe = signal.timeframe as ChartTimeframe
  const interval = SECONDS[timeframe]
  const ended = hasEnded(idea)
  const until = useMemo(
    () =>
      new Date(Date.parse(idea.state.closed_at ?? idea.published_at) + AFTER * interval * 1000).toISOString(),
    [idea, interval],
  )
  const isPast = ended && Date.parse(until) < Date.now()
  const { data } = useQuery(
    isPast ? barsUntilQuery(signal.symbol, timeframe, until) : barsQuery(signal.symbol, timeframe),
  )
  const market = useMarketState(signal.symbol)
  const moving = useMovingBars(signal.symbol, data?.bars, interval, !isPast && market?.state === 'live')
  const course = courseOf(signal, instrument.digits)
  if (!data || !course) return <Skeleton className="h-75 md:h-85" />
  if (data.bars.length === 0)
    return <p className="border-t border-line px-4 py-6 text-13 text-muted">{t('chart.none')}</p>
  const { exit } = fillsOf(idea)
  return (
    <div className="border-t border-line bg-well">
      <PriceChart
        bars={data.bars}
        moving={moving}
        interval={interval}
        digits={instrument.digits}
        pipSize={instrument.pipSize}
        instrument={instrument.name}
        simulated={data.simulated}
        market={ended ? null : market}
        position={{
          ...chartPosition(signal, course, instrument.digits, {
            stop: t('level.stop'),
            published: t('chart.sealedAt', { when: format.atMoment(idea.published_at, Date.now()) }),
            r: format.r,
            percent: (share) => format.percent(Number(share) / 100),
          }),
          ...(ended && exit && { exit: { at: Date.parse(exit.at) / 1000, price: Number(exit.price) } }),
        }}
        label={t('chart.label', { instrument: instrument.name, timeframe })}
      />
    </div>
  )
}
