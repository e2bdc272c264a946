// Owns the recomputation of the displayed figures from the lives of the ledger, by the definitions of performance.ts. A figure
// that this version has no definition for is named as not recomputed, never passed over in silence.
import type { Decimal } from './decimal.ts'
import { Diverged, firstDifference } from './divergence.ts'
import type { Json } from './ledger.ts'
import { performance } from './performance.ts'
import { type JsonObject, listOf, microsOf, objectOf, type ProofExport } from './proof-format.ts'
import { type SignalLife, stateOf } from './signal-life.ts'
import { realisedR } from './verify-displayed.ts'

const DAY = 86_400_000_000
const DECIMALS = 4

export type StatisticsCheck = { figures: number; notRecomputed: string[] }

/** Holds every displayed figure of every period against the ledger. Throws Diverged at the first that differs. */
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

/** The periods that an export shows, in days. */
const PERIODS: readonly number[] = [30, 90, 365]

/** What `signal_performance` must answer for these signals. */
function figuresOf(lives: readonly SignalLife[]): JsonObject {
  const count = (...states: string[]) => lives.filter((life) => states.includes(stateOf(life))).length
  const results = lives
    .filter((life) => stateOf(life) === 'closed')
    .map((life) => ({ at: life.ending!.at, r: realisedR(life)!, id: life.id }))
    .sort((one, other) => (one.at === other.at ? order(one.id, other.id) : order(one.at, other.at)))
  const figures = performance(results)
  const some = results.length > 0
  return {
    published: lives.length,
    resolved: figures.resolved,
    expired: count('expired', 'cancelled'),
    open: count('pending', 'active'),
    wins: figures.wins,
    losses: figures.losses,
    win_rate: rounded(figures.winRate),
    average_win_r: rounded(figures.averageWin),
    average_loss_r: rounded(figures.averageLoss),
    expectancy_r: rounded(figures.expectancy),
    expectancy_half_width_r: rounded(figures.expectancyHalfWidth),
    profit_factor: rounded(figures.profitFactor),
    max_drawdown_r: some ? rounded(figures.maxDrawdown) : null,
    current_drawdown_r: some ? rounded(figures.currentDrawdown) : null,
    total_r: some ? rounded(figures.total) : null,
    demonstration: lives.some((life) => life.published.demonstration === true),
    curve: figures.curve.map(({ at, r }) => ({ at: microsOf(at), r: rounded(r) })),
  }
}

/** The figures that are recomputed, with the curve's times as instants: the database may write the same one in two ways. */
function comparable(shown: JsonObject, expected: JsonObject): JsonObject {
  const known = Object.entries(shown).filter(([key]) => key in expected)
  const curve = listOf(shown.curve).map((point) => {
    const told = objectOf(point)
    return told ? { ...told, at: microsOf(told.at) } : point
  })
  return { ...Object.fromEntries(known), curve }
}

const order = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
const rounded = (value: Decimal | null): string | null => value?.toFixed(DECIMALS) ?? null

function fail(problem: 'malformed' | 'missing' | 'differs', path: string, expected: unknown, found: unknown) {
  return new Diverged({ check: 'statistics', problem, path, expected, found })
}
