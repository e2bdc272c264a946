// Owns the check of checkpoints: each signed tree of an export, and each one a reader kept, must be the tree of these entries.
// Confirmations count only for keys that the reader provides; keys in the file are not trusted.
import { Diverged } from './divergence.ts'
import type { Json, LedgerRow } from './ledger.ts'
import { fromBase64, toBase64 } from './log/base64.ts'
import { type Checkpoint, entryLeaf, isSignedByLog, readCheckpoint } from './log/checkpoint.ts'
import { MerkleTree } from './log/merkle-tree.ts'
import { readKey, signedBy, type VerifierKey } from './log/signed-note.ts'
import type { StampVerdict } from './log/time-stamp.ts'
import { type JsonObject, listOf, objectOf, textOf } from './proof-format.ts'

export type CheckpointOptions = {
  /** The log's own key, obtained from another source. Without it, a key named in the export must have signed. */
  logKeys?: readonly string[]
  /** Witnesses that the reader trusts. */
  witnesses?: readonly VerifierKey[]
  /** Checkpoints that the reader kept, as text. */
  kept?: readonly string[]
  /** Verifies a token (DER) over a checkpoint's text. Without it, time-stamps are not checked. */
  readStamp?: (token: Uint8Array, note: string) => Promise<StampVerdict>
}

/** A third party saw the tree of this size no later than `at`. */
export type Confirmation = { size: number; by: string; at: Date; kind: 'cosignature' | 'timestamp' }
type CheckpointVerdict = { checkpoints: number; confirmations: Confirmation[] }

/** Checks every checkpoint against the entries. Throws Diverged at the first mismatch. */
export async function checkCheckpoints(
  entries: readonly LedgerRow[],
  asOf: number,
  told: Json | undefined,
  options: CheckpointOptions = {},
): Promise<CheckpointVerdict> {
  const { kept = [] } = options
  const part = told === undefined ? { keys: [], list: [] } : objectOf(told)
  const keys = options.logKeys ?? listOf(part?.keys).map(String)
  if (
    !part ||
    Object.keys(part).sort().join() !== 'keys,list' ||
    !Array.isArray(part.keys) ||
    !Array.isArray(part.list)
  )
    throw fail('malformed', 'checkpoints', '{keys, list}', told)
  for (const [index, key] of part.keys.entries())
    if (!readKey(String(key))) throw fail('malformed', `checkpoints.keys[${index}]`, 'a verifier key', key)

  const list = part.list.map((row, index) => readRow(row, `checkpoints.list[${index}]`, asOf))
  const own = kept.map((text, index) => ({ ...readText(text, `kept[${index}]`), stamps: [], text }))
  const roots = rootsOf(
    entries,
    [...list, ...own].map(({ checkpoint }) => checkpoint.size),
  )
  for (const { checkpoint, path } of [...list, ...own]) {
    const root = roots.get(checkpoint.size)
    if (root === undefined) throw fail('missing', path, `${checkpoint.size} entries`, `${entries.length}`)
    if (toBase64(checkpoint.root) !== root)
      throw fail('other_root', path, root, toBase64(checkpoint.root), checkpoint)
    if (!isSignedByLog(checkpoint, keys) && (kept.length === 0 || keys.length > 0))
      throw fail(
        'not_signed',
        path,
        keys.join(', ') || 'a key',
        checkpoint.note.signatures.map(({ line }) => line).join(', '),
      )
  }
  const confirmations: Confirmation[] = []
  for (const row of [...list, ...own]) confirmations.push(...(await confirmationsOf(row, options)))
  return { checkpoints: list.length + own.length, confirmations }
}

type Row = ReturnType<typeof readText> & { text: string; stamps: readonly JsonObject[] }

function readRow(row: Json, path: string, asOf: number): Row {
  const { note, timestamps, ...more } = objectOf(row) ?? {}
  const text = textOf(note)
  if (text === null || !Array.isArray(timestamps) || Object.keys(more).length > 0)
    throw fail('malformed', path, '{note, timestamps}', row)
  const read = readText(text, path)
  if (read.checkpoint.size > asOf)
    throw fail('malformed', path, `at most ${asOf} entries`, read.checkpoint.size)
  const stamps = timestamps.map((stamp, index) => {
    const told = objectOf(stamp)
    if (!told || Object.keys(told).sort().join() !== 'authority,token')
      throw fail('malformed', `${path}.timestamps[${index}]`, '{authority, token}', stamp)
    return told
  })
  return { ...read, text, stamps }
}

function readText(text: string, path: string): { checkpoint: Checkpoint; path: string } {
  const checkpoint = readCheckpoint(text)
  if (!checkpoint) throw fail('malformed', path, 'a checkpoint', text)
  return { checkpoint, path }
}

/** The roots of the trees of the given sizes, in one pass. A size larger than the number of entries is left out. */
function rootsOf(entries: readonly LedgerRow[], sizes: readonly number[]): Map<number, string> {
  const asked = new Set(sizes)
  const roots = new Map<number, string>()
  if (asked.size === 0) return roots
  const tree = new MerkleTree()
  if (asked.has(0)) roots.set(0, toBase64(tree.root()))
  for (const { hash } of entries) {
    tree.append(entryLeaf(hash))
    if (asked.has(tree.size)) roots.set(tree.size, toBase64(tree.root()))
  }
  return roots
}

async function confirmationsOf(
  { checkpoint, path, stamps }: Row,
  { witnesses = [], readStamp }: CheckpointOptions,
): Promise<Confirmation[]> {
  const { size, note } = checkpoint
  const found: Confirmation[] = []
  for (const witness of witnesses) {
    const answer = signedBy(note, witness)
    if (answer.signed === 'false')
      throw fail(
        'false_signature',
        path,
        witness.name,
        note.signatures.find(({ name }) => name === witness.name)?.line,
      )
    if (answer.signed === 'true' && answer.seconds !== null)
      found.push({ size, by: witness.name, at: new Date(answer.seconds * 1000), kind: 'cosignature' })
  }
  for (const [index, { token }] of readStamp ? stamps.entries() : []) {
    const bytes = fromBase64(String(token))
    const answer = bytes && (await readStamp!(bytes, note.text))
    if (!answer || 'problem' in answer)
      throw fail(
        'false_signature',
        `${path}.timestamps[${index}].token`,
        'a time-stamp of this checkpoint',
        answer?.problem ?? token,
      )
    // A time-stamp by an authority that the reader does not trust is ignored, like an unknown witness.
    if (answer.by !== null) found.push({ size, by: answer.by, at: answer.at, kind: 'timestamp' })
  }
  return found
}

function fail(
  problem: Diverged['divergence']['problem'],
  path: string,
  expected: unknown,
  found: unknown,
  checkpoint?: Checkpoint,
) {
  return new Diverged({
    check: 'checkpoints',
    problem,
    path,
    expected,
    found,
    ...(checkpoint && { sequence: checkpoint.size }),
  })
}
