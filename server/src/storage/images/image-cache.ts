import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageFormat, ImageWish } from './image-maker.ts'

export type MadeImage = { bytes: Buffer; format: ImageFormat }

/** Maximum bytes on disk; least recently used images are deleted first. */
const LARGEST = 256 * 1024 * 1024
/** Images between checks of the size. */
const EVERY = 200

/**
 * Caches transformed images under the version of their source: entries never become outdated, and all can be deleted.
 * Concurrent requests for the same image share the work.
 */
export class ImageCache {
  readonly #directory: string
  readonly #largest: number
  readonly #underWay = new Map<string, Promise<MadeImage>>()
  #added = 0

  constructor(directory: string, largest = LARGEST) {
    this.#directory = directory
    this.#largest = largest
  }

  get(version: string, wish: ImageWish, make: () => Promise<MadeImage>): Promise<MadeImage> {
    const key = createHash('sha256')
      .update(JSON.stringify([version, wish]))
      .digest('hex')
    const running = this.#underWay.get(key)
    if (running) return running
    const image = this.#find(key, make).finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, image)
    return image
  }

  async #find(key: string, make: () => Promise<MadeImage>): Promise<MadeImage> {
    const path = join(this.#directory, key)
    const kept = await readFile(path).catch(() => null)
    if (kept) {
      const mark = kept.indexOf(0)
      await utimes(path, new Date(), new Date()).catch(() => undefined)
      return { format: kept.toString('latin1', 0, mark) as ImageFormat, bytes: kept.subarray(mark + 1) }
    }
    const image = await make()
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
    const temporary = `${path}.${process.pid}`
    await writeFile(temporary, Buffer.concat([Buffer.from(`${image.format}\0`), image.bytes]), {
      mode: 0o600,
    })
    await rename(temporary, path)
    this.#added += 1
    if (this.#added % EVERY === 0) await this.trim()
    return image
  }

  /** Deletes the oldest images until the rest fits. */
  async trim(): Promise<void> {
    const files = await Promise.all(
      (await readdir(this.#directory)).map(async (name) => {
        const path = join(this.#directory, name)
        const known = await stat(path).catch(() => null)
        return { path, size: known?.size ?? 0, used: known?.mtimeMs ?? 0 }
      }),
    )
    let total = files.reduce((sum, { size }) => sum + size, 0)
    for (const { path, size } of files.sort((a, b) => a.used - b.used)) {
      if (total <= this.#largest) return
      await rm(path, { force: true })
      total -= size
    }
  }
}
