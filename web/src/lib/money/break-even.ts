// From which capital a plan's price is earned back by the measured result of the signals, and the scale to show it on.

/** The part of the capital that each signal risks. */
export const RISK = 0.01

/** Capitals in whole units of the currency; null is never. `least` and `most` bound the 95 % interval. */
export type BreakEven = { measured: number | null; least: number | null; most: number | null }

/**
 * price ÷ (expectancy × signals a month) ÷ risk. `price` is in minor units a month, `expectancy` and `halfWidth` are in R. A bound
 * at or below zero is never reached.
 */
export function breakEven(price: number, monthly: number, expectancy: number, halfWidth: number): BreakEven {
  const at = (r: number) => (r > 0 && monthly > 0 ? price / 100 / (r * monthly * RISK) : null)
  return { measured: at(expectancy), least: at(expectancy + halfWidth), most: at(expectancy - halfWidth) }
}

export type CapitalScale = {
  ticks: readonly number[]
  /** From 0 to 1; never is at the very end, apart from all capitals. */
  placeOf: (capital: number | null) => number
}

const STEPS = [1, 2, 5]
  .flatMap((step) => [1, 10, 100, 1000, 10_000, 100_000, 1e6].map((power) => step * power))
  .toSorted((one, other) => one - other)
/** On the narrowest phone, the last figure and `never` do not touch. */
const LAST = 0.72
const MOST_TICKS = 4

/** A logarithmic scale that holds these capitals; null where none is ever enough. */
export function capitalScale(capitals: readonly (number | null)[]): CapitalScale | null {
  const known = capitals.filter((capital) => capital !== null)
  if (known.length === 0) return null
  const from = STEPS.findLast((step) => step <= Math.min(...known)) ?? 1
  const to = STEPS.find((step) => step > Math.max(...known)) ?? 1e7
  const between = STEPS.filter((step) => step >= from && step <= to)
  const every = Math.ceil(between.length / MOST_TICKS)
  return {
    ticks: between.filter((_, place) => place % every === 0),
    placeOf: (capital) =>
      capital === null ? 1 : LAST * Math.min(1, Math.max(0, Math.log(capital / from) / Math.log(to / from))),
  }
}
