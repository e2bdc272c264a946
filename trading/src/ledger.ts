// Owns the proof: the canonical text, the hash chain and the commitments of the public ledger. The SQL that writes
// the ledger and this file, which anyone may run in a browser or offline, must agree byte for byte.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

export type LedgerEntry = {
  readonly sequence: number
  readonly at: string
  readonly kind: string
  readonly signal: string | null
  readonly data: { readonly [key: string]: Json }
}

export type LedgerRow = {
  sequence: number
  entry: LedgerEntry
  previous_hash: string
  hash: string
}

/** What the first entry follows: 64 zeros. */
export const GENESIS_HASH = '0'.repeat(64)

/**
 * RFC 8785 (JSON Canonicalization Scheme) restricted to objects, arrays, strings, booleans, null and integers up to
 * 2^53-1; decimals are strings. Keys are sorted by UTF-16 code unit. Throws a TypeError for anything else.
 */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new TypeError('a text with a lone surrogate has no canonical form')
    return JSON.stringify(value)
  }
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is not an integer up to 2^53-1`)
    return String(value === 0 ? 0 : value)
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const object = value as { readonly [key: string]: Json }
    const members = Object.keys(object)
      .sort()
      .map((key) => `${canonicalJson(key)}:${canonicalJson(object[key] as Json)}`)
    return `{${members.join(',')}}`
  }
  throw new TypeError(`${typeof value} has no canonical form`)
}

/** The hash of an entry: sha256 in hex over the previous hash, a line feed and the entry's canonical text. */
export function entryHash(previousHash: string, entry: Json): string {
  return sha256Hex(`${previousHash}\n${canonicalJson(entry)}`)
}

/** A commitment to a value that its nonce (hex) opens later: sha256 in hex over nonce, line feed, canonical text. */
export function commitment(nonce: string, value: Json): string {
  return sha256Hex(`${nonce}\n${canonicalJson(value)}`)
}

export type ChainBreak = { sequence: number; problem: 'sequence' | 'previous_hash' | 'entry' | 'hash' }
export type ChainVerdict = { valid: boolean; entries: number; head: string; break: ChainBreak | null }

/**
 * Recomputes the whole chain, in the order given, from the genesis (or from a head already verified). A row that was
 * altered, removed, inserted, moved or back-dated breaks it; the verdict names the first break.
 */
export function verifyChain(
  rows: Iterable<LedgerRow>,
  from: { sequence: number; hash: string } = { sequence: 0, hash: GENESIS_HASH },
): ChainVerdict {
  let { sequence, hash } = from
  let entries = 0
  let at = ''
  for (const row of rows) {
    const problem = breakOf(row, sequence, hash, at)
    if (problem) {
      return { valid: false, entries, head: hash, break: { sequence: row.sequence, problem } }
    }
    sequence = row.sequence
    hash = row.hash
    at = row.entry.at
    entries += 1
  }
  return { valid: true, entries, head: hash, break: null }
}

function breakOf(row: LedgerRow, sequence: number, hash: string, at: string): ChainBreak['problem'] | null {
  if (row.sequence !== sequence + 1) return 'sequence'
  if (row.previous_hash !== hash) return 'previous_hash'
  // Times have one fixed width, so their text sorts as they do.
  if (row.entry?.sequence !== row.sequence || row.entry.at < at) return 'entry'
  return row.hash === hashOrNothing(row) ? null : 'hash'
}

function hashOrNothing(row: LedgerRow): string | null {
  try {
    return entryHash(row.previous_hash, row.entry)
  } catch (error) {
    // What has no canonical form was never hashed by the writer: it is an altered row, not a failure of the check.
    if (error instanceof TypeError) return null
    throw error
  }
}

export type RevealProblem = {
  sequence: number
  problem: 'levels_do_not_match' | 'events_do_not_match' | 'never_committed'
}

/**
 * Checks every reveal: the levels and events that an ending entry shows must be those its signal committed to, all of
 * them and in order. Rows must already have passed `verifyChain`. A signal still open has nothing to check.
 */
export function verifyReveals(rows: Iterable<LedgerRow>): RevealProblem[] {
  const committed = new Map<string, { levels: string | null; sealed: string[] }>()
  const problems: RevealProblem[] = []
  for (const { sequence, entry } of rows) {
    if (entry.signal === null) continue
    const known = committed.get(entry.signal)
    const promised = text(entry.data.commitment)
    if (entry.kind === 'published') {
      committed.set(entry.signal, { levels: promised, sealed: [] })
      // A free signal shows its levels at once.
      if (entry.data.levels !== undefined && !opens(entry.data, promised)) {
        problems.push({ sequence, problem: 'levels_do_not_match' })
      }
    } else if (entry.kind === 'sealed') known?.sealed.push(promised ?? '')
    else if (entry.data.levels !== undefined && entry.data.nonce !== undefined) {
      const problem = revealProblem(entry.data, known)
      if (problem) problems.push({ sequence, problem })
    }
  }
  return problems
}

function revealProblem(
  data: LedgerEntry['data'],
  known: { levels: string | null; sealed: string[] } | undefined,
): RevealProblem['problem'] | null {
  if (!known?.levels) return 'never_committed'
  if (!opens(data, known.levels)) return 'levels_do_not_match'
  const events = Array.isArray(data.events) ? (data.events as Json[]) : []
  const opened = events.map(sealedCommitment)
  return opened.length === known.sealed.length && opened.every((hash, index) => hash === known.sealed[index])
    ? null
    : 'events_do_not_match'
}

function opens(data: LedgerEntry['data'], promised: string | null): boolean {
  const nonce = text(data.nonce)
  return nonce !== null && data.levels !== undefined && commitment(nonce, data.levels) === promised
}

function sealedCommitment(event: Json): string | null {
  if (typeof event !== 'object' || event === null || Array.isArray(event)) return null
  const { nonce, ...value } = event as { readonly [key: string]: Json }
  return typeof nonce === 'string' ? commitment(nonce, value) : null
}

function text(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null
}

/** SHA-256 of the UTF-8 text, in lower-case hexadecimal. */
export function sha256Hex(value: string): string {
  return bytesToHex(sha256(utf8ToBytes(value)))
}
