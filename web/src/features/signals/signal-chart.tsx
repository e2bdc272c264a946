import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChartView } from '#charts/chart-view.ts'
import PriceChart from '#charts/price-chart.tsx'
import { ReplayControls } from '#charts/replay-controls.tsx'
import { useReplay } from '#charts/use-replay.ts'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/i18n.ts'
import { type MarketInstrument, useQuote } from '#lib/live-signals.ts'
import { useMarketState } from '#lib/market-state.ts'
import { isOpen, type Signal, type Standing } from '#lib/signal.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { withQuote } from './bars.ts'
import { chartPosition } from './chart-position.ts'
import { barsQuery, type StoredBar } from './queries.ts'

const SECONDS = { M1: 60, M5: 300, M15: 900, M30: 1800, H1: 3600, H4: 14_400, D1: 86_400 } as const
type ChartTimeframe = keyof typeof SECONDS
/** Beside the signal's own. */
const OFFERED: readonly ChartTimeframe[] = ['M5', 'M15', 'H1', 'H4']

type Props = { signal: Signal; instrument: MarketInstrument; stand: Standing }

/** The signal on its candles, with the tools of every chart, and a walk through what has happened since it was published. */
export default function SignalChart({ signal, instrument, stand }: Props) {
  const { t } = useTranslation('signals')
  const usual = signal.timeframe as ChartTimeframe
  const timeframes = (Object.keys(SECONDS) as ChartTimeframe[]).filter(
    (one) => one === usual || OFFERED.includes(one),
  )
  const [view, setView] = useState<ChartView>({
    timeframe: usual,
    indicators: [],
    logarithmic: false,
    measuring: false,
  })
  const [replaying, setReplaying] = useState(false)
  const timeframe = view.timeframe as ChartTimeframe
  const stored = useQuery(barsQuery(signal.symbol, timeframe))
  const quote = useQuote(signal.symbol)
  const market = useMarketState(signal.symbol)
  const format = useFormat()
  if (!stored.data) return <Skeleton className="m-4 h-85" />
  const interval = SECONDS[timeframe]
  const { bars, simulated } = stored.data
  const chart = {
    interval,
    digits: instrument.digits,
    pipSize: instrument.pipSize,
    instrument: instrument.name,
    simulated,
    view,
    onView: setView,
    timeframes,
    replay: { on: replaying, onChange: setReplaying },
    label: t('panel.chart', { instrument: instrument.name, timeframe }),
    position: chartPosition(signal, stand, instrument.digits, {
      stop: t('level.stop'),
      published: t('publishedAt', { time: format.time(signal.published_at) }),
      r: format.r,
      percent: (share) => format.percent(Number(share) / 100),
    }),
  }
  return (
    <div className="bg-well">
      {replaying ? (
        <ReplayedChart
          key={timeframe}
          bars={bars}
          from={bars.findIndex(({ time }) => time + interval > Date.parse(signal.published_at) / 1000)}
          chart={chart}
        />
      ) : (
        <PriceChart
          {...chart}
          market={isOpen(signal) ? market : null}
          bars={
            isOpen(signal) && market?.state === 'live'
              ? withQuote(bars, quote, interval, Date.now() / 1000)
              : bars
          }
        />
      )}
    </div>
  )
}

type ChartProps = Omit<Parameters<typeof PriceChart>[0], 'bars'>

function ReplayedChart({
  bars,
  from,
  chart,
}: {
  bars: readonly StoredBar[]
  from: number
  chart: ChartProps & { interval: number }
}) {
  const replay = useReplay(bars, chart.interval, from < 0 ? bars.length : from + 1)
  const { position } = chart
  // Its fill and its end are not known before they happen.
  const known =
    position && replay.moment !== null && replay.moment > position.publishedAt
      ? { ...position, fill: position.fill && position.fill.at < replay.moment ? position.fill : null }
      : null
  return (
    <>
      <PriceChart {...chart} bars={replay.bars} position={known} />
      <ReplayControls replay={replay} />
    </>
  )
}
