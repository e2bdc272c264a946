import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Announcement } from '#charts/small/announcement.tsx'
import { ChartTable, DataToggle } from '#charts/small/chart-table.tsx'
import { moveAlong } from '#charts/small/reading.ts'
import { chartPicture, pictureName, savePicture } from '#charts/tools/chart-screenshot.ts'
import { useFullScreen } from '#charts/tools/use-full-screen.ts'
import { useMeasure } from '#charts/tools/use-measure.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { MarketState } from '#lib/market/market-state.ts'
import { classNames } from '#ui/class-names.ts'
import { toast } from '#ui/overlay/toast.tsx'
import type { Bar, MovingBars } from './bars.ts'
import { ChartLegend } from './chart-legend.tsx'
import type { ChartStage } from './chart-stage.ts'
import { ChartToolbar } from './chart-toolbar.tsx'
import type { ChartView } from './chart-view.ts'
import type { EventMarker } from './event-markers.ts'
import { hasOwnPane } from './indicator-strokes.ts'
import { MarketMark, useMarketWords } from './market-mark.tsx'
import type { Position } from './position-box.ts'
import type { TrendLine } from './trend-lines.ts'
import { useChartStage } from './use-chart-stage.ts'
import type { Zone } from './zones.ts'

export type { Bar } from './bars.ts'

type Props = {
  bars: readonly Bar[]
  /** The same bars, with an end that changes: the chart follows it without rendering its owner again. */
  moving?: MovingBars | null
  /** The length of a bar in seconds. */
  interval: number
  digits: number
  /** As in the instrument's row: `"0.0001"`. Without it, the smallest step of the price is used; null: no pips but the price. */
  pipSize?: string | null
  position?: Position | null
  events?: readonly EventMarker[]
  zones?: readonly Zone[]
  lines?: readonly TrendLine[]
  /** With a view the chart has its toolbar; the owner keeps the view. */
  view?: ChartView
  onView?: (view: ChartView) => void
  timeframes?: readonly string[]
  /** `EUR/USD`, for the screenshot. */
  instrument?: string
  simulated?: boolean
  /** Shown over the prices when they do not move: stale, or the market is closed. */
  market?: MarketState | null
  /** With it the toolbar offers a replay; the owner shows its controls. */
  replay?: { on: boolean; onChange: (on: boolean) => void }
  /** Receives a function that draws the chart as a picture; null until it is drawn. */
  picture?: RefObject<(() => HTMLCanvasElement | null) | null>
  label: string
  className?: string
}

const PLAIN: ChartView = { timeframe: '', indicators: [], logarithmic: false, measuring: false }
/** Each pane below adds its height, so that the prices keep theirs. */
const HEIGHTS = ['h-75 md:h-85', 'h-95 md:h-109', 'h-115 md:h-133', 'h-135 md:h-157'] as const

/** The only price chart: candles, drawings, indicators and tools. Its figures are also available as a table and by keyboard. */
export default function PriceChart(props: Props) {
  const {
    bars,
    interval,
    digits,
    events = [],
    view = PLAIN,
    onView,
    label,
    instrument,
    simulated = false,
    market = null,
  } = props
  const { t } = useTranslation('charts')
  const format = useFormat()
  const marketWords = useMarketWords()
  const figure = useRef<HTMLElement>(null)
  const holder = useRef<HTMLDivElement>(null)
  const hint = useId()
  const [asTable, setAsTable] = useState(false)
  const [keys, setKeys] = useState(false)
  const screen = useFullScreen(figure)
  const stage = useChartStage(holder, {
    bars,
    moving: props.moving ?? null,
    interval,
    digits,
    events,
    position: props.position ?? null,
    zones: props.zones ?? [],
    lines: props.lines ?? [],
    indicators: view.indicators,
    logarithmic: view.logarithmic,
    still: market !== null && market.state !== 'live',
  })
  const pipSize = props.pipSize === undefined ? (10 ** -digits).toFixed(digits) : props.pipSize
  const tool = useMeasure(stage, view.measuring, digits, pipSize, () =>
    onView?.({ ...view, measuring: false }),
  )

  const onKeyDown = (event: KeyboardEvent) => {
    if (!stage || event.ctrlKey || event.metaKey || event.altKey) return
    setKeys(true)
    if (tool.onKey(event)) return event.preventDefault()
    if (event.key === '0') return stage.frame()
    if (event.key === '+' || event.key === '-') return stage.zoom(event.key === '+' ? 0.8 : 1.25)
    if (event.key === 'Escape' && stage.pointed !== null) {
      event.preventDefault()
      return stage.point(null)
    }
    const next = moveAlong(event, stage.pointed ?? stage.bars.length - 1, stage.bars.length)
    if (next === null) return
    event.preventDefault()
    stage.point(next)
    tool.onMoved()
  }
  const title = [instrument ?? label, view.timeframe].filter(Boolean).join(' · ')
  const drawPicture = () =>
    stage && holder.current
      ? chartPicture(stage.chart.takeScreenshot(true), holder.current, {
          title,
          taken: format.dateTime(Date.now()),
          remarks: [simulated ? t('simulated') : null, marketWords(market)],
        })
      : null
  const takePicture = async () => {
    const picture = drawPicture()
    if (!picture) return
    try {
      await savePicture(picture, pictureName(title, new Date().toISOString().slice(0, 10)))
    } catch {
      toast({ variant: 'destructive', title: t('toolbar.pictureFailed') })
    }
  }
  const picture = useRef(takePicture)
  useEffect(() => {
    picture.current = takePicture
    if (props.picture) props.picture.current = drawPicture
  })
  // A stable object: the toolbar does not render again when the chart below it loads.
  const onPicture = useCallback(() => void picture.current(), [])
  const onFrame = useCallback(() => stage?.frame(), [stage])
  const price = (of: 'open' | 'high' | 'low' | 'close') => ({
    key: of,
    name: t(`table.${of}`),
    of: (bar: Bar) => bar[of].toFixed(digits),
  })
  const panes = Math.min(view.indicators.filter(hasOwnPane).length, HEIGHTS.length - 1)
  return (
    <figure ref={figure} className={classNames('@container flex flex-col bg-well', props.className)}>
      {onView && (
        <ChartToolbar
          view={view}
          onView={onView}
          timeframes={props.timeframes ?? []}
          simulated={simulated}
          onPicture={onPicture}
          onFrame={props.position ? onFrame : null}
          data={<DataToggle on={asTable} onChange={setAsTable} />}
          full={screen.full}
          onFull={screen.toggle}
          {...(props.replay ? { replay: props.replay } : {})}
        />
      )}
      {!onView && (
        <div className="flex justify-end px-4 py-1">
          <DataToggle on={asTable} onChange={setAsTable} />
        </div>
      )}
      <div className="relative flex min-h-0 flex-1 flex-col">
        {/* Over the candles where there is room beside the labels: a row of its own would push the chart down. */}
        <figcaption className="pointer-events-none flex flex-wrap items-center gap-x-3 px-4 py-1 @2xl:absolute @2xl:inset-x-0 @2xl:top-0 @2xl:z-10 @2xl:pr-20">
          {stage && !asTable && (
            <ChartLegend stage={stage} digits={digits} interval={interval} events={events} spoken={keys} />
          )}
          <MarketMark market={market} />
        </figcaption>
        <div className={classNames('relative min-h-0', asTable && 'hidden', screen.full && 'flex-1')}>
          <div
            ref={holder}
            role="application"
            aria-roledescription={t('chart')}
            aria-label={label}
            aria-describedby={hint}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys read the bars
            tabIndex={0}
            onKeyDown={onKeyDown}
            onBlur={() => {
              setKeys(false)
              stage?.point(null)
            }}
            className={classNames('w-full -outline-offset-2', screen.full ? 'h-full' : HEIGHTS[panes])}
          />
          {view.measuring && (
            <div className="absolute inset-0 z-10 cursor-crosshair touch-none" {...tool.pointer} />
          )}
          <p id={hint} className="sr-only">
            {t(view.measuring ? 'measure.hint' : 'keys')}
          </p>
        </div>
      </div>
      {view.measuring && <Announcement text={tool.said} />}
      {asTable && (
        <BarTable
          stage={stage}
          bars={bars}
          caption={label}
          columns={[
            { key: 'time', name: t('table.time'), of: (bar) => format.dateTime(bar.time * 1000) },
            price('open'),
            price('high'),
            price('low'),
            price('close'),
          ]}
        />
      )}
    </figure>
  )
}

type BarTableProps = Omit<Parameters<typeof ChartTable<Bar>>[0], 'rows'> & {
  stage: ChartStage | null
  bars: readonly Bar[]
}

/** The chart's current bars, newest first. */
function BarTable({ stage, bars, ...table }: BarTableProps) {
  const subscribe = useCallback((listener: () => void) => stage?.subscribe(listener) ?? (() => {}), [stage])
  const drawn = useSyncExternalStore(subscribe, () => stage?.bars ?? bars)
  return <ChartTable {...table} rows={drawn.toReversed()} />
}
