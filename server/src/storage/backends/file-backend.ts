import { access, link, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Backend, BlobMissing, type ByteRange, checkVersion, isVersion } from './backend.ts'

/** Large enough to amortise the system calls. */
const CHUNK = 512 * 1024

/** Stores blobs as files in 256 subdirectories. */
export function fileBackend(directory: string): Backend {
  const pathOf = (version: string) => join(directory, checkVersion(version).slice(0, 2), version)
  const folders = new Map<string, Promise<void>>()
  const folderFor = (path: string): Promise<void> => {
    const folder = dirname(path)
    let made = folders.get(folder)
    if (!made) {
      made = mkdir(folder, { recursive: true, mode: 0o700 }).then(() => synchronise(directory))
      made.catch(() => folders.delete(folder))
      folders.set(folder, made)
    }
    return made
  }

  return {
    async keep(version, path) {
      const target = pathOf(version)
      await folderFor(target)
      await synchronise(path)
      await rename(path, target)
      await synchronise(dirname(target))
    },

    async read(version, range?: ByteRange) {
      const file = await open(pathOf(version), 'r').catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new BlobMissing(version) : error
      })
      return file.createReadStream({ highWaterMark: CHUNK, ...range })
    },

    async copy(from, to) {
      const target = pathOf(to)
      await folderFor(target)
      // A hard link suffices, since blobs never change.
      await link(pathOf(from), target).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new BlobMissing(from) : error
      })
      await synchronise(dirname(target))
    },

    async remove(version) {
      await rm(pathOf(version), { force: true })
    },

    async has(version) {
      return access(pathOf(version)).then(() => true, isAbsence)
    },

    async *list() {
      for (const folder of await readdir(directory).catch(noneIfAbsent)) {
        const names = await readdir(join(directory, folder)).catch(noneIfAbsent)
        yield* names.filter((name) => isVersion(name) && name.startsWith(folder))
      }
    },
  }
}

/** False for a missing file; throws other errors. */
function isAbsence(error: NodeJS.ErrnoException): false {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
  return false
}

function noneIfAbsent(error: NodeJS.ErrnoException): string[] {
  isAbsence(error)
  return []
}

/** Flushes a file or directory to disk. */
async function synchronise(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
