import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Caller, findCaller } from '../caller.ts'
import { findBucket, sizeLimit } from '../find-bucket.ts'
import { readLink } from '../link-token.ts'
import { type ObjectAddress, readAddress } from '../object-name.ts'
import { checkMayWrite, ownerOf } from '../permission.ts'
import { restOfPath } from '../request-path.ts'
import { kept, type ObjectRow } from '../rows.ts'
import type { Service } from '../service.ts'
import { checkDeclaredType } from './mime-rules.ts'
import { type Payer, payerOf } from './room.ts'
import { storeObject } from './store-object.ts'
import { headerText, receiveBody } from './upload-body.ts'

/** `POST /object/…` creates a file, `PUT` replaces one, `PUT /object/upload/sign/…` does either with a signed link. */
export function upload(app: FastifyInstance, service: Service): void {
  app.put('/object/upload/sign/*', async (request) => {
    const address = readAddress(restOfPath(request, '/object/upload/sign/'))
    const { token } = request.query as { token?: unknown }
    const link = await readLink(service, token, 'upload', address)
    const owner = ownerOf(link.owner === null ? null : { role: '', claims: { role: '', sub: link.owner } })
    await receive(
      service,
      request,
      { ...address, upsert: link.upsert, owner, payer: link.payer ?? null },
      async () => {},
    )
    return { Key: `${address.bucket}/${address.name}` }
  })

  const write =
    (operation: string, upsert: (request: FastifyRequest) => boolean) => async (request: FastifyRequest) => {
      const caller = await findCaller(service.context.keys, request)
      const address = readAddress(restOfPath(request, '/object/'))
      const row = await uploadAs(service, request, caller, address, operation, upsert(request))
      return { Id: row.id, Key: `${address.bucket}/${address.name}` }
    }
  app.post(
    '/object/*',
    write('storage.object.upload', (request) => request.headers['x-upsert'] === 'true'),
  )
  app.put(
    '/object/*',
    write('storage.object.upload_update', () => true),
  )
}

function uploadAs(
  service: Service,
  request: FastifyRequest,
  caller: Caller,
  address: ObjectAddress,
  operation: string,
  upsert: boolean,
): Promise<ObjectRow> {
  const payer = payerOf(caller, request)
  return receive(service, request, { ...address, upsert, owner: ownerOf(caller), payer }, (metadata) =>
    checkMayWrite(service, caller, request, operation, { ...address, upsert, metadata }),
  )
}

type Target = ObjectAddress & { upsert: boolean; owner: ReturnType<typeof ownerOf>; payer: Payer | null }

/** Makes all checks that are possible without the body, then receives, checks and stores it. */
async function receive(
  service: Service,
  request: FastifyRequest,
  target: Target,
  mayWrite: (metadata: Record<string, unknown>) => Promise<void>,
): Promise<ObjectRow> {
  const bucket = await findBucket(service, target.bucket)
  const said = request.headers['content-type']
  const isForm = said?.toLowerCase().startsWith('multipart/form-data') ?? false
  if (said && !isForm && !target.name.endsWith('.emptyFolderPlaceholder')) {
    checkDeclaredType(said, bucket.allowed_mime_types)
  }
  await mayWrite({
    ...(said && !isForm && { mimetype: said }),
    contentLength: Number(request.headers['content-length'] ?? 0),
  })
  const limit = sizeLimit(service, bucket, target.name)
  const declared = request.headers['content-length']
  // An upload of unknown length may reach the limit.
  const bytes = declared === undefined ? limit : Math.min(Number(declared), limit)
  const { row } = await service.room.during(target.payer, { bucket: bucket.id, bytes }, async () => {
    const { file, ...described } = await receiveBody(request, service.staging, limit)
    const robots = request.headers['x-robots-tag']
    return kept(
      await storeObject(service, bucket, file, {
        ...target,
        ...described,
        robots: typeof robots === 'string' ? headerText(robots) : undefined,
      }),
    )
  })
  return row
}
