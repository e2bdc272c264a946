import { INDICATORS, type IndicatorName } from './indicator-strokes.ts'

/** How a reader looks at a chart. The screen keeps it, in its address if it wants to. */
export type ChartView = {
  timeframe: string
  indicators: readonly IndicatorName[]
  logarithmic: boolean
  /** Never in the address: it is what the pointer currently does. */
  measuring: boolean
}

/** The view from an address: `ut=H1&ind=ema20.rsi&log=1`. Unknown or unavailable values are left out. */
export function readChartView(
  address: URLSearchParams,
  timeframes: readonly string[],
  usual: string,
): ChartView {
  const asked = address.get('ut')
  const named = address.get('ind')?.split('.') ?? []
  return {
    timeframe: timeframes.find((one) => one === asked) ?? usual,
    indicators: INDICATORS.filter((name) => named.includes(name)),
    logarithmic: address.get('log') === '1',
    measuring: false,
  }
}

/** The address with this view; default values are not written. */
export function writeChartView(address: URLSearchParams, view: ChartView, usual: string): URLSearchParams {
  const next = new URLSearchParams(address)
  const write = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value))
  write('ut', view.timeframe === usual ? '' : view.timeframe)
  write('ind', INDICATORS.filter((name) => view.indicators.includes(name)).join('.'))
  write('log', view.logarithmic ? '1' : '')
  return next
}

/** The list with the name added, or removed if it was there. */
export const toggled = (names: readonly IndicatorName[], name: IndicatorName): IndicatorName[] =>
  INDICATORS.filter((one) => names.includes(one) !== (one === name))
