import { Decimal } from 'decimal.js'

/** A point on the chart: the index of a bar, its opening time (seconds), and a price. */
export type Place = { bar: number; at: number; price: number }

export type Measure = {
  /** In the price's smallest steps, signed. */
  points: number
  /** In the instrument's pips, signed. */
  pips: Decimal
  /** As a share of the first price, signed: 0.01 is one per cent. */
  share: Decimal
  /** Signed; negative to the left. */
  bars: number
  milliseconds: number
}

/**
 * Measures from one point to another. Prices from a pointer are first rounded to the instrument's smallest step, so that the
 * figures agree with the prices shown.
 */
export function measure(from: Place, to: Place, digits: number, pipSize: string): Measure {
  const [first, second] = [new Decimal(from.price.toFixed(digits)), new Decimal(to.price.toFixed(digits))]
  const moved = second.minus(first)
  return {
    points: moved.times(new Decimal(10).pow(digits)).toNumber(),
    pips: moved.dividedBy(pipSize),
    share: first.isZero() ? new Decimal(0) : moved.dividedBy(first),
    bars: to.bar - from.bar,
    milliseconds: Math.abs(to.at - from.at) * 1000,
  }
}
