// Owns what a reader remembers of the chain (heads received with messages, and the newest verified checkpoint) and how it is
// checked against later checkpoints. Pure: the caller stores the memory and queries the server.
import type { KeptHead } from '../verify-heads.ts'
import { fromBase64 } from './base64.ts'
import { entryLeaf, isSignedByLog, readCheckpoint } from './checkpoint.ts'
import { verifyConsistency, verifyInclusion } from './merkle-tree.ts'

type HeadAlarm = {
  /**
   * `other_head`: two heads of one sequence differ; `not_in_tree`: the signed tree does not contain a kept head; `not_extended`:
   * the tree is not an extension of the previous one; `shrunk`: the tree is smaller than the previous one; `not_signed`: the log
   * did not sign the tree.
   */
  problem: 'other_head' | 'not_in_tree' | 'not_extended' | 'shrunk' | 'not_signed'
  /** In milliseconds since 1970. */
  at: number
  /** The kept value and the value shown: a head as `sequence hash`, or the text of a checkpoint. */
  kept: string
  shown: string
}

export type HeadMemory = {
  /** When the first head was kept, in milliseconds since 1970; null before. */
  since: number | null
  /** Number of heads found in a later signed tree. The checkpoint covers them, so they are no longer stored. */
  extended: number
  /** The newest of these heads, kept to recognise it if it is received again. */
  last: KeptHead | null
  /** Heads that have not been checked against a signed tree yet, oldest first. */
  waiting: readonly KeptHead[]
  /** The newest checkpoint that extends every earlier one. */
  checkpoint: string | null
  /** The first contradiction. Kept until the reader dismisses it. */
  alarm: HeadAlarm | null
}

/** The response of `ledger_extension`. */
export type LedgerExtension = {
  note: string
  keys: readonly string[]
  consistency: readonly string[] | null
  inclusion: Readonly<Record<string, readonly string[]>>
}

export const NO_MEMORY: HeadMemory = {
  since: null,
  extended: 0,
  last: null,
  waiting: [],
  checkpoint: null,
  alarm: null,
}

/** Maximum number of heads checked per request. When the queue is full, newer heads are dropped: the oldest prove the most. */
const MOST_WAITING = 64

const headName = ({ sequence, hash }: KeptHead) => `${sequence} ${hash}`

/** Adds heads to the memory. Two different heads of one sequence raise an alarm. */
export function remember(memory: HeadMemory, heads: readonly KeptHead[], now: number): HeadMemory {
  let { waiting, alarm } = memory
  for (const head of heads) {
    if (memory.last && headName(head) === headName(memory.last)) continue
    const known = waiting.find(({ sequence }) => sequence === head.sequence)
    if (known && known.hash !== head.hash)
      alarm ??= { problem: 'other_head', at: now, kept: headName(known), shown: headName(head) }
    else if (!known && waiting.length < MOST_WAITING)
      waiting = [...waiting, head].sort((one, other) => one.sequence - other.sequence)
  }
  return { ...memory, since: memory.since ?? (waiting.length > 0 ? now : null), waiting, alarm }
}

/** The request whose response `hold` expects. */
export const questionOf = ({ checkpoint, waiting }: HeadMemory): { old: number; sequences: number[] } => ({
  old: (checkpoint && readCheckpoint(checkpoint)?.size) || 0,
  sequences: waiting.map(({ sequence }) => sequence),
})

/** Checks the memory against the response to `questionOf`. A contradiction changes only the alarm. */
export function hold(
  memory: HeadMemory,
  { note, keys, consistency, inclusion }: LedgerExtension,
  now: number,
): HeadMemory {
  const fail = (problem: HeadAlarm['problem'], kept: string, shown: string): HeadMemory => ({
    ...memory,
    alarm: memory.alarm ?? { problem, at: now, kept, shown },
  })
  const shown = readCheckpoint(note)
  const before = memory.checkpoint === null ? null : readCheckpoint(memory.checkpoint)
  if (!shown || !isSignedByLog(shown, keys)) return fail('not_signed', memory.checkpoint ?? '', note)
  if (before) {
    const kept = memory.checkpoint!
    // Keys are never removed: a removed key would allow the log to disown what it signed.
    if (!isSignedByLog(before, keys)) return fail('not_signed', kept, note)
    if (shown.size < before.size) return fail('shrunk', kept, note)
    if (!verifyConsistency(before, shown, (consistency ?? []).map(bytesOf)))
      return fail('not_extended', kept, note)
  }
  const waiting: KeptHead[] = []
  for (const head of memory.waiting) {
    if (head.sequence > shown.size) waiting.push(head)
    else if (!holds(head, shown, inclusion[head.sequence])) return fail('not_in_tree', headName(head), note)
  }
  return {
    ...memory,
    since: memory.since ?? now,
    extended: memory.extended + memory.waiting.length - waiting.length,
    last: memory.waiting.findLast(({ sequence }) => sequence <= shown.size) ?? memory.last,
    waiting,
    checkpoint: note,
  }
}

function holds(
  { sequence, hash }: KeptHead,
  tree: { size: number; root: Uint8Array },
  path: readonly string[] = [],
): boolean {
  return verifyInclusion({ leaf: entryLeaf(hash), index: sequence - 1, ...tree }, path.map(bytesOf))
}

/** An invalid hash becomes empty bytes, which fit in no proof. */
const bytesOf = (text: string): Uint8Array => fromBase64(text) ?? new Uint8Array()
