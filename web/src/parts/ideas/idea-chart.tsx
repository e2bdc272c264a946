import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import PriceChart from '#charts/price/price-chart.tsx'
import { asSignal, fillsOf, hasEnded, type Idea, type OpenedIdea } from '#lib/ideas/idea.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { type ChartTimeframe, SECONDS } from '#lib/market/chart-timeframe.ts'
import { chartPip } from '#lib/market/distance.ts'
import { useMarketState } from '#lib/market/market-state.ts'
import { keptBarsQuery, type StoredBar } from '#lib/market/stored-bars.ts'
import type { MarketInstrument } from '#lib/signals/live-signals.ts'
import { courseOf } from '#lib/signals/signal.ts'
import { chartPosition } from '#parts/trade-chart/chart-position.ts'
import { useMovingBars } from '#parts/trade-chart/moving-bars.ts'
import { Skeleton } from '#ui/skeleton.tsx'

/** Bars drawn before the publication and after the end of an idea. */
const BEFORE = 36
const AFTER = 24

const barsSince = (bars: readonly StoredBar[], idea: Idea, interval: number) =>
  bars.filter(({ time }) => time >= Date.parse(idea.published_at) / 1000 - BEFORE * interval)

type Props = { idea: OpenedIdea<Idea>; instrument: MarketInstrument }

/** The idea on its candles: the position box and both fills. */
export default function IdeaChart({ idea, instrument }: Props) {
  const { t } = useTranslation('ideas')
  const format = useFormat()
  const signal = asSignal(idea)
  const usual = signal.timeframe as ChartTimeframe
  const ended = hasEnded(idea)
  const until = useMemo(() => {
    const end = Date.parse(idea.state.closed_at ?? idea.published_at)
    return new Date(end + AFTER * SECONDS[usual] * 1000).toISOString()
  }, [idea, usual])
  const isPast = ended && Date.parse(until) < Date.now()
  const { data: stored } = useQuery(
    keptBarsQuery(signal.symbol, [...new Set([usual, 'M15', 'H1'])], {
      since: idea.published_at,
      until: isPast ? until : null,
    }),
  )
  const timeframe = (stored?.timeframe ?? usual) as ChartTimeframe
  const interval = SECONDS[timeframe]
  const data = useMemo(
    () => stored && { ...stored, bars: barsSince(stored.bars, idea, interval) },
    [stored, idea, interval],
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
        pipSize={chartPip(instrument)}
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
