import type { Pool } from 'pg'
import { run } from '../database/session.ts'
import type { Answer } from './answer.ts'
import type { Caller } from './caller.ts'
import { errors } from './errors.ts'
import { openApiDocument, type Visible, visibleSql } from './open-api.ts'
import type { SchemaCache } from './planning/schema-cache.ts'
import type { ApiRequest } from './reading/api-request.ts'
import { contentType } from './reading/media-type.ts'

/** GET `/`: the OpenAPI description of the requested schema. Throws PGRST107 or PGRST126. */
export async function serveOpenApi(
  request: ApiRequest,
  cache: SchemaCache,
  caller: Caller,
  pool: Pool,
  publicUrl: string,
): Promise<Answer> {
  if (!cache.settings.openApi) throw errors.rootDisabled()
  const accepted = request.accept.some(({ type }) => ['openapi', 'json', 'any'].includes(type.kind))
  if (!accepted) throw errors.mediaType(request.accept.map(({ name }) => name))
  const scope = { role: caller.role, claims: caller.claims, readOnly: true }
  const rows = await run(pool, scope, visibleSql(request.schema).toStatement())
  const visible: Visible = JSON.parse(rows[0]?.[0] ?? '')
  const { host, protocol } = new URL(publicUrl)
  const address = { host, scheme: protocol.slice(0, -1), basePath: '/' }
  const document = openApiDocument(cache, request.schema, visible, address)
  const headers: Answer['headers'] = [['Content-Type', contentType({ kind: 'openapi' })]]
  if (cache.settings.schemas.length > 1) headers.push(['Content-Profile', request.schema])
  return { status: 200, headers, body: JSON.stringify(document) }
}
