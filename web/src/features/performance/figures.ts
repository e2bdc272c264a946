// Owns the list of figures: where each is in the database's answer, how trading/performance computes it from the same rows,
// its inputs and its rows. The screen and the formula sheet read nothing else.
import { Decimal } from 'trading/decimal'
import { type Performance, performance, type Span } from 'trading/performance'
import type { Figures, ResultRow } from './queries.ts'

export const FIGURES = [
  'expectancy',
  'winRate',
  'profitFactor',
  'maxDrawdown',
  'total',
  'perMonth',
  'averageWin',
  'averageLoss',
  'currentDrawdown',
  'averageBest',
  'averageWorst',
  'maxOpenDrawdown',
  'longestWins',
  'longestLosses',
  'medianHeld',
] as const
export type FigureName = (typeof FIGURES)[number]
/** The format of a figure. */
export type Kind = 'r' | 'fall' | 'percent' | 'ratio' | 'count' | 'duration' | 'months'
export type InputName =
  | 'total'
  | 'resolved'
  | 'halfWidth'
  | 'wins'
  | 'losses'
  | 'low'
  | 'high'
  | 'gained'
  | 'lost'
  | 'peak'
  | 'trough'
  | 'now'
  | 'measured'
  | 'worst'
  | 'months'

type Figure = {
  kind: Kind
  told: (figures: Figures) => string | null
  known: (performance: Performance) => string | null
  inputs: (performance: Performance) => readonly [InputName, Decimal | number | null, Kind][]
  rows: (rows: readonly ResultRow[], performance: Performance) => readonly ResultRow[]
}

/** The rows that count: entered and closed, in order. */
export const resolvedRows = (rows: readonly ResultRow[]): readonly ResultRow[] =>
  rows.filter(({ state }) => state === 'closed')

/** The figures of these rows, computed by trading/performance. */
export const recompute = (rows: readonly ResultRow[]): Performance =>
  performance(
    resolvedRows(rows).map((row) => ({
      at: row.ended_at,
      r: row.realised_r ?? '0',
      publishedAt: row.published_at,
      ...(row.held_seconds === null ? {} : { heldSeconds: row.held_seconds }),
      ...(row.best_r !== null && row.worst_r !== null && { bestR: row.best_r, worstR: row.worst_r }),
    })),
  )

const text = (value: Decimal | null, digits = 4) => value?.toFixed(digits) ?? null
const whole = (rows: readonly ResultRow[]) => resolvedRows(rows)
const measuredRows = (rows: readonly ResultRow[]) => resolvedRows(rows).filter((row) => row.best_r !== null)
const gained = ({ averageWin, wins }: Performance) => averageWin?.times(wins) ?? new Decimal(0)
const lost = ({ averageLoss, losses }: Performance) => averageLoss?.times(losses) ?? new Decimal(0)
const of = (rows: readonly ResultRow[], keep: (r: Decimal) => boolean) =>
  resolvedRows(rows).filter(({ realised_r: r }) => keep(new Decimal(r ?? 0)))
const within = (rows: readonly ResultRow[], span: Span | null, after = 0) =>
  span ? resolvedRows(rows).slice(span.from === null ? 0 : span.from + after, span.to + 1) : []
const highest = ({ curve }: Performance) => Decimal.max(0, ...curve.map(({ r }) => r))
const some = (performance: Performance, value: Decimal) => (performance.resolved > 0 ? text(value) : null)

export const FIGURE: Readonly<Record<FigureName, Figure>> = {
  expectancy: {
    kind: 'r',
    told: (figures) => figures.expectancy_r,
    known: ({ expectancy }) => text(expectancy),
    inputs: ({ total, resolved, expectancyHalfWidth }) => [
      ['total', total, 'r'],
      ['resolved', resolved, 'count'],
      ['halfWidth', expectancyHalfWidth, 'r'],
    ],
    rows: whole,
  },
  winRate: {
    kind: 'percent',
    told: (figures) => figures.win_rate,
    known: ({ winRate }) => text(winRate),
    inputs: ({ wins, resolved, winRateInterval }) => [
      ['wins', wins, 'count'],
      ['resolved', resolved, 'count'],
      ['low', winRateInterval?.low ?? null, 'percent'],
      ['high', winRateInterval?.high ?? null, 'percent'],
    ],
    rows: whole,
  },
  profitFactor: {
    kind: 'ratio',
    told: (figures) => figures.profit_factor,
    known: ({ profitFactor }) => text(profitFactor),
    inputs: (known) => [
      ['gained', gained(known), 'r'],
      ['lost', lost(known), 'r'],
    ],
    rows: whole,
  },
  maxDrawdown: {
    kind: 'fall',
    told: (figures) => figures.max_drawdown_r,
    known: (known) => some(known, known.maxDrawdown),
    inputs: ({ curve, drawdownSpan }) =>
      drawdownSpan
        ? [
            ['peak', drawdownSpan.from === null ? 0 : (curve[drawdownSpan.from]?.r ?? null), 'r'],
            ['trough', curve[drawdownSpan.to]?.r ?? null, 'r'],
          ]
        : [],
    rows: (rows, { drawdownSpan }) => within(rows, drawdownSpan, 1),
  },
  total: {
    kind: 'r',
    told: (figures) => figures.total_r,
    known: (known) => some(known, known.total),
    inputs: (known) => [
      ['gained', gained(known), 'r'],
      ['lost', lost(known), 'r'],
      ['resolved', known.resolved, 'count'],
    ],
    rows: whole,
  },
  perMonth: {
    kind: 'r',
    told: (figures) => figures.r_per_month,
    known: ({ perMonth }) => text(perMonth),
    inputs: ({ total, perMonth }) => [
      ['total', total, 'r'],
      ['months', perMonth && !perMonth.isZero() ? total.dividedBy(perMonth) : null, 'months'],
    ],
    rows: whole,
  },
  averageWin: {
    kind: 'r',
    told: (figures) => figures.average_win_r,
    known: ({ averageWin }) => text(averageWin),
    inputs: (known) => [
      ['gained', gained(known), 'r'],
      ['wins', known.wins, 'count'],
    ],
    rows: (rows) => of(rows, (r) => r.greaterThan(0)),
  },
  averageLoss: {
    kind: 'r',
    told: (figures) => figures.average_loss_r,
    known: ({ averageLoss }) => text(averageLoss),
    inputs: (known) => [
      ['lost', lost(known), 'r'],
      ['losses', known.losses, 'count'],
    ],
    rows: (rows) => of(rows, (r) => r.lessThan(0)),
  },
  currentDrawdown: {
    kind: 'fall',
    told: (figures) => figures.current_drawdown_r,
    known: (known) => some(known, known.currentDrawdown),
    inputs: (known) => [
      ['peak', highest(known), 'r'],
      ['now', known.total, 'r'],
    ],
    rows: (rows, { curve }) => {
      const peak = curve.reduce(
        (best, { r }, index) => (r.greaterThanOrEqualTo(best.r) ? { r, index } : best),
        {
          r: new Decimal(0),
          index: -1,
        },
      )
      return resolvedRows(rows).slice(peak.index + 1)
    },
  },
  averageBest: {
    kind: 'r',
    told: (figures) => figures.average_best_r,
    known: ({ averageBest }) => text(averageBest),
    inputs: ({ measured }) => [['measured', measured, 'count']],
    rows: measuredRows,
  },
  averageWorst: {
    kind: 'r',
    told: (figures) => figures.average_worst_r,
    known: ({ averageWorst }) => text(averageWorst),
    inputs: ({ measured }) => [['measured', measured, 'count']],
    rows: measuredRows,
  },
  maxOpenDrawdown: {
    kind: 'fall',
    told: (figures) => figures.max_open_drawdown_r,
    known: ({ maxOpenDrawdown }) => text(maxOpenDrawdown),
    inputs: ({ curve, maxOpenDrawdown, openDrawdownAt }) => {
      if (maxOpenDrawdown === null || openDrawdownAt === null) return []
      const before = curve.slice(0, openDrawdownAt).map(({ r }) => r)
      const peak = Decimal.max(0, ...before)
      return [
        ['peak', peak, 'r'],
        ['worst', peak.minus(maxOpenDrawdown), 'r'],
      ]
    },
    rows: (rows, { openDrawdownAt }) =>
      openDrawdownAt === null ? [] : resolvedRows(rows).slice(openDrawdownAt, openDrawdownAt + 1),
  },
  longestWins: {
    kind: 'count',
    told: ({ longest_wins: wins }) => String(wins),
    known: ({ longestWins }) => String(longestWins),
    inputs: ({ wins, resolved }) => [
      ['wins', wins, 'count'],
      ['resolved', resolved, 'count'],
    ],
    rows: (rows, { winsSpan }) => within(rows, winsSpan),
  },
  longestLosses: {
    kind: 'count',
    told: ({ longest_losses: losses }) => String(losses),
    known: ({ longestLosses }) => String(longestLosses),
    inputs: ({ losses, resolved }) => [
      ['losses', losses, 'count'],
      ['resolved', resolved, 'count'],
    ],
    rows: (rows, { lossesSpan }) => within(rows, lossesSpan),
  },
  medianHeld: {
    kind: 'duration',
    told: (figures) => figures.median_held_seconds,
    known: ({ medianHeldSeconds }) => text(medianHeldSeconds, 1),
    inputs: ({ resolved }) => [['resolved', resolved, 'count']],
    rows: (rows) =>
      resolvedRows(rows).toSorted((one, other) => (one.held_seconds ?? 0) - (other.held_seconds ?? 0)),
  },
}

/** The figures on which the database and the browser disagree. */
export const differing = (figures: Figures, known: Performance): readonly FigureName[] =>
  FIGURES.filter((name) => FIGURE[name].told(figures) !== FIGURE[name].known(known))
