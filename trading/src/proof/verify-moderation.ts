// Owns the check of the moderation's register in the chain: consecutive numbers, and reversals of measures that were taken before,
// each at most once. What the words were, only their author can show: checkRemovedText().
import { canonicalOrNull, Diverged } from './divergence.ts'
import type { LedgerRow } from './ledger.ts'
import type { Hasher } from './verify-chain.ts'

/** Checks every entry about moderation. Returns how many there are; throws Diverged at the first that does not follow. */
export function checkModeration(entries: readonly LedgerRow[]): number {
  const taken = new Map<number, LedgerRow>()
  let numbered = 0
  for (const row of entries) {
    const { kind, data } = row.entry
    if (kind !== 'moderated') continue
    numbered += 1
    const fail = (key: string, expected: unknown) =>
      new Diverged({
        check: 'publication',
        problem: 'number',
        path: `entries[${row.sequence - 1}].entry.data.${key}`,
        sequence: row.sequence,
        expected,
        found: data[key],
      })
    if (data.number !== numbered) throw fail('number', numbered)
    if (data.act === 'taken') {
      if (data.of !== null) throw fail('of', null)
      taken.set(numbered, row)
      continue
    }
    const reversed = taken.get(Number(data.of))?.entry.data
    if (!reversed) throw fail('of', 'a measure that was taken before and not reversed')
    for (const key of ['measure', 'words', 'commitment', 'role', 'people'])
      if (data[key] !== reversed[key]) throw fail(key, reversed[key])
    taken.delete(Number(data.of))
  }
  return numbered
}

/** Whether these are the words that an entry of the register commits to. Both come from the author's decision. */
export async function checkRemovedText(
  { entry }: LedgerRow,
  text: string,
  nonce: string,
  hash: Hasher,
): Promise<boolean> {
  return (
    entry.kind === 'moderated' && entry.data.commitment === (await hash(`${nonce}\n${canonicalOrNull(text)}`))
  )
}
