// Owns the proof of one signal as a file of at most two kilobytes (c2sp.org/tlog-proof): its entry, the inclusion path to a
// signed tree and, once the signal is open, the sealed levels. It is verified offline with the log's key alone, without the
// chain.
import { canonicalOrNull } from './divergence.ts'
import { canonicalJson, commitment, entryHash, type Json, type LedgerEntry } from './ledger.ts'
import { fromBase64, toBase64 } from './log/base64.ts'
import { entryLeaf, isSignedByLog, readCheckpoint } from './log/checkpoint.ts'
import { verifyInclusion } from './log/merkle-tree.ts'
import { signedBy, type VerifierKey } from './log/signed-note.ts'
import { type JsonObject, objectOf, textOf } from './proof-format.ts'

const FIRST_LINE = 'c2sp.org/tlog-proof@v1'
/** Maximum size of the file, in bytes. */
export const MOST_PROOF_BYTES = 2048
/** Maximum length of a path: one hash per level of the tree. */
const MOST_HASHES = 63

export type SignalProofParts = {
  /** The publication entry, as the ledger holds it. */
  published: { entry: LedgerEntry; previous_hash: string }
  /** The opening of its seal, if the entry does not include it. */
  opened: { levels: Json; nonce: string } | null
  /** From the leaf's sibling up, in base64. */
  path: readonly string[]
  /** The checkpoint. The log's own signature is always included; cosignatures only as far as they fit. */
  note: string
}

/** Writes the file. If the opening of the seal does not fit (unusually long names), it is left out. */
export async function writeSignalProof(parts: SignalProofParts): Promise<string> {
  const [body, lines] = cut(parts.note)
  const [own = '', ...others] = lines.split('\n').filter(Boolean)
  const whole = await compose(parts, `${body}${own}\n`)
  const bare =
    size(whole) <= MOST_PROOF_BYTES ? whole : await compose({ ...parts, opened: null }, `${body}${own}\n`)
  return others.reduce(
    (file, line) => (size(`${file}${line}\n`) <= MOST_PROOF_BYTES ? `${file}${line}\n` : file),
    bare,
  )
}

async function compose({ published, opened, path }: SignalProofParts, note: string): Promise<string> {
  const { entry, previous_hash } = published
  const told = canonicalJson({ entry, previous_hash, ...(opened && { opened }) } as Json)
  const extra = toBase64(await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(told)))
  return [FIRST_LINE, `extra ${extra}`, `index ${entry.sequence - 1}`, ...path, '', note].join('\n')
}

const size = (text: string) => new TextEncoder().encode(text).length

/** Splits a note into its text with the empty line, and its signatures. */
function cut(note: string): [text: string, signatures: string] {
  const end = note.lastIndexOf('\n\n') + 2
  return [note.slice(0, end), note.slice(end)]
}

export type SignalProofVerdict =
  | {
      verdict:
        | 'malformed'
        | 'other_entry'
        | 'not_included'
        | 'does_not_open'
        | 'not_signed'
        | 'false_signature'
      place: string
    }
  | {
      verdict: 'proved'
      /** False if the caller gave no key of the log: then anyone could have made the tree. */
      signed: boolean
      origin: string
      size: number
      entry: LedgerEntry
      /** Null while the seal is closed. */
      levels: JsonObject | null
      confirmations: { by: string; at: Date }[]
    }

/**
 * Verifies a file with the keys of the log and of witnesses that the reader knows. Never rejects because of the file's content.
 */
export async function verifySignalProof(
  file: string,
  { logKeys = [], witnesses = [] }: { logKeys?: readonly string[]; witnesses?: readonly VerifierKey[] } = {},
): Promise<SignalProofVerdict> {
  const parts = readParts(file)
  const told = parts && (await readExtra(parts.extra))
  const checkpoint = parts && readCheckpoint(parts.note)
  const path = parts?.path.map(fromBase64) ?? []
  if (!parts || !told || !checkpoint || !path.every((hash) => hash !== null))
    return { verdict: 'malformed', place: 'file' }
  const { entry, previousHash, opened } = told
  if (entry.sequence !== parts.index + 1 || entry.kind !== 'published')
    return { verdict: 'other_entry', place: 'index' }
  const leaf = entryLeaf(entryHash(previousHash, entry))
  if (!verifyInclusion({ leaf, index: parts.index, ...checkpoint }, path))
    return { verdict: 'not_included', place: 'path' }
  const { levels, nonce } = opened ?? entry.data
  const seal = textOf(entry.data.commitment)
  if (
    seal === null ||
    (levels !== undefined && (typeof nonce !== 'string' || commitment(nonce, levels) !== seal))
  )
    return { verdict: 'does_not_open', place: 'levels' }
  if (logKeys.length > 0 && !isSignedByLog(checkpoint, logKeys))
    return { verdict: 'not_signed', place: checkpoint.origin }
  const confirmations: { by: string; at: Date }[] = []
  for (const witness of witnesses) {
    const answer = signedBy(checkpoint.note, witness)
    if (answer.signed === 'false') return { verdict: 'false_signature', place: witness.name }
    if (answer.signed === 'true' && answer.seconds !== null)
      confirmations.push({ by: witness.name, at: new Date(answer.seconds * 1000) })
  }
  return {
    verdict: 'proved',
    signed: logKeys.length > 0,
    origin: checkpoint.origin,
    size: checkpoint.size,
    entry,
    levels: objectOf(levels),
    confirmations,
  }
}

/** Whether a text is the proof of one signal. */
export const isSignalProof = (text: string): boolean => text.startsWith(`${FIRST_LINE}\n`)

function readParts(file: string) {
  const end = file.indexOf('\n\n')
  const [first, extra = '', index = '', ...path] = file.slice(0, Math.max(end, 0)).split('\n')
  if (first !== FIRST_LINE || !extra.startsWith('extra ') || !/^index (0|[1-9]\d{0,14})$/.test(index))
    return null
  if (path.length > MOST_HASHES || file.length > 4 * MOST_PROOF_BYTES) return null
  return { extra: extra.slice(6), index: Number(index.slice(6)), path, note: file.slice(end + 2) }
}

/** Parses the untrusted extra line. Null if it does not have the expected shape. */
async function readExtra(extra: string) {
  const bytes = fromBase64(extra)
  if (!bytes) return null
  let text: string
  let told: JsonObject | null
  try {
    text = new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), bytes))
    told = objectOf(JSON.parse(text))
  } catch {
    return null
  }
  const { entry: given, previous_hash, opened: opening, ...more } = told ?? {}
  const entry = objectOf(given) as LedgerEntry | null
  const [previousHash, opened] = [textOf(previous_hash), objectOf(opening)]
  // Accepts only the canonical encoding, without unchecked keys.
  if (!entry || !told || canonicalOrNull(told) !== text || Object.keys(more).length > 0) return null
  if (objectOf(entry.data) === null || typeof entry.sequence !== 'number') return null
  if (opening !== undefined && Object.keys(opened ?? {}).join() !== 'levels,nonce') return null
  return previousHash && /^[0-9a-f]{64}$/.test(previousHash) ? { entry, previousHash, opened } : null
}

async function through(
  stream: CompressionStream | DecompressionStream,
  bytes: Uint8Array,
): Promise<Uint8Array> {
  const all = new Response(new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(stream))
  return new Uint8Array(await all.arrayBuffer())
}
