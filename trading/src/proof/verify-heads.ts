// Owns the check of the heads: every daily head and every head a reader kept is an entry of the chain.
import { Diverged, firstDifference } from './divergence.ts'
import type { Json, LedgerRow } from './ledger.ts'
import { type JsonObject, microsOf, type ProofExport, textOf } from './proof-format.ts'

/** A head that a reader kept. */
export type KeptHead = { sequence: number; hash: string }

const DAY = 86_400_000_000

/** Checks the current head, the daily heads and the kept heads against the chain. Returns the number of daily and kept heads. */
export function checkHeads(proof: ProofExport, kept: readonly KeptHead[]): number {
  const { entries } = proof
  for (const head of kept) {
    const found = entries[head.sequence - 1]?.hash
    if (found !== head.hash) {
      throw new Diverged({
        check: 'heads',
        problem: 'kept_head',
        path: `entries[${head.sequence - 1}].hash`,
        sequence: head.sequence,
        expected: head.hash,
        found,
      })
    }
  }
  compare('head', headOf(entries[proof.as_of - 1]), proof.head)
  if (proof.as_of !== 0 && !entries[proof.as_of - 1]) {
    throw new Diverged({
      check: 'heads',
      problem: 'missing',
      path: 'as_of',
      expected: entries.length,
      found: proof.as_of,
    })
  }
  // Each head exists as a row and as an entry; neither may exist without the other.
  const told = entries
    .slice(0, proof.as_of)
    .filter((row) => row.entry.kind === 'head')
    .map((row): JsonObject => ({ ...(row.entry.data as JsonObject), recorded_at: row.entry.at }))
  compare('heads', told, proof.heads)
  const perDay = countByDay(entries)
  for (const [index, head] of told.entries()) checkHead(entries, perDay, head, `heads[${index}]`)
  return told.length + kept.length
}

/** A head is the last entry of its day, states the day's number of entries, and is written after the day. */
function checkHead(
  entries: readonly LedgerRow[],
  perDay: ReadonlyMap<number, number>,
  head: JsonObject,
  path: string,
): void {
  const row = entries[Number(head.sequence) - 1]
  const from = microsOf(`${textOf(head.day) ?? ''}T00:00:00Z`) ?? Number.NaN
  const expected = {
    ...headOf(row),
    day: head.day ?? null,
    entries: perDay.get(from / DAY) ?? 0,
    recorded_at: head.recorded_at ?? null,
  }
  compare(path, expected, head)
  const last = microsOf(row?.entry.at) ?? Number.NaN
  const next = microsOf(entries[Number(head.sequence)]?.entry.at) ?? Number.POSITIVE_INFINITY
  const written = microsOf(head.recorded_at) ?? Number.NaN
  if (!(last < from + DAY && next >= from + DAY && written >= from + DAY)) {
    throw new Diverged({
      check: 'heads',
      problem: 'differs',
      path: `${path}.day`,
      expected: row?.entry.at,
      found: head.day,
    })
  }
}

/** Number of entries by UTC day, as days since 1970. */
function countByDay(entries: readonly LedgerRow[]): Map<number, number> {
  const perDay = new Map<number, number>()
  for (const { entry } of entries) {
    const day = Math.floor((microsOf(entry.at) ?? Number.NaN) / DAY)
    perDay.set(day, (perDay.get(day) ?? 0) + 1)
  }
  return perDay
}

const headOf = (row: LedgerRow | undefined) =>
  row ? { sequence: row.sequence, hash: row.hash, at: row.entry.at } : null

function compare(path: string, expected: Json, found: Json): void {
  const difference = firstDifference(expected, found, path)
  if (difference) throw new Diverged({ check: 'heads', problem: 'differs', ...difference })
}
