// Owns the check of errata in the chain: a mistake of ours that was confirmed is about a figure that the record had before, and its words are
// those that the entry fixes.
import { cohortOf } from '../statements/scores.ts'
import { Diverged } from './divergence.ts'
import type { LedgerRow } from './ledger.ts'
import { type JsonObject, objectOf } from './proof-format.ts'
import type { Hasher } from './verify-chain.ts'
import { figuresOf } from './verify-statistics.ts'

/** The entry that brings each claim into the record, with its number. */
const ENTERED_BY: { readonly [kind: string]: string } = {
  published: 'signal',
  stated: 'statement',
  expected: 'expectation',
  idea_published: 'idea',
}

/** The names of the rows of the table of scores once an entry is there: of its author's kind, its month and all. */
const scoresOf = ({ kind, data }: LedgerRow['entry']): string[] =>
  kind === 'stated'
    ? [cohortOf(String(data.deadline)), 'all'].map((cohort) => `${data.author_kind} ${cohort}`)
    : []

/** The names of the figures in `statistics`. */
const FIGURES: ReadonlySet<string> = new Set(Object.keys(figuresOf([])))

/** Checks every erratum. Returns how many there are; throws Diverged at the first whose figure was not in the record before it. */
export function checkErrata(entries: readonly LedgerRow[]): number {
  const entered = new Map(Object.values(ENTERED_BY).map((kind) => [kind, new Set<unknown>()]))
  const scores = new Set<unknown>()
  const forecasts = new Set<unknown>()
  let count = 0
  for (const row of entries) {
    const { kind, data } = row.entry
    entered.get(ENTERED_BY[kind] ?? '')?.add(data.number)
    for (const name of scoresOf(row.entry)) scores.add(name)
    // A forecast names no member, and has no number but its entry's.
    if (kind === 'forecast') forecasts.add(row.sequence)
    if (kind !== 'erratum') continue
    count += 1
    const figure: JsonObject = objectOf(data.figure ?? null) ?? {}
    const numbers = figure.kind === 'forecast' ? forecasts : entered.get(String(figure.kind))
    const names = figure.kind === 'score' ? scores : FIGURES
    const named = numbers
      ? numbers.has(figure.number) && figure.name === undefined
      : names.has(String(figure.name)) && figure.number === undefined
    if (!named)
      throw new Diverged({
        check: 'publication',
        problem: 'number',
        path: `entries[${row.sequence - 1}].entry.data.figure`,
        sequence: row.sequence,
        expected: 'a figure that was in the record before',
        found: data.figure,
      })
  }
  return count
}

/** Whether these are the words that an erratum fixes: SHA-256 of the UTF-8 text. */
export async function checkErratumText({ entry }: LedgerRow, text: string, hash: Hasher): Promise<boolean> {
  return entry.kind === 'erratum' && entry.data.text_sha256 === (await hash(text))
}
