import type { IncomingHttpHeaders } from 'node:http'
import { errors } from '../errors.ts'
import { type MediaType, parseAccept } from './media-type.ts'
import { type BodyType, bodyType } from './payload.ts'
import { type Preferences, parsePreferences } from './preferences.ts'
import { type Bounds, parseQueryParameters, type QueryParameters } from './query-parameters.ts'

/** First stage: parses a request syntactically, without knowledge of the database; the body stays unparsed. */
export type ApiRequest = {
  method: Method
  target: Target
  schema: string
  query: QueryParameters
  preferences: Preferences
  accept: { type: MediaType; name: string }[]
  /** `limit` and `offset` of the top resource, narrowed by the `Range` header. */
  bounds: { limit: number | null; offset: number }
  bodyType: BodyType
}

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
type Method = (typeof METHODS)[number]

type Target = { kind: 'root' } | { kind: 'relation'; name: string } | { kind: 'routine'; name: string }

type Raw = { method: string; path: string; queryString: string; headers: IncomingHttpHeaders }

/** Parses everything but the body. `schemas` are the exposed ones, with the default first. Throws ApiError. */
export function parseRequest(raw: Raw, schemas: string[]): ApiRequest {
  const method = METHODS.find((known) => known === raw.method)
  if (!method) throw errors.method(raw.method)
  const target = parseTarget(raw.path)
  if (target.kind === 'routine' && (method === 'PUT' || method === 'PATCH' || method === 'DELETE')) {
    throw errors.rpcMethod(method)
  }
  const reads = method === 'GET' || method === 'HEAD'
  if (target.kind === 'root' && !reads && method !== 'OPTIONS') throw errors.method(method)
  const schema = parseSchema(raw.headers, reads, schemas)
  const query = parseQueryParameters(raw.queryString, target.kind === 'routine' && reads)
  const own = query.bounds.find(({ path }) => path.length === 0)?.value
  return {
    method,
    target,
    schema,
    query,
    preferences: parsePreferences(single(raw.headers.prefer) ?? ''),
    accept: parseAccept(raw.headers.accept),
    bounds: narrow(own ?? { limit: null, offset: null }, method === 'GET' ? raw.headers.range : undefined),
    bodyType: bodyType(raw.headers['content-type']),
  }
}

function parseTarget(path: string): Target {
  let segments: string[]
  try {
    segments = path.split('/').slice(1).map(decodeURIComponent)
  } catch {
    throw errors.path()
  }
  const [first = '', second] = segments
  if (segments.length <= 1 && first === '') return { kind: 'root' }
  if (segments.some((segment) => segment === '' || segment.includes('\0'))) throw errors.path()
  if (segments.length === 1) return { kind: 'relation', name: first }
  if (segments.length === 2 && first === 'rpc' && second) return { kind: 'routine', name: second }
  throw errors.path()
}

function parseSchema(headers: IncomingHttpHeaders, reads: boolean, schemas: string[]): string {
  const profile = single(headers[reads ? 'accept-profile' : 'content-profile'])
  if (profile === undefined) return schemas[0] as string
  if (!schemas.includes(profile)) throw errors.schema(profile, schemas)
  return profile
}

const RANGE = /^(\d+)-(\d*)$/

function narrow(bounds: Bounds, header: string | undefined): { limit: number | null; offset: number } {
  if (bounds.limit !== null && bounds.limit < 0) {
    throw errors.range('Limit should be greater than or equal to zero.')
  }
  let offset = bounds.offset ?? 0
  let limit = bounds.limit
  const range = RANGE.exec(header?.trim() ?? '')
  if (!range) return { limit, offset }
  const last = range[2] === '' ? null : Number(range[2])
  if (last !== null && last < Number(range[1])) {
    throw errors.range(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    )
  }
  const end = limit === null ? null : offset + limit
  offset = Math.max(offset, Number(range[1]))
  const ends = [end, last === null ? null : last + 1].filter((value) => value !== null)
  limit = ends.length === 0 ? null : Math.max(0, Math.min(...ends) - offset)
  return { limit, offset }
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header
}
