// Checks whether a file is acceptable. The server decides in the end; this saves an upload that would be refused.

export type FileRules = {
  /** As in the browser's `accept`: `image/png`, `image/*`, `.pdf`. */
  accept: readonly string[]
  /** In bytes. */
  maxSize: number
  maxCount?: number
}

export type FileFault = 'type' | 'size' | 'empty' | 'count'
/** Storage also limits how much is uploaded in a day. */
export type UploadFault = FileFault | 'quota'

type Described = { name: string; type: string; size: number }

/** What is wrong with a file, or null. `held` is the number of files already there. */
export function fileFault(file: Described, rules: FileRules, held = 0): FileFault | null {
  if (!rules.accept.some((rule) => fits(file, rule))) return 'type'
  if (file.size === 0) return 'empty'
  if (file.size > rules.maxSize) return 'size'
  return held >= (rules.maxCount ?? Number.POSITIVE_INFINITY) ? 'count' : null
}

const FAULTS: Readonly<Record<string, UploadFault>> = { 413: 'size', 415: 'type', 429: 'quota' }

/** Why file storage refused a file; null for a failure that another attempt may not meet. */
export const faultOf = (error: unknown): UploadFault | null =>
  FAULTS[String((error as { statusCode?: unknown } | null)?.statusCode)] ?? null

/** `PNG, JPEG, PDF`: the common names of the types. */
export const namesOfTypes = (accept: readonly string[]): string =>
  accept
    .map((rule) =>
      rule
        .replace(/^\./, '')
        .replace(/^.*\/(x-)?/, '')
        .replace(/\+.*$/, ''),
    )
    .map((name) => name.toUpperCase())
    .filter((name, place, all) => name !== '*' && all.indexOf(name) === place)
    .join(', ')

function fits({ name, type }: Described, rule: string): boolean {
  if (rule.startsWith('.')) return name.toLowerCase().endsWith(rule.toLowerCase())
  // An empty type is unknown to the system: only the file's name could tell, and rules by type do not read names.
  if (rule.endsWith('/*')) return type.startsWith(rule.slice(0, -1))
  return type === rule
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** `2,4 Mo`, in thousands as the platforms show them. */
export function writeSize(bytes: number, language: string): string {
  const step = (size: number): number =>
    bytes >= 1000 ** (size + 1) && size < UNITS.length - 1 ? step(size + 1) : size
  const size = step(0)
  return new Intl.NumberFormat(language === 'en' ? 'en-GB' : language, {
    style: 'unit',
    unit: UNITS[size] as string,
    unitDisplay: size === 0 ? 'long' : 'short',
    maximumFractionDigits: size < 2 ? 0 : 1,
  }).format(bytes / 1000 ** size)
}
