import {
  type CandlestickSeriesPartialOptions,
  ColorType,
  type DeepPartial,
  LineStyle,
  TickMarkType,
  type TimeChartOptions,
} from 'lightweight-charts'
import type { ChartColors } from '#charts/chart-colors.ts'
import type { Format } from '#lib/language/format.ts'

/** The chart's appearance in a theme. */
export const chartLooks = (colors: ChartColors): DeepPartial<TimeChartOptions> => ({
  layout: {
    background: { type: ColorType.Solid, color: colors.well },
    textColor: colors.faint,
    fontFamily: '"Inter Variable", Inter, system-ui, sans-serif',
    fontSize: 12,
    // The attribution is on the legal pages and in the notices.
    attributionLogo: false,
    panes: { separatorColor: colors.line, separatorHoverColor: colors['line-strong'] },
  },
  grid: { vertLines: { color: colors.grid }, horzLines: { color: colors.grid } },
  crosshair: {
    vertLine: { color: colors['line-strong'], labelBackgroundColor: colors.overlay },
    horzLine: { color: colors['line-strong'], labelBackgroundColor: colors.overlay },
  },
  rightPriceScale: {
    borderColor: colors.line,
    // The figures of a bar are shown over the top.
    scaleMargins: { top: 0.12, bottom: 0.08 },
    entireTextOnly: true,
  },
  timeScale: { borderColor: colors.line, timeVisible: true, secondsVisible: false },
  handleScroll: { vertTouchDrag: false },
})

/** Times and prices in the reader's language; times in the reader's zone. */
export const chartWords = (format: Format, language: string): DeepPartial<TimeChartOptions> => {
  const month = new Intl.DateTimeFormat(language, { month: 'short' })
  const year = new Intl.DateTimeFormat(language, { year: 'numeric' })
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' })
  return {
    localization: {
      locale: language,
      timeFormatter: (time: number) => format.dateTime(time * 1000),
    },
    timeScale: {
      tickMarkFormatter: (time: number, type: TickMarkType) => {
        if (type === TickMarkType.Year) return year.format(time * 1000)
        if (type === TickMarkType.Month) return month.format(time * 1000)
        return type === TickMarkType.DayOfMonth ? day.format(time * 1000) : format.time(time * 1000)
      },
    },
  }
}

/** Prices as the axis writes them. `onTicks` receives the prices that have a tick, whenever they change. */
export const axisPrices = (
  digits: number,
  onTicks: (prices: readonly number[]) => void,
): CandlestickSeriesPartialOptions => {
  const formatter = (price: number) => price.toFixed(digits)
  const tickmarksFormatter = (prices: number[]) => {
    onTicks(prices)
    return prices.map(formatter)
  }
  return { priceFormat: { type: 'custom', minMove: 10 ** -digits, formatter, tickmarksFormatter } }
}

/** Rising bodies have a quarter of their colour, falling ones all of it: direction does not depend on hue. */
export const candleLooks = (colors: ChartColors, still: boolean): CandlestickSeriesPartialOptions => ({
  upColor: colors['gain-tint'],
  borderUpColor: colors['gain-mark'],
  wickUpColor: colors['gain-mark'],
  downColor: colors['loss-mark'],
  borderDownColor: colors['loss-mark'],
  wickDownColor: colors['loss-mark'],
  // The brand's colour means "now": a price that does not move has no line in it.
  priceLineColor: still ? colors.muted : colors['lamp-edge'],
  priceLineStyle: LineStyle.SparseDotted,
})
