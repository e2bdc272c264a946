import { cpus } from 'node:os'
import sharp, { type FormatEnum, type Sharp } from 'sharp'
import { storageError } from '../errors.ts'

/**
 * Every decoding and encoding of images, bounded: pixels before anything is decoded, seconds, how many at once and how
 * many wait. Only the formats that people take pictures in are ever decoded; no vector format, no document.
 */
export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif'
export type Fit = 'cover' | 'contain' | 'fill'
export type ImageWish = {
  width?: number
  height?: number
  fit: Fit
  /** The source's own when it is absent. */
  format?: ImageFormat
  quality?: number
}

/** A camera's 24 megapixels pass, a bomb does not: decoded, a pixel is four bytes. */
export const MOST_PIXELS = 40_000_000
const SECONDS = 10
const WAITING = 100
const FORMATS: readonly string[] = ['jpeg', 'png', 'webp', 'avif', 'gif']

sharp.cache(false)
// A thread an image: several images at once use the processors better than one that is spread over them.
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif',
    'VipsForeignLoadNsgif',
  ],
})

export class ImageMaker {
  readonly #places = Math.max(1, Math.min(4, cpus().length))
  readonly #queue: (() => void)[] = []
  #busy = 0

  /** The image as wished, without any of the source's metadata. Throws for what is no image, has too many pixels or waits too long. */
  async make(source: Buffer | string, wish: ImageWish): Promise<{ bytes: Buffer; format: ImageFormat }> {
    await this.#enter()
    try {
      return await make(source, wish)
    } finally {
      this.#leave()
    }
  }

  async #enter(): Promise<void> {
    if (this.#busy < this.#places) {
      this.#busy += 1
      return
    }
    if (this.#queue.length >= WAITING) throw storageError('busy')
    // The one who leaves hands its place on.
    await new Promise<void>((resolve) => this.#queue.push(resolve))
  }

  #leave(): void {
    const next = this.#queue.shift()
    if (next) next()
    else this.#busy -= 1
  }
}

async function make(source: Buffer | string, wish: ImageWish) {
  try {
    const image = sharp(source, {
      limitInputPixels: MOST_PIXELS,
      failOn: 'error',
      sequentialRead: true,
      pages: 1,
    }).timeout({ seconds: SECONDS })
    const { format: found, width, height } = await image.metadata()
    const own = found === 'heif' ? 'avif' : found
    if (!own || !FORMATS.includes(own)) throw storageError('image')
    if ((width ?? 0) * (height ?? 0) > MOST_PIXELS) throw storageError('imageTooLarge')
    const format: ImageFormat = wish.format ?? (own === 'gif' ? 'png' : (own as ImageFormat))
    const bytes = await encode(resized(image.autoOrient(), wish), format, wish.quality).toBuffer()
    return { bytes, format }
  } catch (error) {
    throw imageError(error)
  }
}

const resized = (image: Sharp, { width, height, fit }: ImageWish): Sharp =>
  width === undefined && height === undefined
    ? image
    : image.resize({
        ...(width !== undefined && { width }),
        ...(height !== undefined && { height }),
        fit: fit === 'contain' ? 'inside' : fit,
      })

const encode = (image: Sharp, format: ImageFormat, quality = 80): Sharp =>
  // A palette instead of a quality would change what a screenshot says; PNG stays exact.
  format === 'png'
    ? image.png()
    : image.toFormat(format as keyof FormatEnum, { quality, ...(format === 'avif' && { effort: 2 }) })

function imageError(error: unknown): unknown {
  if (!(error instanceof Error) || 'status' in error) return error
  return storageError(/pixel limit/i.test(error.message) ? 'imageTooLarge' : 'image', undefined, error)
}
