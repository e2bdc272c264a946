/** A name that no other factor has: the service refuses duplicates. */
export function freeName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name
  let count = 2
  while (taken.includes(`${name} ${count}`)) count++
  return `${name} ${count}`
}

/** A key in groups of four, for copying by hand. */
export const groupedKey = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? ''

/** The text of the recovery code file. */
export const recoveryFile = (brand: string, codes: readonly string[], note: string): string =>
  `${brand}\n${note}\n\n${codes.map(groupedCode).join('\n')}\n`

/** Four groups of four: the service accepts them with or without hyphens. */
export const groupedCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? ''
