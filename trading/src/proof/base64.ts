// Owns bytes as text: base64 of RFC 4648 §4, as notes, checkpoints and proofs have it. One text for each value, no other is read.

export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/** Null for anything but the one way in which these bytes are written. */
export function fromBase64(text: string): Uint8Array | null {
  let bytes: Uint8Array
  try {
    bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
  return toBase64(bytes) === text ? bytes : null
}
