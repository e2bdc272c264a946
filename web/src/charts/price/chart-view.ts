import { INDICATORS, type IndicatorName } from './indicator-strokes.ts'

/** How a reader looks at a chart; the screen around it keeps this. */
export type ChartView = {
  timeframe: string
  indicators: readonly IndicatorName[]
  logarithmic: boolean
  measuring: boolean
}

/** The list with the name added, or removed if it was there. */
export const toggled = (names: readonly IndicatorName[], name: IndicatorName): IndicatorName[] =>
  INDICATORS.filter((one) => names.includes(one) !== (one === name))
