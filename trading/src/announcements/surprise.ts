// Owns what a figure's surprise is: its difference from the consensus, in which direction, and whether that is good for the currency.
import { decimal, plain } from '../decimal.ts'

export type Better = 'higher' | 'lower' | 'neither'
export type Direction = 'above' | 'in_line' | 'below'
export type Surprise = {
  /** actual − forecast, in the unit of both, as shortest decimal text. */
  difference: string
  direction: Direction
  /** For the currency. */
  good: 'better' | 'worse' | 'neutral'
  /** In standard deviations of the indicator's surprises, positive where it is good for the currency; null where that is not known. */
  deviations: number | null
}

/** Null where the figure or the consensus is missing or is no decimal text. `deviation`: of the indicator's surprises, above 0. */
export function surprise(given: {
  actual: string | null | undefined
  forecast: string | null | undefined
  better: Better
  deviation?: string | null | undefined
}): Surprise | null {
  const actual = decimal(given.actual)
  const forecast = decimal(given.forecast)
  if (!actual || !forecast) return null
  const difference = actual.minus(forecast)
  const direction = difference.isZero() ? 'in_line' : difference.isPositive() ? 'above' : 'below'
  const sign =
    { higher: 1, lower: -1, neither: 0 }[given.better] *
    (difference.isZero() ? 0 : difference.isPositive() ? 1 : -1)
  const deviation = decimal(given.deviation)
  return {
    difference: plain(difference),
    direction,
    good: sign > 0 ? 'better' : sign < 0 ? 'worse' : 'neutral',
    deviations:
      deviation?.greaterThan(0) && given.better !== 'neither'
        ? sign * difference.abs().dividedBy(deviation).toDecimalPlaces(4).toNumber()
        : null,
  }
}
