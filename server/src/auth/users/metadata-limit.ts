import { invalid } from '../errors.ts'
import type { Metadata } from '../store/users.ts'

/**
 * Bytes of JSON that both metadata of an account may take together. They travel in each of its tokens, in a header that many
 * proxies hold to 8 KiB: an account with more would be locked out by its own requests.
 */
const MOST = 4096

/** Throws `validation_failed` when the account would have more than fits, unless it becomes less. */
export function requireShort(after: readonly Metadata[], before: readonly Metadata[] = []): void {
  const size = sizeOf(after)
  if (size <= MOST || size <= sizeOf(before)) return
  throw invalid(`The metadata of an account may take ${MOST} bytes, and these would take ${size}`)
}

const sizeOf = (parts: readonly Metadata[]) =>
  parts.reduce((sum, part) => sum + Buffer.byteLength(JSON.stringify(part)), 0)
