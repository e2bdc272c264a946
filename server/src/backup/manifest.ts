import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivateFile } from '../private-file.ts'
import { hashFile } from './copy-file.ts'

/**
 * `backup.json`: what a backup holds, with the hash of every file. It is written last, so a backup that was cut off has none,
 * and it holds its own hash, so that nothing of it changes unnoticed.
 */
export type Manifest = {
  format: 1
  /** Version of the product that made it. */
  release: string
  /** When the database was as a restored one will be. */
  takenAt: string
  postgres: number
  system: string
  /** Names of the first and last file of the log that make the copied files one state. */
  firstWal: string
  lastWal: string
  /** `files`: copied beside the database; `pool`: in the directory that all backups share; `s3`: left where they lie. */
  bytes: 'files' | 'pool' | 's3'
  /** Versions of the bytes, where they lie in the shared directory. */
  versions: string[]
  files: Record<string, { size: number; sha256: string }>
}

const NAME = 'backup.json'

/** A backup that cannot be used; the message says why. */
export class BackupError extends Error {}

export function writeManifest(directory: string, manifest: Manifest): void {
  const text = JSON.stringify(manifest)
  writePrivateFile(join(directory, NAME), `${JSON.stringify({ sha256: hashOf(text), manifest }, null, 1)}\n`)
}

export const isBackup = (directory: string): boolean => existsSync(join(directory, NAME))

/** Throws BackupError where there is none, or another one than was written. */
export function readManifest(directory: string): Manifest {
  if (!isBackup(directory))
    throw new BackupError(`${directory} holds no finished backup: there is no ${NAME} in it.`)
  let read: { sha256: string; manifest: Manifest }
  try {
    read = JSON.parse(readFileSync(join(directory, NAME), 'utf8'))
  } catch {
    throw new BackupError(`${join(directory, NAME)} is damaged: it cannot be read.`)
  }
  if (hashOf(JSON.stringify(read.manifest)) !== read.sha256)
    throw new BackupError(`${join(directory, NAME)} is damaged: it is not what was written.`)
  return read.manifest
}

/** Reads every file again. Throws BackupError naming the first that is missing or different. */
export async function verifyFiles(directory: string, { files }: Manifest): Promise<void> {
  for (const [path, { size, sha256 }] of Object.entries(files)) {
    const found = await hashFile(join(directory, path)).catch(() => null)
    if (!found) throw new BackupError(`The backup is damaged: ${path} is missing.`)
    if (found.size !== size || found.sha256 !== sha256)
      throw new BackupError(`The backup is damaged: ${path} is not what was written.`)
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
