import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { blobNames } from './base-backup.ts'
import { hashFile, linkOrCopy } from './copy-file.ts'
import { BackupError, isBackup, type Manifest, readManifest } from './manifest.ts'
import type { Source } from './restore.ts'
import { isSegment, notedHashes, noteHash, walAfter } from './wal-files.ts'

type Base = { path: string; at: Date; manifest: Manifest }

/**
 * A backup directory: base backups in `base/<time>`, the WAL that follows them in `wal`, and the file blobs that all
 * share in `files`.
 */
export class BackupDirectory {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  get wal(): string {
    return join(this.#root, 'wal')
  }

  get files(): string {
    return join(this.#root, 'files')
  }

  /** The path for a new base backup. */
  base(now: Date): string {
    return join(this.#root, 'base', now.toISOString().replace(/[-:.]/g, ''))
  }

  /** Finished base backups, oldest first, with their times. */
  bases(): Base[] {
    const directory = join(this.#root, 'base')
    return (existsSync(directory) ? readdirSync(directory).sort() : [])
      .map((name) => join(directory, name))
      .filter(isBackup)
      .map((path) => ({ path, at: namedTime(basename(path)), manifest: readManifest(path) }))
  }

  /** Hard-links or copies new blobs into the backup. They remain when the original is deleted. */
  async keepFiles(from: string): Promise<void> {
    const have = new Set(await blobNames(this.files))
    for (const version of await blobNames(from)) {
      if (have.has(version)) continue
      const path = join(version.slice(0, 2), version)
      await mkdir(dirname(join(this.files, path)), { recursive: true, mode: 0o700 })
      if (!(await linkOrCopy(join(from, path), join(this.files, path)))) continue
      await noteHash(this.files, version, (await hashFile(join(this.files, path))).sha256)
    }
  }

  /** The source to restore the latest state, or that of a given time. Throws BackupError when there is none. */
  async source(at: Date | undefined): Promise<Source> {
    const base = this.bases().findLast(({ manifest }) => !at || new Date(manifest.takenAt) <= at)
    if (!base)
      throw new BackupError(
        `${this.#root} contains no base backup${at ? ` from before ${at.toISOString()}` : ''}.`,
      )
    const { files, gap } = await walAfter(this.wal, base.manifest.lastWal)
    if (gap && !at)
      throw new BackupError(
        `The write-ahead log has a gap ${gap}. Pass a time before it (--at) to restore to that.`,
      )
    await this.#verifyFiles()
    return { backup: base.path, wal: files, pool: this.files }
  }

  async #verifyFiles(): Promise<void> {
    const hashes = await notedHashes(this.files)
    for (const version of await blobNames(this.files)) {
      const { sha256 } = await hashFile(join(this.files, version.slice(0, 2), version))
      if (sha256 !== hashes.get(version))
        throw new BackupError(`The backup is damaged: the content of files/${version} has changed.`)
    }
  }

  /**
   * Deletes what no time since `horizon` needs: base backups except the newest before it, older WAL, blobs deleted by
   * then, and remains of interrupted base backups.
   */
  async prune(horizon: Date): Promise<void> {
    const bases = this.bases()
    const last = bases.findLastIndex(({ at }) => at <= horizon)
    const kept = bases.slice(Math.max(0, last))
    const names = new Set(kept.map(({ path }) => path))
    for (const name of await readdir(join(this.#root, 'base')).catch(() => [])) {
      const path = join(this.#root, 'base', name)
      if (!names.has(path)) await rm(path, { recursive: true, force: true })
    }
    const oldest = kept[0]?.manifest
    if (!oldest) return
    for (const name of await readdir(this.wal).catch(() => []))
      if (isSegment(name) && name < oldest.firstWal) await rm(join(this.wal, name))
    const needed = new Set(kept.flatMap(({ manifest }) => manifest.versions))
    for (const version of await blobNames(this.files)) {
      const path = join(this.files, version.slice(0, 2), version)
      // Blobs newer than the oldest backup are kept: a point in time between two backups may need them.
      if (needed.has(version)) continue
      if (statSync(path).ctime < new Date(oldest.takenAt)) await rm(path)
    }
  }
}

/** 20261122T210615123Z */
function namedTime(name: string): Date {
  return new Date(name.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/, '$1-$2-$3T$4:$5:$6.$7Z'))
}
