import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ANSWER_POLICY } from '../../http/security-headers.ts'
import { BlobMissing } from '../backends/backend.ts'
import { findCaller } from '../caller.ts'
import { publicObject, visibleObject } from '../download.ts'
import { storageError } from '../errors.ts'
import { findObject } from '../find-bucket.ts'
import { readQuery } from '../json-body.ts'
import { readLink } from '../link-token.ts'
import { readAddress } from '../object-name.ts'
import { isUnchanged } from '../range.ts'
import { restOfPath } from '../request-path.ts'
import type { StoredObject } from '../rows.ts'
import { disposition } from '../send-object.ts'
import type { Service } from '../service.ts'
import { ImageCache } from './image-cache.ts'
import { appliedTransform, readTransform, type Transform, toWish, transformShape } from './transform.ts'

/** Larger images are not read into memory; bytes. */
const LARGEST_SOURCE = 25 * 1024 * 1024

/** Serves images resized for a page. */
export function render(app: FastifyInstance, service: Service): void {
  const cache = new ImageCache(service.cacheDirectory)
  const serve = (
    route: string,
    find: (
      request: FastifyRequest,
    ) => Promise<{ object: StoredObject; transform: Transform; expires?: Date }>,
  ) =>
    app.get(`${route}*`, async (request, reply) => {
      const { object, transform, expires } = await find(request)
      return sendImage(service, cache, request, reply, { object, transform, expires })
    })
  const addressOf = (request: FastifyRequest, route: string) => readAddress(restOfPath(request, route))

  serve('/render/image/public/', async (request) => ({
    transform: readQuery(request, transformShape),
    object: await publicObject(service, addressOf(request, '/render/image/public/')),
  }))
  serve('/render/image/authenticated/', async (request) => {
    const caller = await findCaller(service.context.keys, request)
    const address = addressOf(request, '/render/image/authenticated/')
    const operation = 'storage.render.image_authenticated'
    return {
      transform: readQuery(request, transformShape),
      object: await visibleObject(service, caller, request, address, operation),
    }
  })
  serve('/render/image/sign/', async (request) => {
    const address = addressOf(request, '/render/image/sign/')
    const { token } = request.query as { token?: unknown }
    const { exp, transformations = '' } = await readLink(service, token, 'download', address)
    return {
      transform: readTransform(transformations),
      object: await findObject(service, address.bucket, address.name),
      expires: new Date(exp * 1000),
    }
  })
}

type Wished = { object: StoredObject; transform: Transform; expires?: Date | undefined }

async function sendImage(
  { backend, images }: Service,
  cache: ImageCache,
  request: FastifyRequest,
  reply: FastifyReply,
  { object, transform, expires }: Wished,
): Promise<FastifyReply> {
  const { metadata, version } = object
  if (metadata.size > LARGEST_SOURCE) throw storageError('tooLarge')
  const wish = toWish(transform, request.headers.accept)
  const applied = appliedTransform(transform)
  const { bytes, format } = await cache.get(version, wish, async () => {
    try {
      const chunks: Buffer[] = []
      for await (const chunk of await backend.read(version)) chunks.push(chunk as Buffer)
      return await images.make(Buffer.concat(chunks), wish)
    } catch (error) {
      throw error instanceof BlobMissing ? storageError('blobMissing', undefined, error) : error
    }
  })
  const eTag = `${metadata.eTag.slice(0, -1)}-${applied.replace(/\W/g, '')}-${format}"`
  reply.headers({
    'content-type': `image/${format}`,
    etag: eTag,
    'last-modified': new Date(metadata.lastModified).toUTCString(),
    vary: 'Accept',
    'x-transformations': applied,
    'x-robots-tag': 'none',
    'content-security-policy': `${ANSWER_POLICY}; sandbox`,
    ...(expires
      ? { expires: expires.toUTCString(), 'cache-control': 'private' }
      : { 'cache-control': metadata.cacheControl }),
    ...disposition(request, object.name),
  })
  return isUnchanged(request.headers, eTag, metadata.lastModified)
    ? reply.code(304).send()
    : reply.send(bytes)
}
