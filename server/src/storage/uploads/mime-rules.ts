import { storageError } from '../errors.ts'
import { contentTypeOf, isToldByContent } from './content-type.ts'

const ENTRY = /^(\*|[\w.+-]+\/(\*|[\w.+-]+(\s*;\s*[\w-]+=[^;]+)*))$/

/** Whether an entry of a bucket's list is one: `image/png`, `image/*`, `*`, `text/plain; charset=utf-8`. */
export const isMimeRule = (entry: string): boolean => entry.length <= 1000 && ENTRY.test(entry)

/** Whether a type is on a bucket's list; an empty list takes everything. */
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

/** Containers whose files are many types to their users, all alike at their first bytes. */
const CONTAINED: Record<string, RegExp> = {
  'application/zip': /^application\/(vnd\.|epub|java-archive|x-zip|octet-stream)/,
  'video/mp4': /^(audio|video)\//,
  'video/webm': /^(audio|video)\//,
  'audio/ogg': /^(audio|video|application)\/ogg/,
}

/** What somebody says a file is. Throws InvalidMimeType when the bucket does not take that. */
export function checkDeclaredType(type: string, rules: readonly string[] | null): void {
  if (!isAllowed(type, rules)) throw unsupported(type)
}

/**
 * What a file turns out to be. In a bucket that takes only some types, content counts and not what is said: a file
 * must be what it says, and be recognised where its type can be. Throws InvalidMimeType.
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
