import type { Readable } from 'node:stream'

/** From the first to the last byte, both included. */
export type ByteRange = { start: number; end: number }

/**
 * Where bytes lie, under a version that is used once: what a version holds never changes, so a reader is never
 * surprised and an overwrite is a new version. No name that a person chose reaches a backend.
 */
export type Backend = {
  /** Takes a finished local file; when it resolves, the bytes survive a power cut and the local file is gone. */
  keep(version: string, path: string, size: number): Promise<void>
  /** Throws BlobMissing before the first byte. */
  read(version: string, range?: ByteRange): Promise<Readable>
  copy(from: string, to: string): Promise<void>
  /** A version that is not there is fine. */
  remove(version: string): Promise<void>
  has(version: string): Promise<boolean>
  /** Every version, in no order; what comes or goes meanwhile may be missed. */
  list(): AsyncIterable<string>
}

/** A row names a version whose bytes are not there. */
export class BlobMissing extends Error {}

const VERSION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What bears another name is not ours. */
export const isVersion = (name: string): boolean => VERSION.test(name)

/** Every backend asks this first: a version that a database holds is still not a path. */
export function checkVersion(version: string): string {
  if (!VERSION.test(version)) throw new BlobMissing(`not a version: ${version.slice(0, 50)}`)
  return version
}
