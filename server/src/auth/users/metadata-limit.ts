import { invalid } from '../errors.ts'
import type { Metadata } from '../store/users.ts'

/**
 * Maximum bytes of JSON for both metadata of an account. They are part of every token, whose header many proxies limit
 * to 8 KiB: larger metadata would lock the account out.
 */
const MOST = 4096

/** Throws `validation_failed` when the metadata exceed the limit, unless they shrink. */
export function requireShort(after: readonly Metadata[], before: readonly Metadata[] = []): void {
  const size = sizeOf(after)
  if (size <= MOST || size <= sizeOf(before)) return
  throw invalid(`The metadata of an account is limited to ${MOST} bytes, and this would be ${size}`)
}

const sizeOf = (parts: readonly Metadata[]) =>
  parts.reduce((sum, part) => sum + Buffer.byteLength(JSON.stringify(part)), 0)
