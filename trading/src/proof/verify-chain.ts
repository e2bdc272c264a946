// Owns the check of the chain: every entry follows the previous one by hash, sequence and time.
import { canonicalOrNull, Diverged } from './divergence.ts'
import { GENESIS_HASH, type Json, type LedgerRow } from './ledger.ts'
import { isTimestamp, microsOf, objectOf } from './proof-format.ts'

/** SHA-256 of a UTF-8 text in lower-case hex. The browser and the command line each provide their own implementation. */
export type Hasher = (text: string) => string | Promise<string>

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
    const at = isTimestamp(entry.at) ? microsOf(entry.at) : null
    if (at === null || at < previous.at)
      throw fail('time_goes_back', '.entry.at', `≥ ${previous.told}`, entry.at)
    previous = { hash: row.hash, at, told: String(entry.at) }
    if (row.sequence % EVERY === 0) onProgress(row.sequence)
  }
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
