import { type ChartTimeframe, SECONDS } from './chart-timeframe.ts'

/** In these many bars a position reads as one: fewer show no market, more are a wall of hairs. */
const WIDE = { least: 30, most: 90 }
const NARROW = { least: 15, most: 50 }

/**
 * The timeframe in which a span of time takes a readable number of bars: the wished one if it does, otherwise the nearest of
 * those offered that does, or that comes closest.
 */
export function fittingTimeframe(
  wished: ChartTimeframe,
  offered: readonly ChartTimeframe[],
  seconds: number,
  wide: boolean,
): ChartTimeframe {
  const { least, most } = wide ? WIDE : NARROW
  /** How many times too few or too many bars it would be; one if neither. */
  const excess = (timeframe: ChartTimeframe) => {
    const bars = seconds / SECONDS[timeframe]
    return bars < least ? least / bars : Math.max(1, bars / most)
  }
  const away = (timeframe: ChartTimeframe) => Math.abs(Math.log(SECONDS[timeframe] / SECONDS[wished]))
  return offered.reduce((best, one) => {
    const better = excess(one) - excess(best) || away(one) - away(best)
    return better < 0 ? one : best
  }, wished)
}
