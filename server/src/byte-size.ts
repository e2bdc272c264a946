const MULTIPLES: Record<string, number> = {
  '': 1,
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
}

/** Parses `50MiB`, `20mb`, `1kb` or a number of bytes; null when invalid. */
export function parseByteSize(size: string | number): number | null {
  const match = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/.exec(String(size).trim().toLowerCase())
  const multiple = match && MULTIPLES[match[2] as string]
  if (!match || multiple === undefined || multiple === null) return null
  const bytes = Math.floor(Number(match[1]) * multiple)
  return Number.isSafeInteger(bytes) ? bytes : null
}
