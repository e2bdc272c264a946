import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { storageError } from '../errors.ts'
import { LOOKED_AT } from '../uploads/content-type.ts'

/**
 * Files being received: bytes are written here completely first, so that a body which is truncated, too long or of the
 * wrong type leaves nothing behind. Remains of a crash are removed by age.
 */
export type Staged = { path: string; size: number; head: Buffer }

/** Writes are buffered to this size to reduce system calls. */
const GATHER = 512 * 1024

export class Staging {
  readonly directory: string

  constructor(directory: string) {
    this.directory = directory
  }

  async prepare(): Promise<void> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 })
  }

  /** Writes a stream to its end. Throws EntityTooLarge above `limit` bytes; a broken stream leaves no file. */
  async write(source: Readable, limit: number): Promise<Staged> {
    const path = join(this.directory, randomUUID())
    const file = await open(path, 'wx', 0o600)
    try {
      const { size, head } = await copyInto(file, source, limit)
      await file.close()
      return { path, size, head }
    } catch (error) {
      await file.close()
      await rm(path, { force: true })
      throw error
    }
  }

  async writeBytes(bytes: Buffer): Promise<Staged> {
    const path = join(this.directory, randomUUID())
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
    } finally {
      await file.close()
    }
    return { path, size: bytes.length, head: bytes.subarray(0, LOOKED_AT) }
  }

  async discard({ path }: Pick<Staged, 'path'>): Promise<void> {
    await rm(path, { force: true })
  }

  /** Removes files not modified since `before`. */
  async sweep(before: Date): Promise<number> {
    let removed = 0
    for (const name of await readdir(this.directory)) {
      const path = join(this.directory, name)
      const known = await stat(path).catch(() => null)
      if (known?.isFile() && known.mtime < before) {
        await rm(path, { force: true })
        removed += 1
      }
    }
    return removed
  }
}

async function copyInto(file: FileHandle, source: Readable, limit: number) {
  let size = 0
  let head = Buffer.alloc(0)
  let waiting: Buffer[] = []
  let gathered = 0
  const flush = async () => {
    const chunks = waiting
    waiting = []
    gathered = 0
    if (chunks.length > 0) await file.writev(chunks)
  }
  // The stream must stay open, so that the error response still reaches the client.
  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw storageError('tooLarge')
    if (head.length < LOOKED_AT) head = Buffer.concat([head, chunk.subarray(0, LOOKED_AT - head.length)])
    waiting.push(chunk)
    gathered += chunk.length
    if (gathered >= GATHER) await flush()
  }
  await flush()
  return { size, head }
}
