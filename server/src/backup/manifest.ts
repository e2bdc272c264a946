import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivateFile } from '../private-file.ts'
import { hashFile } from './copy-file.ts'

/**
 * `backup.json`: the content of a backup with the hash of every file. It is written last, so an interrupted backup has
 * none, and includes its own hash, so that no change goes unnoticed.
 */
export type Manifest = {
  format: 1
  /** Product version that took the backup. */
  release: string
  /** The time of the database state. */
  takenAt: string
  postgres: number
  system: string
  /** First and last WAL segment needed for consistency. */
  firstWal: string
  lastWal: string
  /** `files`: copied with the database; `pool`: in the directory that all backups share; `s3`: not copied. */
  bytes: 'files' | 'pool' | 's3'
  /** Blobs in the pool. */
  versions: string[]
  files: Record<string, { size: number; sha256: string }>
}

const NAME = 'backup.json'

/** A backup cannot be used; the message gives the reason. */
export class BackupError extends Error {}

export function writeManifest(directory: string, manifest: Manifest): void {
  const text = JSON.stringify(manifest)
  writePrivateFile(join(directory, NAME), `${JSON.stringify({ sha256: hashOf(text), manifest }, null, 1)}\n`)
}

export const isBackup = (directory: string): boolean => existsSync(join(directory, NAME))

/** Throws BackupError when it is missing or was altered. */
export function readManifest(directory: string): Manifest {
  if (!isBackup(directory))
    throw new BackupError(`${directory} contains no finished backup: ${NAME} is missing.`)
  let read: { sha256: string; manifest: Manifest }
  try {
    read = JSON.parse(readFileSync(join(directory, NAME), 'utf8'))
  } catch {
    throw new BackupError(`${join(directory, NAME)} is damaged: it cannot be parsed.`)
  }
  if (hashOf(JSON.stringify(read.manifest)) !== read.sha256)
    throw new BackupError(`${join(directory, NAME)} is damaged: its content has changed.`)
  return read.manifest
}

/** Verifies every file's hash. Throws BackupError naming the first that is missing or different. */
export async function verifyFiles(directory: string, { files }: Manifest): Promise<void> {
  for (const [path, { size, sha256 }] of Object.entries(files)) {
    const found = await hashFile(join(directory, path)).catch(() => null)
    if (!found) throw new BackupError(`The backup is damaged: ${path} is missing.`)
    if (found.size !== size || found.sha256 !== sha256)
      throw new BackupError(`The backup is damaged: the content of ${path} has changed.`)
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
