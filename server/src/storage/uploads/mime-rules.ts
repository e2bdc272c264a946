import { storageError } from '../errors.ts'
import { contentTypeOf, isToldByContent } from './content-type.ts'

const ENTRY = /^(\*|[\w.+-]+\/(\*|[\w.+-]+(\s*;\s*[\w-]+=[^;]+)*))$/

/** Whether an entry of a bucket's list is valid: `image/png`, `image/*`, `*`, `text/plain; charset=utf-8`. */
export const isMimeRule = (entry: string): boolean => entry.length <= 1000 && ENTRY.test(entry)

/** Whether a bucket's list allows a type; an empty list allows all. */
export function isAllowed(type: string, rules: readonly string[] | null): boolean {
  if (!rules || rules.length === 0) return true
  return rules.some(
    (rule) =>
      rule === '*' ||
      rule === '*/*' ||
      rule === type ||
      (rule.endsWith('/*') && type.startsWith(rule.slice(0, -1))),
  )
}

const withoutParameters = (type: string) => (type.split(';')[0] as string).trim().toLowerCase()

/** Container formats with the same signature for several types. */
const CONTAINED: Record<string, RegExp> = {
  'application/zip': /^application\/(vnd\.|epub|java-archive|x-zip|octet-stream)/,
  'video/mp4': /^(audio|video)\//,
  'video/webm': /^(audio|video)\//,
  'audio/ogg': /^(audio|video|application)\/ogg/,
}

/** Checks the declared type. Throws InvalidMimeType when the bucket does not allow it. */
export function checkDeclaredType(type: string, rules: readonly string[] | null): void {
  if (!isAllowed(type, rules)) throw unsupported(type)
}

/**
 * Checks the detected type. In a bucket restricted to some types, a file must be what it claims to be, and must be
 * recognised if its type is detectable. Throws InvalidMimeType.
 */
export function checkContent(declared: string, head: Buffer, rules: readonly string[] | null): void {
  if (!rules || rules.length === 0 || rules.includes('*') || rules.includes('*/*')) return
  const said = withoutParameters(declared)
  const found = contentTypeOf(head)
  if (found === said) return
  if (found && CONTAINED[found]?.test(said)) return
  if (found === null && !isToldByContent(said)) return
  throw unsupported(found ?? 'application/octet-stream')
}

const unsupported = (type: string) =>
  storageError('invalidMimeType', `mime type ${type.replace(/\p{C}/gu, '').slice(0, 200)} is not supported`)
