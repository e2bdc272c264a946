// Owns the check of the chain and of its heads: every entry follows the one before, and every head that was written down,
// here or by somebody else, is an entry of it.
import { canonicalOrNull, Diverged, firstDifference } from './divergence.ts'
import { GENESIS_HASH, type Json, type LedgerRow } from './ledger.ts'
import { type JsonObject, microsOf, objectOf, type ProofExport, textOf } from './proof-format.ts'

/** SHA-256 of a UTF-8 text in lower-case hex: the one thing that the browser and the command line do each their way. */
export type Hasher = (text: string) => string | Promise<string>

/** A head that somebody kept. */
export type KeptHead = { sequence: number; hash: string }

const ENTRY_KEYS = ['at', 'data', 'kind', 'sequence', 'signal']
const EVERY = 200

/** Recomputes the chain from its first entry. Throws Diverged at the first entry that does not follow. */
export async function checkChain(
  rows: readonly LedgerRow[],
  hash: Hasher,
  onProgress: (done: number) => void,
): Promise<void> {
  let previous = { hash: GENESIS_HASH, at: Number.NEGATIVE_INFINITY, told: '' }
  for (const [index, row] of rows.entries()) {
    const place = `entries[${index}]`
    const fail = (
      problem: Diverged['divergence']['problem'],
      key: string,
      expected: unknown,
      found: unknown,
    ) =>
      new Diverged({
        check: 'chain',
        problem,
        path: `${place}${key}`,
        sequence: index + 1,
        expected,
        found,
      })
    const entry = objectOf(row?.entry as unknown as Json)
    if (!entry || objectOf(entry.data) === null || Object.keys(entry).sort().join() !== ENTRY_KEYS.join()) {
      throw fail('malformed', '.entry', `{${ENTRY_KEYS.join(', ')}}`, entry ? Object.keys(entry) : row?.entry)
    }
    const unknown = Object.keys(row).find(
      (key) => !['sequence', 'entry', 'previous_hash', 'hash'].includes(key),
    )
    if (unknown) throw fail('malformed', `.${unknown}`, undefined, unknown)
    if (row.sequence !== index + 1) throw fail('sequence', '.sequence', index + 1, row.sequence)
    if (entry.sequence !== row.sequence)
      throw fail('sequence', '.entry.sequence', row.sequence, entry.sequence)
    if (row.previous_hash !== previous.hash) {
      throw fail('previous_hash', '.previous_hash', previous.hash, row.previous_hash)
    }
    const text = canonicalOrNull(entry)
    const computed = text === null ? null : await hash(`${row.previous_hash}\n${text}`)
    if (computed !== row.hash) throw fail('hash', '.hash', computed ?? 'a canonical entry', row.hash)
    const at = microsOf(entry.at)
    if (at === null || at < previous.at)
      throw fail('time_goes_back', '.entry.at', `≥ ${previous.told}`, entry.at)
    previous = { hash: row.hash, at, told: String(entry.at) }
    if (row.sequence % EVERY === 0) onProgress(row.sequence)
  }
}

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
  for (const [index, head] of told.entries()) checkHead(entries, head, `heads[${index}]`)
  return told.length + kept.length
}

/** A head is the day's last entry, and counts those of its day. */
function checkHead(entries: readonly LedgerRow[], head: JsonObject, path: string): void {
  const row = entries[Number(head.sequence) - 1]
  const from = microsOf(`${textOf(head.day) ?? ''}T00:00:00Z`) ?? Number.NaN
  const within = (other: LedgerRow | undefined) => {
    const at = microsOf(other?.entry.at)
    return at !== null && at >= from && at < from + DAY
  }
  const next = microsOf(entries[Number(head.sequence)]?.entry.at) ?? Number.POSITIVE_INFINITY
  const written = microsOf(head.recorded_at) ?? Number.NaN
  compare(
    path,
    {
      ...headOf(row),
      day: head.day ?? null,
      entries: entries.filter(within).length,
      recorded_at: head.recorded_at ?? null,
    },
    head,
  )
  const last = microsOf(row?.entry.at) ?? Number.NaN
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

const headOf = (row: LedgerRow | undefined) =>
  row ? { sequence: row.sequence, hash: row.hash, at: row.entry.at } : null

function compare(path: string, expected: Json, found: Json): void {
  const difference = firstDifference(expected, found, path)
  if (difference) throw new Diverged({ check: 'heads', problem: 'differs', ...difference })
}

/** The entries of each signal, in order. */
export function entriesBySignal(rows: readonly LedgerRow[]): Map<string, LedgerRow[]> {
  const signals = new Map<string, LedgerRow[]>()
  for (const row of rows) {
    const { signal } = row.entry
    if (signal === null) continue
    const known = signals.get(signal)
    if (known) known.push(row)
    else signals.set(signal, [row])
  }
  return signals
}
