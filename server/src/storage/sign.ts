import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { sql } from '../database/sql.ts'
import { findCaller, scopeOf } from './caller.ts'
import { visibleObject } from './download.ts'
import { findBucket } from './find-bucket.ts'
import { transformShape, writeTransform } from './images/transform.ts'
import { readBody } from './json-body.ts'
import { signLink } from './link-token.ts'
import { type ObjectAddress, readAddress, readBucketId } from './object-name.ts'
import { checkMayWrite, ownerOf } from './permission.ts'
import { restOfPath } from './request-path.ts'
import { type Service, select } from './service.ts'
import { payerOf } from './uploads/room.ts'

/** Lifetime of an upload link in seconds. */
const UPLOAD_LIFETIME = 7200
/** Ten years; for longer, make the file public. */
const LONGEST = 315_360_000

const seconds = z.number().int().min(1).max(LONGEST)
const one = z.object({ expiresIn: seconds, transform: transformShape.nullish() })
const many = z.object({ expiresIn: seconds, paths: z.array(z.string()).min(1).max(1000) })

/** Signs links that read or upload one file without an account. */
export function sign(app: FastifyInstance, service: Service): void {
  app.post('/object/upload/sign/*', async (request) => {
    const caller = await findCaller(service.context.keys, request)
    const address = readAddress(restOfPath(request, '/object/upload/sign/'))
    const upsert = request.headers['x-upsert'] === 'true'
    await findBucket(service, address.bucket)
    await checkMayWrite(service, caller, request, 'storage.object.sign_upload_url', { ...address, upsert })
    const { id: owner } = ownerOf(caller)
    const url = `${address.bucket}/${address.name}`
    const payer = payerOf(caller, request)
    const link = { scope: 'upload' as const, url, owner, upsert, ...(payer && { payer }) }
    const token = await signLink(service, link, UPLOAD_LIFETIME)
    return { url: `/object/upload/sign/${plain(address)}?token=${token}`, token }
  })

  app.post('/object/sign/*', async (request) => {
    const path = restOfPath(request, '/object/sign/')
    return path.includes('/') ? signOne(service, request, path) : signMany(service, request, path)
  })
}

async function signOne(service: Service, request: FastifyRequest, path: string) {
  const caller = await findCaller(service.context.keys, request)
  const address = readAddress(path)
  const { expiresIn, transform } = readBody(request, one)
  const object = await visibleObject(service, caller, request, address, 'storage.object.sign')
  const drawn = transform && service.context.project.storage.image_transformation.enabled
  const transformations = drawn ? writeTransform(transform) : ''
  const token = await signLink(
    service,
    {
      scope: 'download',
      url: `${object.bucket_id}/${object.name}`,
      ...(transformations && { transformations }),
    },
    expiresIn,
  )
  return {
    signedURL: `/${transformations ? 'render/image' : 'object'}/sign/${plain(address)}?token=${token}`,
  }
}

const HIDDEN = 'Either the object does not exist or you do not have access to it'

async function signMany(service: Service, request: FastifyRequest, path: string) {
  const caller = await findCaller(service.context.keys, request)
  const bucket = readBucketId(path)
  const { expiresIn, paths } = readBody(request, many)
  const visible = await select<string>(
    service.context.requests,
    scopeOf(caller, request, 'storage.object.sign_many'),
    sql`select to_json(name)::text from storage.objects where bucket_id = ${bucket}
      and name in (select jsonb_array_elements_text(${JSON.stringify(paths)}::jsonb))`,
  )
  const known = new Set(visible)
  return Promise.all(
    paths.map(async (name) => {
      if (!known.has(name)) return { error: HIDDEN, path: name, signedURL: null }
      const token = await signLink(service, { scope: 'download', url: `${bucket}/${name}` }, expiresIn)
      return { error: null, path: name, signedURL: `/object/sign/${plain({ bucket, name })}?token=${token}` }
    }),
  )
}

/** Not URL-encoded, because the client applies encodeURI to the whole link. */
const plain = ({ bucket, name }: ObjectAddress): string => `${bucket}/${name}`
