import type { ByteRange } from './backends/backend.ts'
import { storageError } from './errors.ts'

/**
 * The requested byte range; null for the whole file, also when the header is not understood (RFC 9110 §14.2). Throws
 * InvalidRange for a range outside the file.
 */
export function readRange(header: string | undefined, size: number): ByteRange | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) {
    if (header?.startsWith('bytes=') && !header.includes(',')) throw storageError('invalidRange')
    return null
  }
  const [, first, last] = match
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start >= size || end < start) throw storageError('invalidRange')
  return { start, end }
}

type Conditions = { 'if-none-match'?: string | undefined; 'if-modified-since'?: string | undefined }

/** Whether the caller has the current version: compares the entity tag, or the time when there is no tag. */
export function isUnchanged(headers: Conditions, eTag: string, lastModified: string): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) {
    return tags.trim() === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === eTag)
  }
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return !Number.isNaN(since) && Math.floor(Date.parse(lastModified) / 1000) * 1000 <= since
}
