import { surprise } from 'trading/announcements/surprise'
import { commitment, type LedgerEntry } from 'trading/proof/ledger'
import { objectOf, type ProofExport, textOf } from 'trading/proof/proof-format'
import type { Path } from './proof-tampering.ts'

type Branch = { [key: string]: unknown }

const entriesOf = ({ entries }: ProofExport, id: unknown) =>
  entries.map(({ entry }) => entry).filter(({ data }) => data.expectation === id)
const opened = (own: readonly LedgerEntry[]) => own.find(({ kind }) => kind === 'expectation_graded')

/** Replaces the id of an expectation everywhere. */
export function renameExpectation(proof: ProofExport, before: string, value: string): void {
  for (const { data } of entriesOf(proof, before)) (data as Branch).expectation = value
}

/** A deadline is in the clear and in the sealed terms: the other place of one that changed. */
export function deadlineBesides(proof: ProofExport, path: Path): Path | undefined {
  const [part, index, , , key] = path
  if (part !== 'entries' || path.at(-1) !== 'deadline') return undefined
  const { data } = proof.entries[Number(index)]!.entry
  if (data.expectation === undefined) return undefined
  const other = proof.entries.findIndex(
    ({ entry }) => entry.data.expectation === data.expectation && entry.data !== data,
  )
  if (other === -1) return undefined
  return ['entries', other, 'entry', 'data', ...(key === 'terms' ? ['deadline'] : ['terms', 'deadline'])]
}

/** Grades every expectation by its figure and consensus, and seals its terms. What cannot be read is left to the check. */
export function renewExpectations(proof: ProofExport): void {
  for (const { kind, data } of proof.entries.map(({ entry }) => entry)) {
    if (kind !== 'expected') continue
    const graded = opened(entriesOf(proof, data.expectation))?.data as Branch | undefined
    if (!graded) continue
    const terms = objectOf(graded.terms as never)
    const direction =
      surprise({
        actual: textOf(graded.actual as never),
        forecast: textOf(graded.forecast as never),
        better: 'neither',
      })?.direction ?? null
    Object.assign(graded, {
      surprise: direction,
      outcome: direction === null ? null : direction === terms?.direction,
    })
    if (terms) (data as Branch).commitment = commitment(String(graded.nonce), terms)
  }
}
