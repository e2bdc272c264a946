import type { Readable } from 'node:stream'

/** Inclusive first and last byte. */
export type ByteRange = { start: number; end: number }

/**
 * Stores blobs under versions that are used once: a version's content never changes, and an overwrite creates a new
 * version. Names chosen by users never reach a backend.
 */
export type Backend = {
  /** Moves a finished local file into the store; when it resolves, the bytes survive a power failure. */
  keep(version: string, path: string, size: number): Promise<void>
  /** Throws BlobMissing before the first byte. */
  read(version: string, range?: ByteRange): Promise<Readable>
  copy(from: string, to: string): Promise<void>
  /** Does nothing for a missing version. */
  remove(version: string): Promise<void>
  has(version: string): Promise<boolean>
  /** Every version, in no order; concurrent changes may be missed. */
  list(): AsyncIterable<string>
}

/** A row names a version whose bytes are missing. */
export class BlobMissing extends Error {}

const VERSION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Other names do not belong to this store. */
export const isVersion = (name: string): boolean => VERSION.test(name)

/** Called by every backend first: a version from the database must not be used as an arbitrary path. */
export function checkVersion(version: string): string {
  if (!VERSION.test(version)) throw new BlobMissing(`not a version: ${version.slice(0, 50)}`)
  return version
}
