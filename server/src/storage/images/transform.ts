import { z } from 'zod'
import { storageError } from '../errors.ts'
import type { Fit, ImageFormat, ImageWish } from './image-maker.ts'

/** Image transformations as expressed in bodies, queries and links. */
const LARGEST = 2000
const edge = z.coerce
  .number()
  .int()
  .min(1)
  .transform((value) => Math.min(value, LARGEST))

export const transformShape = z.object({
  width: edge.optional(),
  height: edge.optional(),
  resize: z.enum(['cover', 'contain', 'fill']).optional(),
  format: z.enum(['origin', 'avif', 'webp']).optional(),
  quality: z.coerce.number().int().min(20).max(100).optional(),
})

export type Transform = z.output<typeof transformShape>

const ORDER = ['height', 'width', 'resize', 'format', 'quality'] as const

/** `height:200,width:200,resize:cover`: the claim in a link. */
export const writeTransform = (transform: Transform): string =>
  ORDER.filter((key) => transform[key] !== undefined)
    .map((key) => `${key}:${transform[key]}`)
    .join(',')

/** Throws InvalidSignature: only a link that we signed has this claim. */
export function readTransform(claim: string): Transform {
  const parsed = transformShape.safeParse(Object.fromEntries(claim.split(',').map((part) => part.split(':'))))
  if (!parsed.success) throw storageError('invalidSignature')
  return parsed.data
}

const RESIZING = { cover: 'fill', contain: 'fit', fill: 'force' } as const

/** The response header that describes the transformation. */
export function appliedTransform({ width, height, resize, quality, format }: Transform): string {
  const parts = [
    height !== undefined && `height:${height}`,
    width !== undefined && `width:${width}`,
    `resizing_type:${RESIZING[resize ?? 'cover']}`,
    quality !== undefined && `quality:${quality}`,
    format !== undefined && format !== 'origin' && `format:${format}`,
  ]
  return parts.filter(Boolean).join(',')
}

/** If no format is requested, `accept` may select a better one. */
export function toWish({ width, height, resize, quality, format }: Transform, accept = ''): ImageWish {
  const fit: Fit = resize ?? 'cover'
  const better: ImageFormat | undefined = accept.includes('image/webp') ? 'webp' : undefined
  const chosen = format === 'origin' ? undefined : (format ?? better)
  return {
    fit,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(quality !== undefined && { quality }),
    ...(chosen && { format: chosen }),
  }
}
