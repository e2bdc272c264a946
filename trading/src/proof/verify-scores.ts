// Owns the check of the table of scores: every figure from the outcomes, and the chance baseline if the minutes are provided.
import { chanceOf, DRAWS, type Lived } from '../statements/chance.ts'
import { type Chance, cohortOf, scoreRows } from '../statements/scores.ts'
import { Diverged, firstDifference } from './divergence.ts'
import type { Json } from './ledger.ts'
import { listOf, microsOf, objectOf, type ProofExport } from './proof-format.ts'
import { decidedOf, lifeUntil, type StatementLife } from './statement-life.ts'

/** Maximum delay before a resolution must be counted, in microseconds. */
const LATE = 86_400_000_000

/** Checks the table of scores against the outcomes; recomputes chance if the minutes are provided. Returns the number of rows. */
export function checkScores(
  proof: ProofExport,
  lives: readonly StatementLife[],
  lived: ReadonlyMap<string, Lived> | null,
): number {
  const fail = (
    problem: 'malformed' | 'missing' | 'differs',
    path: string,
    expected: unknown,
    found: unknown,
  ) => new Diverged({ check: 'statistics', problem, path, expected, found })
  // Nothing is displayed before the first resolution is scored.
  if (proof.scores === null || proof.scores === undefined) return 0
  const { as_of, rows, ...more } = objectOf(proof.scores) ?? {}
  const last = Number(as_of) <= proof.as_of ? proof.entries[Number(as_of) - 1] : undefined
  if (last?.entry.kind !== 'resolved' || !Array.isArray(rows) || Object.keys(more).length > 0)
    throw fail('malformed', 'scores', 'as_of, rows', proof.scores)
  const { sequence } = last
  const now = microsOf(proof.exported_at) ?? 0
  const late = lives.find(
    ({ resolved }) => resolved && resolved.sequence > sequence && microsOf(resolved.at)! + LATE < now,
  )
  if (late) throw fail('missing', 'scores.as_of', `≥ ${late.resolved!.sequence}`, as_of)
  const counted = lives.map((life) => lifeUntil(life, sequence)).filter(({ resolved }) => resolved)
  const expected = scoreRows(counted.map(decidedOf), ({ author_kind, cohort }) => {
    if (!lived) return chanceShown(listOf(rows), author_kind, cohort)
    const members = counted.filter(
      ({ stated }) => stated.author_kind === author_kind && cohortOf(String(stated.deadline)) === cohort,
    )
    return chanceOf(
      members.map(({ id }) => lived.get(id)!),
      seedOf(members),
    )
  })
  const difference = firstDifference(expected as unknown as Json, rows as Json, 'scores.rows')
  if (difference) throw fail('differs', difference.path, difference.expected, difference.found)
  return rows.length
}

/** The seed of a cohort's chance baseline: the hash of the entry that created its last statement. */
export const seedOf = (members: readonly StatementLife[]): string => members.at(-1)?.row.hash ?? ''

/** The displayed chance baseline of a cohort; null if it cannot be a valid draw. */
function chanceShown(rows: readonly Json[], author_kind: string, cohort: string): Chance | null {
  const row = rows.map(objectOf).find((one) => one?.author_kind === author_kind && one.cohort === cohort)
  const { n, hits, brier } = objectOf(row?.chance) ?? {}
  const drawn = n === DRAWS && Number.isSafeInteger(hits) && Number(hits) >= 0 && Number(hits) <= DRAWS
  return drawn && /^[01]\.\d{4}$/.test(String(brier)) ? { n, hits: Number(hits), brier: String(brier) } : null
}
