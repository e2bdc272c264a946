// Owns the check of expectations: each is sealed before its release, opened once, with what was sealed, and graded by the difference of the
// figure from the consensus. That both are what an authority and its observers said is outside the record.
import { surprise } from '../announcements/surprise.ts'
import { isProbability } from '../statements/statement.ts'
import { Diverged, type Divergence } from './divergence.ts'
import { commitment, type Json, type LedgerRow } from './ledger.ts'
import { microsOf, objectOf, type ProofExport, textOf } from './proof-format.ts'

const MINUTE = 60_000_000

export type ExpectationCounts = {
  expectations: number
  graded: number
  /** Graded without an outcome: the release was cancelled, or nothing was expected of it. */
  void: number
}

/** Checks every expectation of an export. Throws Diverged at the first mismatch. */
export function checkExpectations(proof: Pick<ProofExport, 'entries'>): ExpectationCounts {
  const sealed = new Map<string, LedgerRow>()
  const graded = new Set<string>()
  const counts = { expectations: 0, graded: 0, void: 0 }
  for (const row of proof.entries) {
    const { kind, data } = row.entry
    const id = String(data.expectation)
    if (kind === 'expected') {
      counts.expectations += 1
      if (sealed.has(id))
        throw diverged('publication', 'published_twice', row, 'data.expectation', undefined, id)
      if (data.number !== counts.expectations)
        throw diverged('publication', 'number', row, 'data.number', counts.expectations, data.number)
      checkMaking(row)
      sealed.set(id, row)
    } else if (kind === 'expectation_graded') {
      const made = sealed.get(id)
      if (!made) throw diverged('publication', 'never_published', row, 'data.expectation', 'expected', id)
      if (graded.has(id)) throw diverged('publication', 'after_the_end', row, 'kind', undefined, kind)
      graded.add(id)
      counts.graded += 1
      counts.void += checkGrade(row, made) ? 0 : 1
    }
  }
  return counts
}

/** Checks when it was made: before its release, and entered within a minute. A demonstration may be entered at any later time. */
function checkMaking(row: LedgerRow): void {
  const { at, data } = row.entry
  const [made = 0, deadline = 0, recorded = 0] = [data.made_at, data.deadline, at].map(
    (time) => microsOf(textOf(time)) ?? 0,
  )
  const demonstration = data.demonstration === true
  if (made >= deadline || (recorded >= deadline && !demonstration))
    throw diverged('publication', 'out_of_time', row, 'data.deadline', 'after it was sealed', data.deadline)
  if (recorded < made || (recorded > made + MINUTE && !demonstration))
    throw diverged('publication', 'out_of_time', row, 'data.made_at', `≤ ${at}, 1 min`, data.made_at)
}

/** Whether it has an outcome. */
function checkGrade(row: LedgerRow, made: LedgerRow): boolean {
  const { terms, nonce, actual, forecast, surprise: said, outcome } = row.entry.data
  const expected = made.entry.data
  const opened = commitment(textOf(nonce) ?? '', terms as Json)
  if (opened !== expected.commitment)
    throw diverged('commitments', 'does_not_open', row, 'data.terms', expected.commitment, opened)
  const stated = objectOf(terms as Json) ?? {}
  if (stated.deadline !== expected.deadline)
    throw diverged(
      'commitments',
      'does_not_open',
      row,
      'data.terms.deadline',
      expected.deadline,
      stated.deadline,
    )
  if (!isProbability(textOf(stated.probability)))
    throw diverged(
      'publication',
      'not_publishable',
      row,
      'data.terms.probability',
      'invalid_probability',
      stated.probability,
    )
  if ((microsOf(row.entry.at) ?? 0) < (microsOf(textOf(expected.deadline)) ?? 0))
    throw diverged(
      'outcomes',
      'not_by_the_rules',
      row,
      'at',
      `after ${String(expected.deadline)}`,
      row.entry.at,
    )
  const direction =
    surprise({ actual: textOf(actual), forecast: textOf(forecast), better: 'neither' })?.direction ?? null
  if (said !== direction)
    throw diverged('outcomes', 'not_by_the_rules', row, 'data.surprise', direction, said)
  const right = direction === null ? null : direction === stated.direction
  if (outcome !== right) throw diverged('outcomes', 'not_by_the_rules', row, 'data.outcome', right, outcome)
  return right !== null
}

function diverged(
  check: Divergence['check'],
  problem: Divergence['problem'],
  { sequence }: LedgerRow,
  key: string,
  expected: unknown,
  found: unknown,
): Diverged {
  return new Diverged({
    check,
    problem,
    path: `entries[${sequence - 1}].entry.${key}`,
    sequence,
    expected,
    found,
  })
}
