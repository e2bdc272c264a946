// Owns the recomputation of the displayed figures from the ledger, using the definitions of performance.ts. A figure without a
// definition in this version is reported as not recomputed, never silently ignored.
import { type Decimal, fixed } from '../decimal.ts'
import { cancelledRate, performance } from '../performance.ts'
import { Diverged, firstDifference } from './divergence.ts'
import type { Json } from './ledger.ts'
import { type JsonObject, listOf, microsOf, objectOf, type ProofExport } from './proof-format.ts'
import { type SignalLife, stateOf } from './signal-life.ts'
import { realisedR } from './verify-displayed.ts'

const DAY = 86_400_000_000
const DECIMALS = 4

export type StatisticsCheck = { figures: number; notRecomputed: string[] }

/** Checks every displayed figure of every period against the ledger. Throws Diverged at the first difference. */
export function checkStatistics(proof: ProofExport, lives: readonly SignalLife[]): StatisticsCheck {
  const now = microsOf(proof.exported_at)
  const latest = microsOf(proof.entries[proof.as_of - 1]?.entry.at) ?? 0
  if (now === null || now < latest) {
    throw fail('malformed', 'exported_at', `≥ ${proof.entries[proof.as_of - 1]?.entry.at}`, proof.exported_at)
  }
  const periods = listOf(proof.statistics).map(objectOf)
  if (periods.length === 0) throw fail('missing', 'statistics', 'at least one period', periods.length)
  let figures = 0
  const notRecomputed = new Set<string>()
  const seen = new Set<Json | undefined>()
  for (const [index, period] of periods.entries()) {
    const path = `statistics[${index}]`
    const shown = objectOf(period?.figures)
    const days = period?.days
    if (
      !shown ||
      typeof days !== 'number' ||
      seen.has(days) ||
      !PERIODS.includes(days) ||
      Object.keys(period!).length !== 2
    ) {
      throw fail('malformed', path, PERIODS.join(', '), days)
    }
    seen.add(days)
    const expected = figuresOf(
      lives.filter((life) => (microsOf(life.published.published_at) ?? 0) > now - days * DAY),
    )
    for (const key of Object.keys(shown)) if (!(key in expected)) notRecomputed.add(key)
    const difference = firstDifference(expected, comparable(shown, expected), `${path}.figures`)
    if (difference) throw fail('differs', difference.path, difference.expected, difference.found)
    figures += Object.keys(expected).length
  }
  if (seen.size !== PERIODS.length)
    throw fail('missing', 'statistics', PERIODS.join(', '), [...seen].join(', '))
  return { figures, notRecomputed: [...notRecomputed].sort() }
}

/** The periods of an export, in days. */
const PERIODS: readonly number[] = [30, 90, 365]

/** The expected result of `signal_performance` for these signals. Times are instants in microseconds. */
export function figuresOf(lives: readonly SignalLife[]): JsonObject {
  const count = (...states: string[]) => lives.filter((life) => states.includes(stateOf(life))).length
  const ended = lives.filter((life) => ENDED.includes(stateOf(life)))
  const closed = ended
    .filter((life) => stateOf(life) === 'closed')
    .map((life) => ({ life, at: life.ending!.at, publishedAt: String(life.published.published_at) }))
    .sort((one, other) => (one.at === other.at ? order(one.life.id, other.life.id) : order(one.at, other.at)))
  const figures = performance(
    closed.map(({ life, at, publishedAt }) => ({ at, publishedAt, r: realisedR(life)!, ...held(life) })),
  )
  const some = closed.length > 0
  const ends = closed.map(({ at }) => microsOf(at))
  const end = (place: number | null | undefined) => (typeof place === 'number' ? (ends[place] ?? null) : null)
  return {
    published: lives.length,
    ended: ended.length,
    resolved: figures.resolved,
    expired: count('expired'),
    cancelled: count('cancelled'),
    cancelled_rate: rounded(cancelledRate(count('cancelled'), ended.length)),
    open: count('pending', 'active'),
    wins: figures.wins,
    losses: figures.losses,
    win_rate: rounded(figures.winRate),
    win_rate_low: rounded(figures.winRateInterval?.low ?? null),
    win_rate_high: rounded(figures.winRateInterval?.high ?? null),
    average_win_r: rounded(figures.averageWin),
    average_loss_r: rounded(figures.averageLoss),
    expectancy_r: rounded(figures.expectancy),
    expectancy_half_width_r: rounded(figures.expectancyHalfWidth),
    profit_factor: rounded(figures.profitFactor),
    max_drawdown_r: some ? rounded(figures.maxDrawdown) : null,
    max_drawdown_from: end(figures.drawdownSpan?.from),
    max_drawdown_to: end(figures.drawdownSpan?.to),
    current_drawdown_r: some ? rounded(figures.currentDrawdown) : null,
    longest_wins: figures.longestWins,
    longest_wins_from: end(figures.winsSpan?.from),
    longest_wins_to: end(figures.winsSpan?.to),
    longest_losses: figures.longestLosses,
    longest_losses_from: end(figures.lossesSpan?.from),
    longest_losses_to: end(figures.lossesSpan?.to),
    median_held_seconds: figures.medianHeldSeconds?.toFixed(1) ?? null,
    total_r: some ? rounded(figures.total) : null,
    r_per_month: rounded(figures.perMonth),
    sample: figures.sample,
    since: some ? Math.min(...closed.map(({ publishedAt }) => microsOf(publishedAt) ?? Number.NaN)) : null,
    until: end(closed.length - 1),
    demonstration: ended.some((life) => life.published.demonstration === true),
    distribution: figures.distribution.map(({ from, count }) => ({ from: from.toFixed(1), count })),
    curve: figures.curve.map(({ at, r }) => ({ at: microsOf(at), r: rounded(r) })),
  }
}

const ENDED = ['closed', 'expired', 'cancelled']

/** How long the position was held, in whole seconds; empty if no entry is recorded. */
function held(life: SignalLife): { heldSeconds?: number } {
  const entered = microsOf(life.events.find(({ value }) => value.kind === 'entered')?.value.at)
  const ended = microsOf(life.ending?.at)
  return entered === null || ended === null ? {} : { heldSeconds: Math.floor((ended - entered) / 1_000_000) }
}

const TIMES = /^(since|until)$|_(from|to)$/

/** The recomputed figures, with times as instants: the database may format the same time in two ways. */
function comparable(shown: JsonObject, expected: JsonObject): JsonObject {
  const known = Object.entries(shown)
    .filter(([key]) => key in expected)
    .map(([key, value]) => [key, TIMES.test(key) ? instant(value) : value] as const)
  const curve = listOf(shown.curve).map((point) => {
    const told = objectOf(point)
    return told ? { ...told, at: instant(told.at ?? null) } : point
  })
  return { ...Object.fromEntries(known), curve }
}

/** A time in any supported format, as an instant. Any other value is kept as text. */
const instant = (value: Json) => (value === null ? null : (microsOf(value) ?? `${value}`))
const order = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
const rounded = (value: Decimal | null): string | null => value && fixed(value, DECIMALS)

function fail(problem: 'malformed' | 'missing' | 'differs', path: string, expected: unknown, found: unknown) {
  return new Diverged({ check: 'statistics', problem, path, expected, found })
}
