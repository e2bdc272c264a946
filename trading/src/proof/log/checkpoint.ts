// Owns checkpoints (c2sp.org/tlog-checkpoint): a signed note whose text is the log's name, the tree's size and its root. The leaf
// of a ledger entry is the 32 bytes of its hash in the chain, so a reader who kept one head of the chain can prove its inclusion.
import { hexToBytes } from '@noble/hashes/utils.js'
import { fromBase64, toBase64 } from './base64.ts'
import { leafHash, type TreeHead } from './merkle-tree.ts'
import { readKey, readNote, type SignedNote, signedBy, type VerifierKey } from './signed-note.ts'

export type Checkpoint = TreeHead & { origin: string; note: SignedNote }

/** The leaf hash of an entry, from its hash in the chain (64 hexadecimal digits). */
export const entryLeaf = (hash: string): Uint8Array => leafHash(hexToBytes(hash))

/** The text that is signed. */
export const checkpointText = (origin: string, { size, root }: TreeHead): string =>
  `${origin}\n${size}\n${toBase64(root)}\n`

/** Null if the text is not a checkpoint. Does not verify signatures. */
export function readCheckpoint(text: string): Checkpoint | null {
  const note = readNote(text)
  const [origin = '', size = '', root = '', ...more] = note?.text.slice(0, -1).split('\n') ?? []
  const bytes = fromBase64(root)
  if (!note || origin === '' || !/^(0|[1-9]\d{0,14})$/.test(size) || bytes?.length !== 32) return null
  return more.includes('') ? null : { origin, size: Number(size), root: bytes, note }
}

/** Those of the given keys whose name is the checkpoint's origin. */
function keysOf(checkpoint: Checkpoint, keys: readonly string[]): VerifierKey[] {
  return keys.map(readKey).filter((key) => key !== null && key.name === checkpoint.origin) as VerifierKey[]
}

/** Whether at least one of the log's keys signed the checkpoint and none of their signatures is invalid. */
export function isSignedByLog(checkpoint: Checkpoint, keys: readonly string[]): boolean {
  const verdicts = keysOf(checkpoint, keys).map((key) => signedBy(checkpoint.note, key).signed)
  return verdicts.includes('true') && !verdicts.includes('false')
}
