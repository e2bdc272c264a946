import { Suspense, useState } from 'react'
import type { ChartView } from '#charts/price/chart-view.ts'
import type { Position } from '#charts/price/position-box.ts'
import { writtenBy } from '#charts/tools/replay.ts'
import { ReplayControls } from '#charts/tools/replay-controls.tsx'
import { useReplay } from '#charts/tools/use-replay.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { DevPart } from './dev-ui-part.tsx'
import { DevSmallCharts } from './dev-ui-small-charts.tsx'
import { walk } from './dev-ui-walk.ts'

const PriceChart = lazyPart(() => import('#charts/price/price-chart.tsx'))

const END = Date.UTC(2026, 10, 20, 13, 30) / 1000
const SECONDS: Record<string, number> = { M5: 300, M15: 900, H1: 3600, H4: 14_400 }
const TIMEFRAMES = Object.keys(SECONDS)
const QUARTERS = walk(240, 7, 900, END)
const at = (index: number) => QUARTERS[index] ?? { time: END, open: 1, high: 1, low: 1, close: 1 }

const USUAL: ChartView = {
  timeframe: 'M15',
  indicators: ['ema20', 'rsi'],
  logarithmic: false,
  measuring: false,
}

/** The charts of the product with generated candles. */
export function DevCharts() {
  return (
    <>
      <DevPart name="Price chart">
        <Card className="w-full overflow-hidden">
          <WithToolbar />
        </Card>
      </DevPart>
      <DevPart name="Drawings">
        <Card className="w-full overflow-hidden">
          <Suspense fallback={<Skeleton className="h-85 w-full" />}>
            <PriceChart
              bars={QUARTERS}
              interval={900}
              digits={5}
              label="EUR/USD, M15, with drawings"
              position={POSITION}
              events={[
                { at: at(182).time, price: at(182).high, sign: '1', label: 'Published' },
                { at: at(196).time, price: at(196).low, sign: '2', label: 'Entry touched', tone: 'gain' },
                {
                  at: at(226).time,
                  price: at(226).high,
                  sign: '3',
                  label: 'Note of the analyst',
                  tone: 'info',
                },
              ]}
              zones={[
                {
                  kind: 'prices',
                  low: at(150).low - 0.0003,
                  high: at(150).low + 0.0002,
                  label: 'Support',
                  tone: 'info',
                  since: at(146).time,
                  until: at(180).time,
                },
                { kind: 'times', from: at(160).time, to: at(178).time, label: 'London' },
              ]}
              lines={[
                {
                  kind: 'ray',
                  from: { at: at(150).time, price: at(150).low },
                  to: { at: at(174).time, price: at(174).low - 0.0006 },
                  label: 'Rising support',
                },
                {
                  kind: 'arrow',
                  from: { at: at(240 - 2).time, price: at(238).low },
                  to: { at: END + 14 * 900, price: at(238).low + 0.0036 },
                  label: 'Scenario A',
                  tone: 'gain',
                },
              ]}
            />
          </Suspense>
        </Card>
      </DevPart>
      <DevPart name="Replay">
        <Card className="w-full overflow-hidden">
          <Replayed />
        </Card>
      </DevPart>
      <DevPart name="Small charts">
        <DevSmallCharts />
      </DevPart>
    </>
  )
}

function Replayed() {
  const replay = useReplay(QUARTERS, 900, 120)
  return (
    <>
      <Suspense fallback={<Skeleton className="h-85 w-full" />}>
        <PriceChart
          bars={replay.bars}
          interval={900}
          digits={5}
          label="EUR/USD, M15, replayed"
          events={writtenBy(NOTES, replay.moment ?? 0)}
        />
      </Suspense>
      <ReplayControls replay={replay} />
    </>
  )
}

const NOTES = [
  { at: at(110).time, writtenAt: at(111).time, price: at(110).high, sign: 'A', label: 'First note' },
  { at: at(128).time, writtenAt: at(130).time, price: at(128).low, sign: 'B', label: 'Second note' },
]

const POSITION: Position = {
  publishedAt: at(182).time,
  endsAt: END + 40 * 900,
  entryLow: at(182).close - 0.0008,
  entryHigh: at(182).close - 0.0003,
  stop: { price: at(182).close - 0.0026, label: 'Stop · −1.00 R', tag: (at(182).close - 0.0026).toFixed(5) },
  targets: [
    { price: at(182).close + 0.002, label: 'TP 1 · 50% · +1.00 R', tag: (at(182).close + 0.002).toFixed(5) },
    {
      price: at(182).close + 0.0048,
      label: 'TP 2 · 50% · +2.22 R',
      tag: (at(182).close + 0.0048).toFixed(5),
    },
  ],
  entryTag: (at(182).close - 0.0003).toFixed(5),
  publishedLabel: 'Published at 23:45',
  fill: { at: at(196).time, price: at(182).close - 0.0003 },
}

/** The state of a chart while its feed is silent. */
const frozen = { state: 'stale', since: END * 1000, opensAt: null } as const

function WithToolbar() {
  const [view, setView] = useState(USUAL)
  const seconds = SECONDS[view.timeframe] ?? 900
  const [bars, setBars] = useState({ seconds: 900, list: QUARTERS })
  if (bars.seconds !== seconds) {
    setBars({ seconds, list: walk(240, seconds, seconds, END - (END % seconds)) })
  }
  return (
    <Suspense fallback={<Skeleton className="h-109 w-full" />}>
      <PriceChart
        bars={bars.list}
        interval={bars.seconds}
        digits={5}
        pipSize="0.0001"
        view={view}
        onView={setView}
        timeframes={TIMEFRAMES}
        instrument="EUR/USD"
        simulated
        market={frozen}
        label={`EUR/USD, ${view.timeframe}`}
      />
    </Suspense>
  )
}

/** Five thousand candles with three indicators, drawn on demand, for measuring. */
export function BigChart() {
  // Generated before the press, so that the measurement covers the chart alone.
  const [bars] = useState(() => walk(5000, 11, 900, END))
  const [drawn, setDrawn] = useState(false)
  const [view, setView] = useState<ChartView>({
    ...USUAL,
    indicators: ['ema20', 'bollinger', 'rsi'],
  })
  if (!drawn) {
    return (
      <Button data-testid="big-chart" onClick={() => setDrawn(true)}>
        Draw 5,000 candles
      </Button>
    )
  }
  return (
    <Card className="w-full overflow-hidden">
      <div data-testid="big-chart-drawn">
        <Suspense fallback={<Skeleton className="h-109 w-full" />}>
          <PriceChart
            bars={bars}
            interval={900}
            digits={5}
            pipSize="0.0001"
            view={view}
            onView={setView}
            timeframes={['M15']}
            instrument="EUR/USD"
            simulated
            label="EUR/USD, 5,000 candles"
          />
        </Suspense>
      </div>
    </Card>
  )
}
