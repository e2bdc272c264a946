import { Decimal } from 'decimal.js'

/** A place on the chart: the index of a bar, when it opened (seconds), and a price. */
export type Place = { bar: number; at: number; price: number }

export type Measure = {
  /** Smallest steps of the price, signed. */
  points: number
  /** In the instrument's pips, signed. */
  pips: Decimal
  /** Share of the first price, signed: 0.01 is one per cent. */
  share: Decimal
  /** Signed, below zero to the left. */
  bars: number
  milliseconds: number
}

/**
 * From one place to another. Prices come from a pointer: they are first rounded to what the instrument can quote, so that
 * the figures agree with the prices that are shown.
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
