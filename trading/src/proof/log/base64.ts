// Owns base64 (RFC 4648 §4) as used in notes, checkpoints and proofs. Only the canonical encoding is accepted.

export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/** Null if the text is not the canonical base64 of its bytes. */
export function fromBase64(text: string): Uint8Array | null {
  let bytes: Uint8Array
  try {
    bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
  return toBase64(bytes) === text ? bytes : null
}
