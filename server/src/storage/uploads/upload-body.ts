import type { Readable } from 'node:stream'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import type { Staged, Staging } from '../backends/staging.ts'
import { storageError } from '../errors.ts'

/** A completely received body with its declared properties. */
export type Received = {
  file: Staged
  type: string
  cacheControl: string
  contentEncoding: string | undefined
  userMetadata: Record<string, unknown>
}

const LONGEST_METADATA = 1_048_576

/** Receives a raw or multipart body of at most `limit` bytes. An interrupted or overlong one leaves no file. */
export async function receiveBody(
  request: FastifyRequest,
  staging: Staging,
  limit: number,
): Promise<Received> {
  const type = request.headers['content-type']
  return type?.toLowerCase().startsWith('multipart/form-data')
    ? receiveForm(request, staging, limit)
    : receiveRaw(request, staging, limit)
}

async function receiveRaw(request: FastifyRequest, staging: Staging, limit: number): Promise<Received> {
  const { headers } = request
  if (Number(headers['content-length'] ?? 0) > limit) throw storageError('tooLarge')
  const userMetadata = headerMetadata(request)
  return {
    file: await staging.write(request.raw, limit),
    type: headers['content-type'] || 'application/octet-stream',
    cacheControl: headers['cache-control'] ?? 'no-cache',
    contentEncoding: encodingName(headers['content-encoding']),
    userMetadata,
  }
}

/** `x-metadata` is base64-encoded JSON. Throws EntityTooLarge. */
export function headerMetadata(request: FastifyRequest): Record<string, unknown> {
  const header = request.headers['x-metadata']
  return typeof header === 'string' ? readMetadata(Buffer.from(header, 'base64').toString()) : {}
}

async function receiveForm(request: FastifyRequest, staging: Staging, limit: number): Promise<Received> {
  const fields = new Map<string, string>()
  let staged: Promise<Staged> | undefined
  let part: Readable | undefined
  let partType: string | undefined
  const form = openForm(request)
  form.on('field', (name, value) => fields.set(name, value))
  form.on('file', (_name, stream, _filename, _encoding, mimeType) => {
    partType = mimeType
    part = stream
    // An interrupted form emits the error on each part; it is handled below.
    stream.on('error', () => {})
    staged = staging.write(stream, limit)
    // Drains a refused part, so that the form completes.
    staged.catch(() => stream.resume())
  })
  const ended = new Promise<void>((resolve, reject) => {
    form.on('finish', resolve)
    form.on('error', (error) => reject(storageError('invalidRequest', 'The form ends prematurely', error)))
    request.raw.on('error', reject)
    request.raw.on('close', () => {
      if (!request.raw.readableEnded) reject(new Error('the client disconnected'))
    })
  })
  request.raw.pipe(form)
  try {
    await ended
  } catch (error) {
    request.raw.unpipe(form)
    // A file in an incomplete form is discarded.
    part?.destroy(error as Error)
    form.destroy()
    const file = await staged?.catch(() => null)
    if (file) await staging.discard(file)
    request.raw.resume()
    throw error
  }
  const file = await staged
  if (!file) throw storageError('invalidRequest')
  try {
    const seconds = fields.get('cacheControl')
    return {
      file,
      type: fields.get('contentType') || partType || 'application/octet-stream',
      cacheControl:
        seconds && /^\d{1,10}$/.test(seconds)
          ? `max-age=${seconds}`
          : seconds
            ? headerText(seconds)
            : 'no-cache',
      contentEncoding: encodingName(fields.get('contentEncoding')),
      userMetadata: readMetadata(fields.get('metadata') ?? fields.get('userMetadata') ?? ''),
    }
  } catch (error) {
    await staging.discard(file)
    throw error
  }
}

function openForm(request: FastifyRequest): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: { files: 1, fields: 10, fieldSize: LONGEST_METADATA + 1, parts: 12, headerPairs: 100 },
      isPartAFile: (_field, contentType, filename) =>
        filename !== undefined || contentType === 'application/octet-stream',
    })
  } catch (error) {
    throw storageError('invalidMimeType', undefined, error)
  }
}

/** Invalid metadata is ignored. Throws EntityTooLarge. */
export function readMetadata(text: string): Record<string, unknown> {
  if (text.length > LONGEST_METADATA) {
    throw storageError('tooLarge', 'The user_metadata exceeded the maximum allowed size')
  }
  if (text === '') return {}
  try {
    const value: unknown = JSON.parse(text, (_key, item) =>
      typeof item === 'string' ? item.replaceAll('\0', '').toWellFormed() : item,
    )
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
    const storable = Object.keys(value).every((key) => key.isWellFormed() && !key.includes('\0'))
    return storable ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Makes a text safe for a response header. */
export const headerText = (text: string): string => text.replace(/[^\x20-\x7e]/g, '').slice(0, 200)

const encodingName = (name: string | undefined): string | undefined =>
  name && /^[\w, -]{1,50}$/.test(name) ? name : undefined
