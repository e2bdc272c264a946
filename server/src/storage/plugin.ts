import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { acceptJson } from '../http/json-body.ts'
import { buckets } from './buckets.ts'
import { allowOrigin } from './cors.ts'
import { download } from './download.ts'
import { answerError } from './error-response.ts'
import { storageError } from './errors.ts'
import { render } from './images/render.ts'
import { info } from './info.ts'
import { acceptBytes } from './json-body.ts'
import { list } from './list.ts'
import { moveAndCopy } from './move-copy.ts'
import { purgeCache } from './purge-cache.ts'
import { remove } from './remove.ts'
import { createService } from './service.ts'
import { sign } from './sign.ts'
import { resumable } from './uploads/resumable.ts'
import { upload } from './uploads/upload.ts'

/** Storage, `/storage/v1`: files described in schema `storage`. Registers the endpoints, one file each. */
export async function storage(app: FastifyInstance, context: Context): Promise<void> {
  const service = await createService(context)
  app.addHook('onRequest', async (request, reply) => {
    if (allowOrigin(request, reply)) return reply.code(204).send()
  })
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => {
    reply.code(404)
    return {
      statusCode: '404',
      error: 'Not Found',
      message: `Route ${request.method}:${request.url.slice(0, 500)} not found`,
      code: 'InvalidRequest',
    }
  })
  for (const path of ['/status', '/health']) app.get(path, async (_request, reply) => reply.code(200).send())

  await app.register(async (json) => {
    acceptJson(json, (cause) => storageError('invalidShape', 'Body is not valid JSON', cause))
    buckets(json, service)
    sign(json, service)
    list(json, service)
    moveAndCopy(json, service)
    remove(json, service)
    purgeCache(json, service)
  })
  await app.register(async (bytes) => {
    acceptBytes(bytes)
    upload(bytes, service)
    resumable(bytes, service)
  })
  info(app, service)
  if (context.project.storage.image_transformation.enabled) render(app, service)
  download(app, service)

  app.addHook('onReady', async () => service.sweeper.start())
  app.addHook('onClose', () => service.sweeper.stop())
}
