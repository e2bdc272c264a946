// Owns the one-line text form of a head: short enough for a message, a QR code or a newspaper.
import type { KeptHead } from '../verify-heads.ts'

/** `vigie-head 2026-11-20 512 9f86…`: the day, the sequence of its last entry, and that entry's hash. */
export function headText(head: { day: string; sequence: number; hash: string }): string {
  return `vigie-head ${head.day} ${head.sequence} ${head.hash}`
}

const HEAD = /vigie-head \d{4}-\d\d-\d\d (\d{1,15}) ([0-9a-f]{64})(?![0-9a-f])/g

/** Every head in a text, ignoring the text around them. */
export function readHeads(text: string): KeptHead[] {
  return [...text.matchAll(HEAD)].map(([, sequence, hash]) => ({ sequence: Number(sequence), hash: hash! }))
}
