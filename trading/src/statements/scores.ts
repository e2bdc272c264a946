// Owns the definitions of the statements' figures: Brier score, calibration by bin, discrimination, and skill against the chance
// baseline. A statement counts in the month (UTC) of its deadline, and only after the deadline. Counting by decision time would
// show successes first, because a statement that comes true early is also decided early.
import { Decimal, fixed } from '../decimal.ts'
import { ENOUGH_RESULTS, wilsonInterval } from '../performance.ts'
import { AUTHOR_KINDS } from './statement.ts'

/** A statement whose deadline has passed. */
export type Decided = {
  number: number
  author_kind: string
  /** `2026-11-20T10:00:00.000000Z` */
  deadline: string
  probability: string
  outcome: boolean | null
  demonstration: boolean
}

/** Counts are numbers; rates and scores are texts with four decimals. */
export type Figures = {
  /** Statements with an outcome. */
  n: number
  /** Statements without an outcome: their lifetime has no candle. */
  voids: number
  /** Number of statements that came true, their share, and its 95 % Wilson interval. */
  hits: number
  rate: string | null
  rate_low: string | null
  rate_high: string | null
  /** Mean of (probability − outcome)², 0 best, 1 worst (Brier, 1950). */
  brier: string | null
  /**
   * Area under the ROC curve: how often a true statement had a higher probability than a false one, ties counted half (Hanley and
   * McNeil, 1982).
   */
  auc: string | null
  /** Calibration by stated probability, in tenths. */
  bins: { from: string; n: number; stated: string; hits: number; rate: string; low: string; high: string }[]
  sample: 'insufficient' | 'sufficient'
  demonstration: boolean
}

/** The score of random statements of the same shape on the same candles (chance.ts). */
export type Chance = { n: number; hits: number; brier: string }

/** `cohort` is a month (`2026-11`) or `all`. */
export type ScoreRow = Figures & {
  author_kind: string
  cohort: string
  chance: Chance | null
  /** 1 − Brier ÷ Brier of chance. A value above zero is better than chance. */
  skill: string | null
}

const DECIMALS = 4
const rounded = (value: Decimal) => fixed(value, DECIMALS)
const share = (part: number, whole: number) => new Decimal(part).dividedBy(whole)

/** The month in which a statement counts. */
export const cohortOf = (deadline: string): string => deadline.slice(0, 7)

/** The figures of a set of statements. */
export function figuresOf(statements: readonly Decided[]): Figures {
  const scored = statements.filter(({ outcome }) => outcome !== null)
  const n = scored.length
  const hits = scored.filter(({ outcome }) => outcome).length
  const interval = wilsonInterval(hits, n)
  return {
    n,
    voids: statements.length - n,
    hits,
    rate: n === 0 ? null : rounded(share(hits, n)),
    rate_low: interval && rounded(interval.low),
    rate_high: interval && rounded(interval.high),
    brier: n === 0 ? null : rounded(brierSum(scored).dividedBy(n)),
    auc: discrimination(scored),
    bins: calibration(scored),
    sample: n < ENOUGH_RESULTS ? 'insufficient' : 'sufficient',
    demonstration: statements.some(({ demonstration }) => demonstration),
  }
}

type Outcome = Pick<Decided, 'probability' | 'outcome'>

/** Sum of (probability − outcome)². */
export function brierSum(scored: readonly Outcome[]): Decimal {
  return scored.reduce(
    (sum, { probability, outcome }) => sum.plus(new Decimal(probability).minus(outcome ? 1 : 0).pow(2)),
    new Decimal(0),
  )
}

function discrimination(scored: readonly Outcome[]): string | null {
  const chances = (came: boolean) =>
    scored.filter(({ outcome }) => outcome === came).map(({ probability }) => Number(probability))
  const [happened, others] = [chances(true), chances(false)]
  if (happened.length === 0 || others.length === 0) return null
  // Probabilities have four decimals, so they compare exactly as numbers.
  let halves = 0
  for (const one of happened) for (const other of others) halves += one > other ? 2 : one === other ? 1 : 0
  return rounded(share(halves, 2 * happened.length * others.length))
}

function calibration(scored: readonly Outcome[]): Figures['bins'] {
  const bins = Map.groupBy(scored, ({ probability }) =>
    Math.min(9, Math.floor(Number(probability) * 10 + 1e-9)),
  )
  return [...bins]
    .sort(([one], [other]) => one - other)
    .map(([tenth, members]) => {
      const n = members.length
      const hits = members.filter(({ outcome }) => outcome).length
      const { low, high } = wilsonInterval(hits, n)!
      const stated = Decimal.sum(...members.map(({ probability }) => probability)).dividedBy(n)
      return {
        from: (tenth / 10).toFixed(1),
        n,
        stated: rounded(stated),
        hits,
        rate: rounded(share(hits, n)),
        low: rounded(low),
        high: rounded(high),
      }
    })
}

/**
 * The rows of the table of scores: for each kind of author its months in order, then `all`. `chanceOf` returns the baseline of a
 * month; the baseline of `all` weights the months by their number of statements.
 */
export function scoreRows(
  statements: readonly Decided[],
  chanceOf: (cohort: { author_kind: string; cohort: string }) => Chance | null,
): ScoreRow[] {
  return AUTHOR_KINDS.flatMap((author_kind) => {
    const own = statements.filter((statement) => statement.author_kind === author_kind)
    const months = Map.groupBy(own, ({ deadline }) => cohortOf(deadline))
    const rows = [...months]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([cohort, members]) => {
        const figures = figuresOf(members)
        const chance = figures.n === 0 ? null : chanceOf({ author_kind, cohort })
        return row(author_kind, cohort, figures, chance)
      })
    return rows.length === 0 ? [] : [...rows, row(author_kind, 'all', figuresOf(own), together(rows))]
  })
}

function row(author_kind: string, cohort: string, figures: Figures, chance: Chance | null): ScoreRow {
  const beaten = figures.brier !== null && chance !== null && Number(chance.brier) > 0
  const skill = beaten ? new Decimal(1).minus(new Decimal(figures.brier!).dividedBy(chance.brier)) : null
  return { author_kind, cohort, ...figures, chance, skill: skill && rounded(skill) }
}

function together(rows: readonly ScoreRow[]): Chance | null {
  const scored = rows.filter(({ n }) => n > 0)
  if (scored.length === 0 || scored.some(({ chance }) => chance === null)) return null
  const sum = (of: (row: ScoreRow) => number) => scored.reduce((total, one) => total + of(one), 0)
  const weighed = scored.reduce(
    (total, { n, chance }) => total.plus(new Decimal(chance!.brier).times(n)),
    new Decimal(0),
  )
  return {
    n: sum(({ chance }) => chance!.n),
    hits: sum(({ chance }) => chance!.hits),
    brier: rounded(weighed.dividedBy(sum(({ n }) => n))),
  }
}
