// Owns the result of a failed check: the place, the expected value and the value found. The first failure ends a verification.
import { canonicalJson, type Json } from './ledger.ts'

export const CHECKS = [
  'format',
  'chain',
  'heads',
  'checkpoints',
  'commitments',
  'displayed',
  'publication',
  'outcomes',
  'minutes',
  'statistics',
] as const
export type Check = (typeof CHECKS)[number]

export const PROBLEMS = [
  'unknown_format',
  'malformed',
  'sequence',
  'previous_hash',
  'time_goes_back',
  'hash',
  'kept_head',
  'other_root',
  'not_signed',
  'false_signature',
  'never_published',
  'published_twice',
  'after_the_end',
  'does_not_open',
  'not_opened',
  'never_opened',
  'not_sealed',
  'sealed_late',
  'missing',
  'number',
  'out_of_time',
  'not_publishable',
  'not_in_ledger',
  'shown_twice',
  'differs',
  'no_candle',
  'not_by_the_rules',
  'result',
  'no_minutes',
  'other_minutes',
  'passed_over',
] as const
export type Problem = (typeof PROBLEMS)[number]

export type Divergence = {
  check: Check
  problem: Problem
  /** The path in the export: `entries[12].hash`, `signals[3].levels.stop_loss`. */
  path: string
  /** Sequence of the ledger entry concerned. */
  sequence?: number
  /** Id of the signal, statement or idea concerned, and its number if known. */
  signal?: string
  statement?: string
  idea?: string
  number?: number
  expected: string
  found: string
}

/** Ends a verification at its first divergence. */
export class Diverged extends Error {
  readonly divergence: Divergence

  constructor(divergence: Omit<Divergence, 'expected' | 'found'> & { expected?: unknown; found?: unknown }) {
    super(`${divergence.check}: ${divergence.problem} at ${divergence.path}`)
    this.name = 'Diverged'
    this.divergence = { ...divergence, expected: told(divergence.expected), found: told(divergence.found) }
  }
}

const MOST_TOLD = 300

/** Formats a value for display: truncated, and "—" if absent. */
function told(value: unknown): string {
  if (value === undefined) return '—'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MOST_TOLD ? `${text.slice(0, MOST_TOLD)}…` : text
}

export type Difference = { path: string; expected: Json | undefined; found: Json | undefined }

/** The first place where two values differ, in key order; null if they are equal. */
export function firstDifference(
  expected: Json | undefined,
  found: Json | undefined,
  path = '',
): Difference | null {
  if (isBranch(expected) && isBranch(found) && Array.isArray(expected) === Array.isArray(found)) {
    const [one, other] = [expected as Branch, found as Branch]
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const place = Array.isArray(expected) ? `${path}[${key}]` : path ? `${path}.${key}` : key
      const difference = firstDifference(one[key], other[key], place)
      if (difference) return difference
    }
    return null
  }
  return same(expected, found) ? null : { path, expected, found }
}

type Branch = { readonly [key: string]: Json | undefined }
const isBranch = (value: Json | undefined) => typeof value === 'object' && value !== null

function same(one: Json | undefined, other: Json | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  if (isBranch(one) || isBranch(other)) return false
  return one === other
}

/** The canonical text; null if the value has none and therefore cannot have been hashed. */
export function canonicalOrNull(value: Json): string | null {
  try {
    return canonicalJson(value)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
