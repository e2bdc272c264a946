// Definitions of the track record's figures. `signal_performance` in the database computes the same; a member's browser
// recomputes them from the public ledger with this file and compares.
import { Decimal } from './decimal.ts'
import { microsOf } from './proof/proof-format.ts'

export type Result = {
  /** When the signal ended; results are ordered by this time. */
  at: string
  /** The signal's result in R. */
  r: string
  /** Time of publication; R per month starts with the first. */
  publishedAt?: string
  /** How long the position was held, in whole seconds. */
  heldSeconds?: number
  /** The best and worst running result in R while open (excursion.ts); not known for every signal. */
  bestR?: string
  worstR?: string
}

export type Performance = {
  /** Signals that were entered and have ended. */
  resolved: number
  /** Results above zero. A result of exactly zero is neither a win nor a loss. */
  wins: number
  losses: number
  /** wins ÷ resolved, 0 to 1. */
  winRate: Decimal | null
  /** Wilson's 95 % interval of the win rate (z = 1.96): suitable for few results and for rates near 0 and 1. */
  winRateInterval: { low: Decimal; high: Decimal } | null
  /** Mean of the wins, in R. */
  averageWin: Decimal | null
  /** Mean of the losses, in R; zero or less. */
  averageLoss: Decimal | null
  /** Mean result in R: the average per signal. */
  expectancy: Decimal | null
  /** Half width of the 95 % confidence interval of the expectancy: 1.96 × sample deviation ÷ √n; from two results on. */
  expectancyHalfWidth: Decimal | null
  /** Sum of the wins ÷ absolute sum of the losses; null without losses. */
  profitFactor: Decimal | null
  /** Maximum drawdown: the deepest fall of the curve from its previous maximum, in R, zero or more; the curve starts at zero. */
  maxDrawdown: Decimal
  /** The results it spans: the last maximum before (null is the start) and the first minimum; null without a fall. */
  drawdownSpan: Span | null
  /** How far below its maximum the curve is now. */
  currentDrawdown: Decimal
  /** The number of results with known excursions. */
  measured: number
  /** Mean of the best running results (maximum favourable excursion) of the measured ones, in R. */
  averageBest: Decimal | null
  /** Mean of the worst running results (maximum adverse excursion), in R, zero or less. */
  averageWorst: Decimal | null
  /**
   * Maximum open drawdown: how far the curve fell below its previous maximum with each signal at its worst before its result.
   * Signals count one after the other in the order of their ends, even if open simultaneously; one without a measurement counts
   * with its result. Null if none was measured.
   */
  maxOpenDrawdown: Decimal | null
  /** The result at which it occurred. */
  openDrawdownAt: number | null
  total: Decimal
  /** The longest runs of wins and of losses. A result of zero ends both. */
  longestWins: number
  longestLosses: number
  /** The span of the first longest run. */
  winsSpan: Span | null
  lossesSpan: Span | null
  /** Median holding time in seconds; of an even number the mean of the middle two. Null if unknown. */
  medianHeldSeconds: Decimal | null
  /** Total ÷ months of 30.436875 days from the first publication to the last end; null under 30 days. */
  perMonth: Decimal | null
  /** Results counted by half R: `from` is included, `from` + 0.5 is not. */
  distribution: { from: Decimal; count: number }[]
  /** With fewer than 30 results, the figures mostly reflect chance. */
  sample: 'insufficient' | 'sufficient'
  curve: { at: string; r: Decimal }[]
}

/** Indices of results; `from` is null for the start before any result. */
export type Span = { from: number | null; to: number }

/** With fewer results, the figures mostly reflect chance. */
export const ENOUGH_RESULTS = 30

const ZERO = new Decimal(0)

/** The figures of a list of results in the given order. Percentages and R are exact; round for display only. */
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

/** One division and one root of exact values, so that every implementation rounds ties alike. */
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

/** Wilson (1927): (p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) ÷ (1 + z²/n) with z = 1.96; null without results. */
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

/** The share of ended signals that were withdrawn before their entry, 0 to 1; null if none has ended. */
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

/** In microseconds, like the database, so that figures round alike. */
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
