import {
  CandlestickSeries,
  ColorType,
  createChart,
  type IChartApi,
  type ISeriesApi,
  LineStyle,
  type MouseEventParams,
  type UTCTimestamp,
} from 'lightweight-charts'
import { useEffect, useRef, useState } from 'react'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/i18n.ts'
import { useLook } from '#lib/theme.ts'
import { readChartColors } from './chart-colors.ts'
import { type Position, PositionBox } from './position-box.ts'

/** One bar as the chart draws it; `time` in seconds since 1970. Prices here only draw. */
export type Bar = { time: number; open: number; high: number; low: number; close: number }

type Props = {
  bars: readonly Bar[]
  /** Seconds a bar lasts. */
  interval: number
  digits: number
  position?: Position | null
  label: string
  className?: string
}

type Drawn = { chart: IChartApi; series: ISeriesApi<'Candlestick'>; box: PositionBox | null }

/** The one price chart: candles, the last price, and a signal's position box. Its figures are also a table for screen readers. */
export default function PriceChart({ bars, interval, digits, position = null, label, className }: Props) {
  const { t } = useTranslation('charts')
  const format = useFormat()
  const look = useLook()
  const holder = useRef<HTMLDivElement>(null)
  const drawn = useRef<Drawn | null>(null)
  const [pointed, setPointed] = useState<Bar | null>(null)
  const identity = JSON.stringify(position)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the chart is made anew for another look, position or scale; bars come by the effect below
  useEffect(() => {
    if (!holder.current) return
    const colors = readChartColors()
    const chart = createChart(holder.current, {
      autoSize: true,
      layout: {
        background: { type: ColorType.Solid, color: colors.well },
        textColor: colors.faint,
        fontFamily: '"Inter Variable", Inter, system-ui, sans-serif',
        fontSize: 12,
        attributionLogo: false,
      },
      grid: { vertLines: { color: colors.grid }, horzLines: { color: colors.grid } },
      crosshair: { vertLine: { color: colors['line-strong'] }, horzLine: { color: colors['line-strong'] } },
      rightPriceScale: { borderColor: colors.line, scaleMargins: { top: 0.08, bottom: 0.08 } },
      timeScale: { borderColor: colors.line, timeVisible: true, secondsVisible: false, rightOffset: 2 },
      localization: { locale: 'fr', priceFormatter: (price: number) => price.toFixed(digits) },
      handleScroll: { vertTouchDrag: false },
    })
    const series = chart.addSeries(CandlestickSeries, {
      // Rising bodies hold a quarter of their colour, falling ones all of it: the direction does not rest on hue.
      upColor: colors['gain-tint'],
      borderUpColor: colors['gain-mark'],
      wickUpColor: colors['gain-mark'],
      downColor: colors['loss-mark'],
      borderDownColor: colors['loss-mark'],
      wickDownColor: colors['loss-mark'],
      priceLineColor: colors['lamp-edge'],
      priceLineStyle: LineStyle.SparseDotted,
      priceFormat: { type: 'price', precision: digits, minMove: 10 ** -digits },
      autoscaleInfoProvider: (
        original: () => { priceRange: { minValue: number; maxValue: number } | null } | null,
      ) => {
        const info = original()
        if (!info?.priceRange || !position) return info as never
        const levels = [position.stop.price, ...position.targets.map(({ price }) => price)]
        return {
          ...info,
          priceRange: {
            minValue: Math.min(info.priceRange.minValue, ...levels),
            maxValue: Math.max(info.priceRange.maxValue, ...levels),
          },
        } as never
      },
    })
    const box = position ? new PositionBox(position, colors) : null
    if (box) series.attachPrimitive(box)
    const onMove = (event: MouseEventParams) => {
      const bar = event.seriesData.get(series) as (Omit<Bar, 'time'> & { time: UTCTimestamp }) | undefined
      setPointed(bar ?? null)
    }
    chart.subscribeCrosshairMove(onMove)
    drawn.current = { chart, series, box }
    return () => {
      drawn.current = null
      chart.remove()
    }
  }, [look, identity, digits, interval])

  const first = bars[0]?.time
  // biome-ignore lint/correctness/useExhaustiveDependencies: look, identity and digits make a new chart, which needs its bars
  useEffect(() => {
    if (!drawn.current || bars.length === 0) return
    const { series, box, chart } = drawn.current
    series.setData(bars.map((bar) => ({ ...bar, time: bar.time as UTCTimestamp })))
    box?.setBars(
      bars.map(({ time }) => time),
      interval,
    )
    // One sixth of the width stays empty at the right, for what comes.
    const shown = Math.min(bars.length, 96)
    chart.timeScale().setVisibleLogicalRange({ from: bars.length - shown, to: bars.length + shown / 5 })
  }, [first, look, identity, digits, interval])

  useEffect(() => {
    const last = bars.at(-1)
    if (!drawn.current || !last) return
    drawn.current.series.update({ ...last, time: last.time as UTCTimestamp })
    drawn.current.box?.setBars(
      bars.map(({ time }) => time),
      interval,
    )
  }, [bars, interval])

  const legend = pointed ?? bars.at(-1)
  const price = (value: number | undefined) => (value === undefined ? format.dash : value.toFixed(digits))
  return (
    <figure className={className}>
      <figcaption className="tabular flex flex-wrap gap-x-3 px-4 py-2 text-12 text-muted">
        {(['open', 'high', 'low', 'close'] as const).map((part) => (
          <span key={part}>
            {t(`legend.${part}`)} <span className="text-text">{price(legend?.[part])}</span>
          </span>
        ))}
      </figcaption>
      <div ref={holder} role="img" aria-label={label} className="h-[300px] w-full md:h-[340px]" />
      <table className="sr-only">
        <caption>{label}</caption>
        <thead>
          <tr>
            {(['time', 'open', 'high', 'low', 'close'] as const).map((part) => (
              <th key={part} scope="col">
                {t(`table.${part}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.slice(-12).map((bar) => (
            <tr key={bar.time}>
              <th scope="row">{format.dateTime(bar.time * 1000)}</th>
              <td>{price(bar.open)}</td>
              <td>{price(bar.high)}</td>
              <td>{price(bar.low)}</td>
              <td>{price(bar.close)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
