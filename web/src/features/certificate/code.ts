/** The signs that a code is written with, whatever was typed between them; null for what can be no code. */
export function readCode(typed: string): string | null {
  const signs = typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^V/, '')
  const [, one, two, three] = /^([A-HJ-NP-Z2-9]{4})([A-HJ-NP-Z2-9]{4})([A-HJ-NP-Z2-9]{4})$/.exec(signs) ?? []
  return one ? `V-${one}-${two}-${three}` : null
}
