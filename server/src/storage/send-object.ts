import type { FastifyReply, FastifyRequest } from 'fastify'
import { ANSWER_POLICY } from '../http/security-headers.ts'
import { BlobMissing } from './backends/backend.ts'
import { storageError } from './errors.ts'
import { isUnchanged, readRange } from './range.ts'
import type { StoredObject } from './rows.ts'
import type { Service } from './service.ts'

/**
 * Sends a file: conditional, partial or complete. Uploaded content must never act as a page of this site: HTML is sent
 * as text, and everything is sandboxed without scripts.
 */
export async function sendObject(
  { backend }: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  object: StoredObject,
  expires?: Date,
): Promise<FastifyReply> {
  const { metadata, version } = object
  const lastModified = metadata.lastModified ?? object.updated_at
  reply.headers({
    'content-type': servedType(metadata.mimetype),
    etag: metadata.eTag,
    'last-modified': new Date(lastModified).toUTCString(),
    'accept-ranges': 'bytes',
    'x-robots-tag': metadata.xRobotsTag ?? 'none',
    'content-security-policy': `${ANSWER_POLICY}; sandbox`,
    // A signed address is one caller's: no cache that others share may keep what it returned.
    ...(expires
      ? { expires: expires.toUTCString(), 'cache-control': 'private' }
      : { 'cache-control': metadata.cacheControl ?? 'no-cache' }),
    ...(metadata.contentEncoding && { 'content-encoding': metadata.contentEncoding }),
    ...disposition(request, object.name),
  })
  if (isUnchanged(request.headers, metadata.eTag, lastModified)) return reply.code(304).send()
  const wanted = rangeApplies(request, metadata.eTag, lastModified) ? request.headers.range : undefined
  const range = readRange(wanted, metadata.size)
  if (range) {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${metadata.size}`)
  }
  reply.header('content-length', range ? range.end - range.start + 1 : metadata.size)
  if (request.method === 'HEAD') return reply.send()
  try {
    return reply.send(await backend.read(version, range ?? undefined))
  } catch (error) {
    throw error instanceof BlobMissing ? storageError('blobMissing', undefined, error) : error
  }
}

/** A range applies only to the version that the caller has (If-Range). */
function rangeApplies(request: FastifyRequest, eTag: string, lastModified: string): boolean {
  const condition = request.headers['if-range']
  if (typeof condition !== 'string') return true
  return condition === eTag || Date.parse(condition) === Math.floor(Date.parse(lastModified) / 1000) * 1000
}

export function servedType(type: string | undefined): string {
  if (!type || /[^\x20-\x7e]/.test(type)) return 'application/octet-stream'
  return /text\/html|xhtml/i.test(type) ? 'text/plain' : type
}

/** `?download` saves the file under the given name instead of displaying it. */
export function disposition(request: FastifyRequest, name: string): Record<string, string> {
  const { download } = request.query as { download?: string | string[] }
  if (download === undefined) return {}
  const wished = Array.isArray(download) ? (download[0] ?? '') : download
  if (wished === '') return { 'content-disposition': 'attachment;' }
  const encoded = encodeURIComponent(
    (wished === 'true' ? (name.split('/').at(-1) as string) : wished).toWellFormed(),
  )
  return { 'content-disposition': `attachment; filename=${encoded}; filename*=UTF-8''${encoded}` }
}
