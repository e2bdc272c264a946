// Owns the definitions of the record's figures. `signal_performance` in the database computes the same ones; a member's
// browser recomputes them from the public ledger with this file and compares.
import { Decimal } from './decimal.ts'
import { microsOf } from './proof/proof-format.ts'

export type Result = {
  /** When the signal ended; results are read in this order. */
  at: string
  /** The signal's result in R. */
  r: string
  /** When it was published; R a month begins with the first. */
  publishedAt?: string
  /** How long the position was held, in whole seconds. */
  heldSeconds?: number
  /** The best and the worst of its running result in R while it was open (excursion.ts); not of every signal known. */
  bestR?: string
  worstR?: string
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
  /** Wilson's 95 % interval of the win rate (z = 1.96): honest for few results and for shares near 0 and 1. */
  winRateInterval: { low: Decimal; high: Decimal } | null
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
  /** Between which results: the last highest point before (null is the beginning) and the first lowest one; null without a fall. */
  drawdownSpan: Span | null
  /** How far below its highest point the curve stands now. */
  currentDrawdown: Decimal
  /** Of how many results the excursions are known. */
  measured: number
  /** Mean of the best running results (maximum favourable excursion), in R, of the measured ones. */
  averageBest: Decimal | null
  /** Mean of the worst running results (maximum adverse excursion), in R, at or below zero. */
  averageWorst: Decimal | null
  /**
   * The deepest fall of the curve with each signal at its worst before it brought what it did: how far below the highest
   * point so far the curve stood then. Signals count one after the other, in the order they ended, also where they were open
   * at once; one that was not measured counts with its result. Null where none was.
   */
  maxOpenDrawdown: Decimal | null
  /** Where that was. */
  openDrawdownAt: number | null
  /** Sum of all results. */
  total: Decimal
  /** The longest runs of wins and of losses. A result of zero ends both. */
  longestWins: number
  longestLosses: number
  /** Where the first of the longest runs lies. */
  winsSpan: Span | null
  lossesSpan: Span | null
  /** The middle of the times held, in seconds; of an even number the mean of the middle two. Null where none is known. */
  medianHeldSeconds: Decimal | null
  /** Total ÷ months of 30.436875 days from the first publication to the last end; null under 30 days. */
  perMonth: Decimal | null
  /** Results counted by the half R they begin at: `from` is included, `from` + 0.5 is not. */
  distribution: { from: Decimal; count: number }[]
  /** Under 30 results the figures say more about chance than about the signals. */
  sample: 'insufficient' | 'sufficient'
  /** The running sum after each result. */
  curve: { at: string; r: Decimal }[]
}

/** Indices into the results; `from` is null where the beginning, before any result, is meant. */
export type Span = { from: number | null; to: number }

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
  const { curve, ...falls } = curveOf(results, values)
  const winning = longestRun(values, (r) => r.greaterThan(0))
  const losing = longestRun(values, (r) => r.lessThan(0))
  return {
    resolved: values.length,
    wins: wins.length,
    losses: losses.length,
    winRate: values.length > 0 ? new Decimal(wins.length).dividedBy(values.length) : null,
    winRateInterval: wilsonInterval(wins.length, values.length),
    averageWin: mean(wins),
    averageLoss: mean(losses),
    expectancy: mean(values),
    expectancyHalfWidth: halfWidth(values),
    profitFactor: lost.isZero() ? null : sum(wins).dividedBy(lost.negated()),
    ...falls,
    ...excursions(results, values),
    total,
    longestWins: winning.length,
    longestLosses: losing.length,
    winsSpan: winning.span,
    lossesSpan: losing.span,
    medianHeldSeconds: median(results.flatMap(({ heldSeconds }) => heldSeconds ?? [])),
    perMonth: perMonth(results, total),
    distribution: distribution(values),
    sample: values.length < ENOUGH_RESULTS ? 'insufficient' : 'sufficient',
    curve,
  }
}

function sum(values: readonly Decimal[]): Decimal {
  return values.reduce((total, value) => total.plus(value), ZERO)
}

function mean(values: readonly Decimal[]): Decimal | null {
  return values.length > 0 ? sum(values).dividedBy(values.length) : null
}

/** One division and one root of what is exact: whatever else computes it so rounds a tie the same way. */
function halfWidth(values: readonly Decimal[]): Decimal | null {
  const n = values.length
  if (n < 2) return null
  const squares = sum(values.map((value) => value.pow(2)))
  const spread = squares.times(n).minus(sum(values).pow(2))
  return spread
    .times(new Decimal('1.96').pow(2))
    .dividedBy(n ** 2 * (n - 1))
    .sqrt()
}

function curveOf(results: readonly Result[], values: readonly Decimal[]) {
  let total = ZERO
  let peak = ZERO
  let peakAt: number | null = null
  let maxDrawdown = ZERO
  let drawdownSpan: Span | null = null
  const curve = values.map((value, index) => {
    total = total.plus(value)
    if (total.greaterThanOrEqualTo(peak)) [peak, peakAt] = [total, index]
    if (peak.minus(total).greaterThan(maxDrawdown)) {
      maxDrawdown = peak.minus(total)
      drawdownSpan = { from: peakAt, to: index }
    }
    return { at: results[index]!.at, r: total }
  })
  return { curve, maxDrawdown, drawdownSpan: drawdownSpan as Span | null, currentDrawdown: peak.minus(total) }
}

function excursions(results: readonly Result[], values: readonly Decimal[]) {
  const best = results.flatMap(({ bestR }) => (bestR === undefined ? [] : new Decimal(bestR)))
  const worst = results.flatMap(({ worstR }) => (worstR === undefined ? [] : new Decimal(worstR)))
  let [total, peak, deepest] = [ZERO, ZERO, ZERO]
  let openDrawdownAt: number | null = null
  for (const [index, value] of values.entries()) {
    const lowest = Decimal.min(value, results[index]!.worstR ?? value)
    const depth = peak.minus(total).minus(lowest)
    if (depth.greaterThan(deepest)) [deepest, openDrawdownAt] = [depth, index]
    total = total.plus(value)
    peak = Decimal.max(peak, total)
  }
  return {
    measured: best.length,
    averageBest: mean(best),
    averageWorst: mean(worst),
    maxOpenDrawdown: best.length > 0 ? deepest : null,
    openDrawdownAt: best.length > 0 ? openDrawdownAt : null,
  }
}

function longestRun(values: readonly Decimal[], belongs: (value: Decimal) => boolean) {
  let longest = { length: 0, span: null as Span | null }
  let run = 0
  for (const [index, value] of values.entries()) {
    run = belongs(value) ? run + 1 : 0
    if (run > longest.length) longest = { length: run, span: { from: index - run + 1, to: index } }
  }
  return longest
}

/** Wilson (1927): (p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) ÷ (1 + z²/n) with z = 1.96; null for no results. */
export function wilsonInterval(wins: number, resolved: number): { low: Decimal; high: Decimal } | null {
  if (resolved === 0) return null
  const z = new Decimal('1.96')
  const [p, n] = [new Decimal(wins).dividedBy(resolved), new Decimal(resolved)]
  const middle = p.plus(z.pow(2).dividedBy(n.times(2)))
  const reach = p
    .times(new Decimal(1).minus(p))
    .dividedBy(n)
    .plus(z.pow(2).dividedBy(n.pow(2).times(4)))
    .sqrt()
    .times(z)
  const whole = z.pow(2).dividedBy(n).plus(1)
  return { low: middle.minus(reach).dividedBy(whole), high: middle.plus(reach).dividedBy(whole) }
}

/** Of all signals that ended, the part that was withdrawn before its entry, 0 to 1; null where none has ended. */
export function cancelledRate(cancelled: number, ended: number): Decimal | null {
  return ended === 0 ? null : new Decimal(cancelled).dividedBy(ended)
}

function median(values: readonly number[]): Decimal | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((one, other) => one - other)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)]!, sorted[Math.floor(sorted.length / 2)]!]
  return new Decimal(low).plus(high).dividedBy(2)
}

const MONTH_MICROS = 2_629_746_000_000
const LEAST_MICROS = 30 * 86_400_000_000

function perMonth(results: readonly Result[], total: Decimal): Decimal | null {
  const published = results.flatMap(({ publishedAt }) => (publishedAt ? instant(publishedAt) : []))
  if (published.length === 0) return null
  const first = published.reduce((least, at) => Math.min(least, at))
  const last = results.reduce((most, { at }) => Math.max(most, instant(at)), first)
  return last - first < LEAST_MICROS ? null : total.times(MONTH_MICROS).dividedBy(last - first)
}

/** Microseconds: the database counts in them, and a figure must not round the other way for less. */
const instant = (at: string) => microsOf(at) ?? Date.parse(at) * 1000

function distribution(values: readonly Decimal[]): { from: Decimal; count: number }[] {
  const counts = new Map<string, number>()
  for (const value of values) {
    const from = value.times(2).floor().dividedBy(2).toString()
    counts.set(from, (counts.get(from) ?? 0) + 1)
  }
  return [...counts]
    .map(([from, count]) => ({ from: new Decimal(from), count }))
    .sort((one, other) => one.from.comparedTo(other.from))
}
