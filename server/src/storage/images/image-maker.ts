import { cpus } from 'node:os'
import sharp, { type FormatEnum, type Sharp } from 'sharp'
import { storageError } from '../errors.ts'

/**
 * Decodes and encodes images within limits: pixels (checked before decoding), time, concurrency and queue length. Only
 * photo formats are decoded; no vector formats or documents.
 */
export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif'
export type Fit = 'cover' | 'contain' | 'fill'
export type ImageWish = {
  width?: number
  height?: number
  fit: Fit
  /** Whether an image that is smaller grows to the size; it does by default. */
  enlarge?: boolean
  /** The source's own format by default. */
  format?: ImageFormat
  quality?: number
}

/** Allows a 24-megapixel camera but not a decompression bomb: each decoded pixel takes four bytes. */
export const MOST_PIXELS = 40_000_000
const SECONDS = 10
const WAITING = 100
const FORMATS: readonly string[] = ['jpeg', 'png', 'webp', 'avif', 'gif']

sharp.cache(false)
// One thread per image: several concurrent images use the processors better.
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

  /** The transformed image, without the source's metadata. Throws for an invalid image, too many pixels, or a full queue. */
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
    // A finished task passes its slot on.
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

const resized = (image: Sharp, { width, height, fit, enlarge = true }: ImageWish): Sharp =>
  width === undefined && height === undefined
    ? image
    : image.resize({
        ...(width !== undefined && { width }),
        ...(height !== undefined && { height }),
        fit: fit === 'contain' ? 'inside' : fit,
        withoutEnlargement: !enlarge && fit === 'contain',
      })

const encode = (image: Sharp, format: ImageFormat, quality = 80): Sharp =>
  // With a quality, PNG would use a palette and lose detail in screenshots; PNG stays lossless.
  format === 'png'
    ? image.png()
    : image.toFormat(format as keyof FormatEnum, { quality, ...(format === 'avif' && { effort: 2 }) })

function imageError(error: unknown): unknown {
  if (!(error instanceof Error) || 'status' in error) return error
  return storageError(/pixel limit/i.test(error.message) ? 'imageTooLarge' : 'image', undefined, error)
}
