import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ChartView } from '#charts/price/chart-view.ts'
import type { Position } from '#charts/price/position-box.ts'
import PriceChart from '#charts/price/price-chart.tsx'
import type { Zone } from '#charts/price/zones.ts'
import { ReplayControls } from '#charts/tools/replay-controls.tsx'
import { useReplay } from '#charts/tools/use-replay.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { type ChartTimeframe, SECONDS } from '#lib/market/chart-timeframe.ts'
import { chartPip } from '#lib/market/distance.ts'
import { fittingTimeframe } from '#lib/market/fitting-timeframe.ts'
import { useMarketState } from '#lib/market/market-state.ts'
import { useMissingMinutes } from '#lib/market/missing-minutes.ts'
import { keptBarsQuery, type StoredBar } from '#lib/market/stored-bars.ts'
import type { MarketInstrument } from '#lib/signals/live-signals.ts'
import { type Course, isOpen, type Signal } from '#lib/signals/signal.ts'
import { chartPosition } from '#parts/trade-chart/chart-position.ts'
import { useMovingBars } from '#parts/trade-chart/moving-bars.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useWide } from '#ui/use-wide.ts'
import { useMissingWords } from './missing-minutes.tsx'

/** Beside the signal's own timeframe. */
const OFFERED: readonly ChartTimeframe[] = ['M5', 'M15', 'H1', 'H4']

/** From publication to the end of its validity, or to its own end, in milliseconds. */
const lifeOf = (signal: Signal) => ({
  from: Date.parse(signal.published_at),
  to: Date.parse(signal.signal_states.closed_at ?? signal.expires_at),
})

/** Bars that an ended signal's chart has after its end. */
const AFTERWARDS = 60

/** The end of the bars that an ended signal's chart needs, as the address of a query; null while they still move. */
function seenUntil(signal: Signal, interval: number): string | null {
  if (isOpen(signal)) return null
  const until = lifeOf(signal).to + AFTERWARDS * interval * 1000
  return until < Date.now() ? new Date(until).toISOString() : null
}

type Props = { signal: Signal; instrument: MarketInstrument; course: Course }

/** The signal on its candles, with the tools of every chart and a replay from its publication on. */
export default function SignalChart({ signal, instrument, course }: Props) {
  const { t } = useTranslation('signals')
  const usual = signal.timeframe as ChartTimeframe
  // Stable objects, so that the chart's tools do not render with the state of its market.
  const timeframes = useMemo(
    () => (Object.keys(SECONDS) as ChartTimeframe[]).filter((one) => one === usual || OFFERED.includes(one)),
    [usual],
  )
  const isWide = useWide()
  const life = lifeOf(signal)
  const [view, setView] = useState<ChartView>(() => ({
    timeframe: fittingTimeframe(usual, timeframes, (life.to - life.from) / 1000, isWide),
    indicators: [],
    logarithmic: false,
    measuring: false,
  }))
  const [replaying, setReplaying] = useState(false)
  const replay = useMemo(() => ({ on: replaying, onChange: setReplaying }), [replaying])
  const asked = view.timeframe as ChartTimeframe
  const until = seenUntil(signal, SECONDS[asked])
  const stored = useQuery(
    keptBarsQuery(
      signal.symbol,
      // Bars of a short timeframe are kept for a while only.
      until === null ? [asked] : timeframes.filter((one) => SECONDS[one] >= SECONDS[asked]),
      { since: signal.published_at, until },
    ),
  )
  const timeframe = (stored.data?.timeframe ?? asked) as ChartTimeframe
  const market = useMarketState(signal.symbol)
  const format = useFormat()
  const missing = useMissingMinutes(signal)
  const missingWords = useMissingWords()
  const interval = SECONDS[timeframe]
  const live = isOpen(signal) && market?.state === 'live'
  const moving = useMovingBars(signal.symbol, stored.data?.bars, interval, live)
  if (!stored.data) return <Skeleton className="m-4 h-85" />
  const { bars, simulated } = stored.data
  const chart = {
    interval,
    digits: instrument.digits,
    pipSize: chartPip(instrument),
    instrument: instrument.name,
    simulated,
    view: timeframe === asked ? view : { ...view, timeframe },
    onView: setView,
    timeframes,
    replay,
    zones: missing.map(
      (one): Zone => ({
        kind: 'times',
        from: one.from / 1000,
        to: one.until / 1000,
        label: missingWords(one),
        tone: 'neutral',
        beside: true,
      }),
    ),
    label: t('panel.chart', { instrument: instrument.name, timeframe }),
    position: chartPosition(signal, course, instrument.digits, {
      stop: t('level.stop'),
      published: t('publishedAt', { when: format.atMoment(signal.published_at, Date.now()) }),
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
        <PriceChart {...chart} market={isOpen(signal) ? market : null} bars={bars} moving={moving} />
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
  return (
    <>
      <PriceChart {...chart} bars={replay.bars} position={knownAt(replay.moment, chart.position)} />
      <ReplayControls replay={replay} />
    </>
  )
}

/** The position as known at a moment: its fill and its exit are not before they happen. */
function knownAt(moment: number | null, position: Position | null | undefined): Position | null {
  if (!position || moment === null || moment <= position.publishedAt) return null
  const { exit, fill, ...laid } = position
  return {
    ...laid,
    over: false,
    fill: fill && fill.at < moment ? fill : null,
    ...(exit && exit.at < moment ? { exit } : {}),
  }
}
