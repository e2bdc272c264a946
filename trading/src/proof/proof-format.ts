// Owns the public export of the record (docs/proof.md): its parts, how its pages become one file, and how times in it read.
// What a file holds is nobody's word until it is checked, so everything in it is read as plain JSON.
import type { Json, LedgerRow } from './ledger.ts'

export const PROOF_FORMAT = 'vigie-proof'
/** The version that is written, and those that are read: version 4 has no statements. */
export const PROOF_VERSION = 5
export const PROOF_VERSIONS: readonly number[] = [4, PROOF_VERSION]

export type JsonObject = { readonly [key: string]: Json }

/** A page as `export_proof(after)` answers it. `summary` is on the first page only. */
export type ProofPage = {
  /** The ledger's last sequence when the page was read: what its signals are shown as of. */
  as_of: number
  /** The page's last sequence. */
  until: number
  entries: LedgerRow[]
  signals: JsonObject[]
  statements: JsonObject[]
  unrecorded: JsonObject[]
  summary?: JsonObject
}

/** The export as one file. `as_of` is of the summary; each signal has its own. */
export type ProofExport = {
  format: string
  version: number
  exported_at: string
  as_of: number
  head: Json
  heads: Json
  /** Signed trees, and who confirmed them; exports of installations without them have none. */
  checkpoints?: Json
  statistics: Json
  entries: LedgerRow[]
  signals: JsonObject[]
  /** From version 5 on. */
  statements?: JsonObject[]
  /** The statements' scores as displayed; null before the first. From version 5 on. */
  scores?: Json
}

/** Reads every page until the ledger's end and puts them into one export. Rejects as `read` does. */
export async function collectProof(
  read: (after: number) => Promise<ProofPage>,
  onProgress: (entries: number, total: number) => void = () => undefined,
): Promise<ProofExport> {
  const entries: LedgerRow[] = []
  const signals: JsonObject[] = []
  const statements: JsonObject[] = []
  let page = await read(0)
  const { summary, as_of } = page
  if (!summary) throw new TypeError('The first page of the export has no summary.')
  for (;;) {
    entries.push(...page.entries)
    const asOf = (row: JsonObject) => ({ ...row, as_of: page.as_of })
    signals.push(...[...page.signals, ...page.unrecorded].map(asOf))
    statements.push(...page.statements.map(asOf))
    onProgress(entries.length, page.as_of)
    // What was added while the pages were read belongs to it too: a signal on a later page may rest on it.
    if (page.until >= page.as_of || page.entries.length === 0) break
    page = await read(page.until)
  }
  const told = summary as Omit<ProofExport, 'as_of' | 'entries' | 'signals' | 'statements'>
  return { ...told, as_of, entries, signals, statements }
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

/** Whether a time is written as the chain writes all of them: UTC, six decimals of a second. */
export function isTimestamp(text: Json | undefined): boolean {
  return typeof text === 'string' && TIMESTAMP.test(text) && microsOf(text) !== null
}

/** Milliseconds as the database rounds them: half a millisecond goes up. */
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
