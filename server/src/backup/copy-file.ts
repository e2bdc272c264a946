import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, link, mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const CHUNK = 1024 * 1024

export type Copied = { size: number; sha256: string }

/** Copies and hashes the file's current content: files of a running database may grow or shrink during the copy. */
export async function copyHashed(from: string, to: string, most = Number.POSITIVE_INFINITY): Promise<Copied> {
  const source = await open(from, 'r')
  try {
    const target = await open(to, 'w', 0o600)
    try {
      const hash = createHash('sha256')
      const buffer = Buffer.allocUnsafe(CHUNK)
      let size = 0
      while (size < most) {
        const { bytesRead } = await source.read(buffer, 0, Math.min(CHUNK, most - size), size)
        if (bytesRead === 0) break
        const part = buffer.subarray(0, bytesRead)
        hash.update(part)
        await target.write(part)
        size += bytesRead
      }
      return { size, sha256: hash.digest('hex') }
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

export async function hashFile(path: string): Promise<Copied> {
  const file = await open(path, 'r')
  try {
    const hash = createHash('sha256')
    let size = 0
    for await (const part of file.createReadStream({ highWaterMark: CHUNK, autoClose: false })) {
      hash.update(part)
      size += part.length
    }
    return { size, sha256: hash.digest('hex') }
  } finally {
    await file.close()
  }
}

/** Hard-links an immutable file, or copies it across file systems. Returns false when it no longer exists. */
export async function linkOrCopy(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return
      if (error.code !== 'EXDEV' && error.code !== 'EPERM' && error.code !== 'EMLINK') throw error
      await copyFile(from, to, constants.COPYFILE_FICLONE)
    })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** Copies a tree, eight files at a time; `skip` receives each relative path. Files that disappear during the copy are ignored. */
export async function copyTree(
  from: string,
  to: string,
  skip: (path: string) => boolean,
): Promise<Record<string, Copied>> {
  const copied: Record<string, Copied> = {}
  const waiting: string[] = []
  const enter = async (path: string): Promise<void> => {
    await mkdir(join(to, path), { recursive: true, mode: 0o700 })
    for (const entry of await readdir(join(from, path), { withFileTypes: true }).catch(noneIfGone)) {
      const inner = join(path, entry.name)
      if (skip(inner)) continue
      if (entry.isDirectory()) await enter(inner)
      else if (entry.isFile()) waiting.push(inner)
    }
  }
  await enter('')
  const work = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const done = await copyHashed(join(from, path), join(to, path)).catch(noneIfGone)
      if ('size' in done) copied[path] = done
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return copied
}

function noneIfGone(error: NodeJS.ErrnoException): [] {
  if (error.code !== 'ENOENT') throw error
  return []
}

/** Flushes everything below a directory to disk. */
export async function synchroniseTree(directory: string): Promise<void> {
  const run = promisify(execFile)
  // Only Linux can sync a single file system.
  await run('sync', ['-f', directory]).catch(() => run('sync'))
}
