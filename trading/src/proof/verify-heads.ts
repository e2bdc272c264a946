// Owns the check of the heads: each that was written down, here or by somebody else, is an entry of the chain.
import { Diverged, firstDifference } from './divergence.ts'
import type { Json, LedgerRow } from './ledger.ts'
import { type JsonObject, microsOf, type ProofExport, textOf } from './proof-format.ts'

/** A head that somebody kept. */
export type KeptHead = { sequence: number; hash: string }

const DAY = 86_400_000_000

/** Holds the head, the daily heads and those that were kept elsewhere against the chain. Returns how many stand. */
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
  // Each head is told twice, as a row and as an entry: neither may be without the other.
  const told = entries
    .slice(0, proof.as_of)
    .filter((row) => row.entry.kind === 'head')
    .map((row): JsonObject => ({ ...(row.entry.data as JsonObject), recorded_at: row.entry.at }))
  compare('heads', told, proof.heads)
  const perDay = countByDay(entries)
  for (const [index, head] of told.entries()) checkHead(entries, perDay, head, `heads[${index}]`)
  return told.length + kept.length
}

/** A head is the day's last entry, counts those of its day, and is written after it. */
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

/** How many entries each day of UTC added, by its number since 1970. */
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
