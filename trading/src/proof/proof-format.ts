// Owns the public export of the record (docs/proof.md): its parts, how pages are merged into one file, and the format of times.
// The content of a file is untrusted until it is checked, so all of it is read as plain JSON.
import type { Json, LedgerRow } from './ledger.ts'

export const PROOF_FORMAT = 'vigie-proof'
/** The version written, and the versions read. Version 4 has no statements, version 5 no daily tests, version 6 neither ideas nor moderation, version 7 neither expectations nor errata. */
export const PROOF_VERSION = 8
export const PROOF_VERSIONS: readonly number[] = [4, 5, 6, 7, PROOF_VERSION]

export type JsonObject = { readonly [key: string]: Json }

/** A page as returned by `export_proof(after)`. Only the first page has a `summary`. */
export type ProofPage = {
  /** The ledger's last sequence when the page was read. The page's signals are displayed as of this entry. */
  as_of: number
  /** The page's last sequence. */
  until: number
  entries: LedgerRow[]
  signals: JsonObject[]
  statements: JsonObject[]
  ideas: JsonObject[]
  unrecorded: JsonObject[]
  summary?: JsonObject
}

/** The export as one file. This `as_of` belongs to the summary; each signal has its own. */
export type ProofExport = {
  format: string
  version: number
  exported_at: string
  as_of: number
  head: Json
  heads: Json
  /** Signed trees and their confirmations. Absent in exports of installations without them. */
  checkpoints?: Json
  statistics: Json
  entries: LedgerRow[]
  signals: JsonObject[]
  /** From version 5 on. */
  statements?: JsonObject[]
  /** The statements' scores as displayed; null before the first. From version 5 on. */
  scores?: Json
  /** From version 7 on: ideas, and the records of their authors as displayed. */
  ideas?: JsonObject[]
  records?: Json
}

/** Reads every page up to the end of the ledger and merges them into one export. Rejects if `read` rejects. */
export async function collectProof(
  read: (after: number) => Promise<ProofPage>,
  onProgress: (entries: number, total: number) => void = () => undefined,
): Promise<ProofExport> {
  const entries: LedgerRow[] = []
  const signals: JsonObject[] = []
  const statements: JsonObject[] = []
  const ideas: JsonObject[] = []
  let page = await read(0)
  const { summary, as_of } = page
  if (!summary) throw new TypeError('The first page of the export has no summary.')
  for (;;) {
    entries.push(...page.entries)
    const asOf = (row: JsonObject) => ({ ...row, as_of: page.as_of })
    signals.push(...[...page.signals, ...page.unrecorded].map(asOf))
    statements.push(...page.statements.map(asOf))
    ideas.push(...page.ideas.map(asOf))
    onProgress(entries.length, page.as_of)
    // Entries added while the pages were read are included: a signal on a later page may refer to them.
    if (page.until >= page.as_of || page.entries.length === 0) break
    page = await read(page.until)
  }
  const told = summary as Omit<ProofExport, 'as_of' | 'entries' | 'signals' | 'statements' | 'ideas'>
  return { ...told, as_of, entries, signals, statements, ideas }
}

const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(Z|[+-]\d\d:\d\d)$/

/** Microseconds since 1970 of an ISO time with up to six decimals; null for anything else. */
export function microsOf(text: Json | undefined): number | null {
  const parts = typeof text === 'string' ? TIME.exec(text) : null
  if (!parts) return null
  const seconds = Date.parse(`${parts[1]}${parts[3]}`)
  return Number.isNaN(seconds) ? null : seconds * 1000 + Number((parts[2] ?? '').padEnd(6, '0'))
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/

/** Whether a time has the format of the chain: UTC, with six decimals of a second. */
export function isTimestamp(text: Json | undefined): boolean {
  return typeof text === 'string' && TIMESTAMP.test(text) && microsOf(text) !== null
}

/** Milliseconds, rounded as the database does: half a millisecond goes up. */
export function millisOf(text: Json | undefined): number | null {
  const micros = microsOf(text)
  return micros === null ? null : Math.round(micros / 1000)
}

/** A JSON object; null for everything else. */
export function objectOf(value: Json | undefined): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
}

/** A JSON list; empty for everything else. */
export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}

export function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null
}
