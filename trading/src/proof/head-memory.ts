// Owns what a reader remembers of the chain and how it is held against what is shown later: heads that came with messages, and the
// newest checkpoint that was checked. Pure: where it is kept, and who is asked, is the caller's.
import { fromBase64 } from './base64.ts'
import { entryLeaf, isSignedByLog, readCheckpoint } from './checkpoint.ts'
import { verifyConsistency, verifyInclusion } from './merkle-tree.ts'
import type { KeptHead } from './verify-heads.ts'

type HeadAlarm = {
  /**
   * `other_head`: two heads of one sequence; `not_in_tree`: a head that the signed tree does not hold; `not_extended`: a tree that is
   * not the one before with more in it; `shrunk`: a smaller one; `not_signed`: a tree without the log's signature.
   */
  problem: 'other_head' | 'not_in_tree' | 'not_extended' | 'shrunk' | 'not_signed'
  /** In milliseconds since 1970. */
  at: number
  /** What was kept, and what was shown: a head as `sequence hash`, or the text of a checkpoint. */
  kept: string
  shown: string
}

export type HeadMemory = {
  /** When the first head was kept, in milliseconds since 1970; null before. */
  since: number | null
  /** How many heads a later signed tree holds. They need no more keeping: the checkpoint holds them. */
  extended: number
  /** The newest of these, which may come again. */
  last: KeptHead | null
  /** Heads that no signed tree has been held against yet, the oldest first. */
  waiting: readonly KeptHead[]
  /** The newest checkpoint that extends every earlier one. */
  checkpoint: string | null
  /** The first contradiction. It stays until the reader forgets it. */
  alarm: HeadAlarm | null
}

/** What `ledger_extension` answers. */
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

/** How many heads are asked about at once. While so many wait, newer ones are passed over: the oldest say most. */
const MOST_WAITING = 64

const headName = ({ sequence, hash }: KeptHead) => `${sequence} ${hash}`

/** The memory with heads that were seen. Two of one sequence that differ are an alarm by themselves. */
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

/** What to ask for, so that `hold` can answer. */
export const questionOf = ({ checkpoint, waiting }: HeadMemory): { old: number; sequences: number[] } => ({
  old: (checkpoint && readCheckpoint(checkpoint)?.size) || 0,
  sequences: waiting.map(({ sequence }) => sequence),
})

/** The memory after it was held against the answer to `questionOf` it. A contradiction changes nothing but the alarm. */
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
    // Keys are never taken away: one that is gone was to disown what it signed.
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

/** What is no hash fits nowhere. */
const bytesOf = (text: string): Uint8Array => fromBase64(text) ?? new Uint8Array()
