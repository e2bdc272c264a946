// Owns the definitions of the record's figures. `signal_performance` in the database computes the same ones; a member's
// browser recomputes them from the public ledger with this file and compares.
import { Decimal } from './decimal.ts'

export type Result = {
  /** When the signal ended; results are read in this order. */
  at: string
  /** The signal's result in R. */
  r: string
}

export type Performance = {
  /** Signals that were entered and have ended. */
  resolved: number
  /** Results above zero. A result of exactly zero is neither a win nor a loss. */
  wins: number
  /** Results below zero. */
  losses: number
  /** wins ÷ resolved, 0 to 1. */
  winRate: Decimal | null
  /** Mean of the wins, in R. */
  averageWin: Decimal | null
  /** Mean of the losses, in R; at or below zero. */
  averageLoss: Decimal | null
  /** Mean result in R: what one signal brought on average. */
  expectancy: Decimal | null
  /** Half width of the 95 % confidence interval of the expectancy: 1.96 × sample deviation ÷ √n; from two results on. */
  expectancyHalfWidth: Decimal | null
  /** Sum of the wins ÷ sum of the losses without their sign; null when nothing was lost. */
  profitFactor: Decimal | null
  /** The deepest fall of the curve from its highest point so far, in R, at or above zero; the curve starts at zero. */
  maxDrawdown: Decimal
  /** How far below its highest point the curve stands now. */
  currentDrawdown: Decimal
  /** Sum of all results. */
  total: Decimal
  /** The longest runs of wins and of losses. A result of zero ends both. */
  longestWins: number
  longestLosses: number
  /** The running sum after each result. */
  curve: { at: string; r: Decimal }[]
}

/** Below this many results the figures say more about chance than about the signals. */
export const ENOUGH_RESULTS = 30

const ZERO = new Decimal(0)

/** The figures of a list of results, in the order given. Percentages and R are exact; round only to show them. */
export function performance(results: readonly Result[]): Performance {
  const values = results.map((result) => new Decimal(result.r))
  const wins = values.filter((r) => r.greaterThan(0))
  const losses = values.filter((r) => r.lessThan(0))
  const total = sum(values)
  const lost = sum(losses)
  const { curve, maxDrawdown, currentDrawdown } = curveOf(results, values)
  return {
    resolved: values.length,
    wins: wins.length,
    losses: losses.length,
    winRate: values.length > 0 ? new Decimal(wins.length).dividedBy(values.length) : null,
    averageWin: mean(wins),
    averageLoss: mean(losses),
    expectancy: mean(values),
    expectancyHalfWidth: halfWidth(values),
    profitFactor: lost.isZero() ? null : sum(wins).dividedBy(lost.negated()),
    maxDrawdown,
    currentDrawdown,
    total,
    longestWins: longestRun(values, (r) => r.greaterThan(0)),
    longestLosses: longestRun(values, (r) => r.lessThan(0)),
    curve,
  }
}

function sum(values: readonly Decimal[]): Decimal {
  return values.reduce((total, value) => total.plus(value), ZERO)
}

function mean(values: readonly Decimal[]): Decimal | null {
  return values.length > 0 ? sum(values).dividedBy(values.length) : null
}

function halfWidth(values: readonly Decimal[]): Decimal | null {
  const average = mean(values)
  if (!average || values.length < 2) return null
  const squares = sum(values.map((value) => value.minus(average).pow(2)))
  return squares
    .dividedBy(values.length - 1)
    .sqrt()
    .times('1.96')
    .dividedBy(new Decimal(values.length).sqrt())
}

function curveOf(results: readonly Result[], values: readonly Decimal[]) {
  let total = ZERO
  let peak = ZERO
  let maxDrawdown = ZERO
  const curve = values.map((value, index) => {
    total = total.plus(value)
    peak = Decimal.max(peak, total)
    maxDrawdown = Decimal.max(maxDrawdown, peak.minus(total))
    return { at: results[index]!.at, r: total }
  })
  return { curve, maxDrawdown, currentDrawdown: peak.minus(total) }
}

function longestRun(values: readonly Decimal[], belongs: (value: Decimal) => boolean): number {
  let longest = 0
  let run = 0
  for (const value of values) {
    run = belongs(value) ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}
