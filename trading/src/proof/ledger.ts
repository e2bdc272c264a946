// Owns the proof: the canonical text, the hash chain and the commitments of the public ledger. This file, which anyone may run in
// a browser or offline, and the SQL that writes the ledger must agree byte for byte.
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

/** Previous hash of the first entry: 64 zeros. */
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

/** The hash of an entry: SHA-256 in hex over the previous hash, a line feed and the entry's canonical text. */
export function entryHash(previousHash: string, entry: Json): string {
  return sha256Hex(`${previousHash}\n${canonicalJson(entry)}`)
}

/** A commitment to a value, opened later by its nonce (hex): SHA-256 in hex over nonce, line feed and canonical text. */
export function commitment(nonce: string, value: Json): string {
  return sha256Hex(`${nonce}\n${canonicalJson(value)}`)
}

export type ChainBreak = { sequence: number; problem: 'sequence' | 'previous_hash' | 'entry' | 'hash' }
export type ChainVerdict = { valid: boolean; entries: number; head: string; break: ChainBreak | null }

/**
 * Recomputes the chain in the given order, from the genesis or from a head already verified. Altering, removing, inserting,
 * moving or back-dating a row breaks the chain; the verdict names the first break.
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
  // Times have a fixed width, so they sort as text.
  if (row.entry?.sequence !== row.sequence || row.entry.at < at) return 'entry'
  return row.hash === hashOrNothing(row) ? null : 'hash'
}

function hashOrNothing(row: LedgerRow): string | null {
  try {
    return entryHash(row.previous_hash, row.entry)
  } catch (error) {
    // The writer never hashes a value without a canonical form, so this is an altered row, not a failure of the check.
    if (error instanceof TypeError) return null
    throw error
  }
}

export type RevealProblem = {
  sequence: number
  problem: 'levels_do_not_match' | 'events_do_not_match' | 'never_committed' | 'never_opened'
}

/** Commitments that have not been opened yet at this point of the chain. */
type Promises = {
  /** Commitment to the levels, by signal. */
  levels: Map<string, string | null>
  /** Seals by sequence. Only the opening of a seal reveals its signal. */
  seals: Map<number, string | null>
  /** Premium signals that have not ended, with the sequence of their publication. */
  open: Map<string, number>
}

/**
 * Checks every reveal: levels and events shown by an ending entry match their commitments, each seal is opened once, and every
 * unopened seal can still belong to an open signal. Rows must already have passed `verifyChain`. The engine's events need no seal
 * and are not decided again here.
 */
export function verifyReveals(rows: Iterable<LedgerRow>): RevealProblem[] {
  const promises: Promises = { levels: new Map(), seals: new Map(), open: new Map() }
  const problems: RevealProblem[] = []
  for (const { sequence, entry } of rows) {
    const promised = text(entry.data.commitment)
    if (entry.kind === 'sealed') promises.seals.set(sequence, promised)
    else if (entry.signal === null) continue
    else if (entry.kind === 'published') {
      promises.levels.set(entry.signal, promised)
      // A free signal shows its levels at publication.
      if (entry.data.levels === undefined) promises.open.set(entry.signal, sequence)
      else if (!opens(entry.data, promised)) problems.push({ sequence, problem: 'levels_do_not_match' })
    } else if (entry.data.levels !== undefined && entry.data.nonce !== undefined) {
      const problem = revealProblem(entry.data, entry.signal, promises)
      if (problem) problems.push({ sequence, problem })
      promises.open.delete(entry.signal)
    }
  }
  const since = Math.min(...promises.open.values())
  for (const sequence of promises.seals.keys())
    if (sequence < since) problems.push({ sequence, problem: 'never_opened' })
  return problems
}

function revealProblem(
  data: LedgerEntry['data'],
  signal: string,
  { levels, seals, open }: Promises,
): RevealProblem['problem'] | null {
  const promised = levels.get(signal)
  if (!promised) return 'never_committed'
  if (!opens(data, promised)) return 'levels_do_not_match'
  for (const event of Array.isArray(data.events) ? (data.events as Json[]) : []) {
    const { nonce, sealed, ...value } = object(event)
    if (nonce === undefined && object(value.data).author === undefined) continue
    const kept =
      typeof sealed === 'number' && sealed > (open.get(signal) ?? Number.POSITIVE_INFINITY)
        ? seals.get(sealed)
        : undefined
    if (typeof nonce !== 'string' || value.signal !== signal || !kept || kept !== commitment(nonce, value))
      return 'events_do_not_match'
    // A seal is opened once: a second event that names it finds no seal.
    seals.delete(Number(sealed))
  }
  return null
}

function opens(data: LedgerEntry['data'], promised: string | null): boolean {
  const nonce = text(data.nonce)
  return nonce !== null && data.levels !== undefined && commitment(nonce, data.levels) === promised
}

function object(value: Json | undefined): { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as { readonly [key: string]: Json })
    : {}
}

function text(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null
}

/** SHA-256 of the UTF-8 text, in lower-case hexadecimal. */
export function sha256Hex(value: string): string {
  return bytesToHex(sha256(utf8ToBytes(value)))
}
