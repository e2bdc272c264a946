// Owns signed notes (c2sp.org/signed-note): a text, an empty line, and signature lines. Two kinds of keys are supported: Ed25519
// over the text (0x01), which signs checkpoints, and a witness's timestamped cosignature (0x04, c2sp.org/tlog-cosignature).
// Signatures by other keys are ignored, as the specification requires.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { fromBase64, toBase64 } from './base64.ts'
import { getPublicKey, sign, verify } from './ed25519.ts'

export const NOTE_KEY = 0x01
export const COSIGNATURE_KEY = 0x04

export type VerifierKey = {
  name: string
  kind: typeof NOTE_KEY | typeof COSIGNATURE_KEY
  /** Four bytes in hexadecimal. */
  id: string
  /** 32 bytes. */
  publicKey: Uint8Array
}

type NoteSignature = { name: string; id: string; bytes: Uint8Array; line: string }
/** `text` ends with a line feed. The signatures cover `text`. */
export type SignedNote = { text: string; signatures: NoteSignature[] }

/** No space and no plus sign: they separate the parts of lines and keys. */
const NAME = /^[^\s+\p{Z}\p{Cc}]+$/u
const MOST_SIGNATURES = 64

export const isKeyName = (name: string): boolean => NAME.test(name)

function verifierKey(name: string, kind: VerifierKey['kind'], publicKey: Uint8Array): VerifierKey {
  const told = concatBytes(utf8ToBytes(`${name}\n`), Uint8Array.of(kind), publicKey)
  return { name, kind, publicKey, id: bytesToHex(sha256(told).slice(0, 4)) }
}

/** The verifier key of a secret key. The secret key is 32 bytes. */
export const keyOfSecret = (name: string, kind: VerifierKey['kind'], secretKey: Uint8Array): VerifierKey =>
  verifierKey(name, kind, getPublicKey(secretKey))

/** `name+id+base64(kind, key)`: the encoding in which a key is distributed. */
export const keyText = ({ name, id, kind, publicKey }: VerifierKey): string =>
  `${name}+${id}+${toBase64(concatBytes(Uint8Array.of(kind), publicKey))}`

/** Null if the text is not such a key, has an unsupported kind, or its id does not match. */
export function readKey(text: string): VerifierKey | null {
  const [, name = '', id, encoded = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text.trim()) ?? []
  const bytes = fromBase64(encoded)
  const kind = bytes?.[0]
  if (bytes?.length !== 33 || (kind !== NOTE_KEY && kind !== COSIGNATURE_KEY) || !isKeyName(name)) return null
  const key = verifierKey(name, kind, bytes.slice(1))
  return key.id === id ? key : null
}

/** Null if the text is not a signed note. */
export function readNote(note: string): SignedNote | null {
  const end = note.lastIndexOf('\n\n')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the specification forbids them
  if (end < 0 || !note.endsWith('\n') || !note.isWellFormed() || /[\u0000-\u0009\u000b-\u001f]/.test(note))
    return null
  const lines = note.slice(end + 2, -1).split('\n')
  const signatures = lines.map(readSignature)
  if (lines.length > MOST_SIGNATURES || !signatures.every((one) => one !== null)) return null
  return { text: note.slice(0, end + 1), signatures }
}

function readSignature(line: string): NoteSignature | null {
  const [, name = '', encoded = ''] = /^— (\S+) (\S+)$/.exec(line) ?? []
  const bytes = fromBase64(encoded)
  if (!isKeyName(name) || !bytes || bytes.length < 5) return null
  return { name, id: bytesToHex(bytes.slice(0, 4)), bytes: bytes.slice(4), line }
}

/** The note with one signature. `text` ends with a line feed; the secret key is 32 bytes. */
export function signNote(text: string, name: string, secretKey: Uint8Array): string {
  const key = keyOfSecret(name, NOTE_KEY, secretKey)
  return `${text}\n${signatureLine(key, sign(utf8ToBytes(text), secretKey))}\n`
}

/** A witness's signature line over a note's text. The time is in whole seconds since 1970. */
export function cosign(text: string, name: string, secretKey: Uint8Array, seconds: number): string {
  const key = keyOfSecret(name, COSIGNATURE_KEY, secretKey)
  const time = new Uint8Array(8)
  new DataView(time.buffer).setBigUint64(0, BigInt(seconds))
  return signatureLine(key, concatBytes(time, sign(cosigned(text, seconds), secretKey)))
}

const signatureLine = ({ name, id }: VerifierKey, signature: Uint8Array) =>
  `— ${name} ${toBase64(
    concatBytes(
      Uint8Array.from(id.match(/../g)!, (hex) => Number.parseInt(hex, 16)),
      signature,
    ),
  )}`

type SignatureVerdict =
  | { signed: 'absent' | 'false' }
  /** When the witness signed, by its own clock, in seconds since 1970; null for a signature without a time. */
  | { signed: 'true'; seconds: number | null; line: string }

/** The verdict on one key's signatures. A single invalid signature by that key makes the verdict `false`. */
export function signedBy({ text, signatures }: SignedNote, key: VerifierKey): SignatureVerdict {
  let answer: SignatureVerdict = { signed: 'absent' }
  for (const { name, id, bytes, line } of signatures) {
    if (name !== key.name || id !== key.id) continue
    const seconds = key.kind === COSIGNATURE_KEY ? secondsOf(bytes) : null
    const message = seconds === null ? utf8ToBytes(text) : cosigned(text, seconds)
    const signature = key.kind === COSIGNATURE_KEY ? bytes.slice(8) : bytes
    if (signature.length !== 64 || !isSignature(signature, message, key.publicKey)) return { signed: 'false' }
    answer = { signed: 'true', seconds, line }
  }
  return answer
}

const cosigned = (text: string, seconds: number) => utf8ToBytes(`cosignature/v1\ntime ${seconds}\n${text}`)

function secondsOf(bytes: Uint8Array): number {
  if (bytes.length < 8) return -1
  return Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0))
}

/** Strict RFC 8032. Bytes that are not a valid point or scalar are an invalid signature. */
function isSignature(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return verify(signature, message, publicKey, { zip215: false })
  } catch {
    return false
  }
}
