import type { Statement } from '../../database/sql.ts'
import { errors } from '../errors.ts'
import type { ApiRequest } from '../reading/api-request.ts'
import type { BodyForm, ResultShape } from '../reading/body-sql.ts'
import { contentType, type MediaType, type PlanOptions } from '../reading/media-type.ts'
import type { Applied, Preferences } from '../reading/preferences.ts'
import { type EmbedCost, embedCost } from './embed-cost.ts'
import type { SchemaCache } from './schema-cache.ts'

/**
 * The result of planning: one statement, with everything needed to check its result and to answer. Contains no caller
 * state, so that it can be reused between requests.
 */
export type Prepared = {
  statement: Statement
  readOnly: boolean
  embeds: EmbedCost
  applied: Applied
  preferences: Preferences
  schema: string
  /** The `Content-Type`, or null for an empty answer. */
  contentType: string | null
  /** Whether the body is base64-encoded. */
  bytes: boolean
  /** The result is EXPLAIN output instead of the outer row. */
  explains: boolean
  /** Requires exactly one row. */
  single: boolean
  maxAffected: number | null
  /** PUT: requires exactly the row that the URL names. */
  oneByKey: boolean
  rollback: boolean
  /** EXPLAIN of the counting query, whose estimate becomes the total. */
  estimate: { statement: Statement; above: number | null } | null
  offset: number
  /** For Content-Location and Location. */
  address: string
  canonical: string
  /** Meaning of the outer row's extra columns: whether a row was inserted, or its location. */
  tells: 'inserted' | 'location' | null
  /** The function's own settings that apply to the whole statement. */
  settings: Record<string, string>
  /** The function returns void. */
  void: boolean
}

export type Negotiated = {
  contentType: string
  form: BodyForm
  plan: PlanOptions | null
  single: boolean
}

/** Content negotiation: the first acceptable media type that can be produced. Throws PGRST107. */
export function negotiate(
  request: ApiRequest,
  cache: SchemaCache,
  shape: ResultShape,
  media: Media | null = null,
): Negotiated {
  for (const { type, name } of request.accept) {
    if (media && (media.name === '*/*' || media.name === name)) return bare(media, name)
    const form = formOf(type, cache, shape)
    if (!form) continue
    const plan = type.kind === 'plan' ? type.plan : null
    const single = form.kind === 'object' && !plan
    return { contentType: contentType(type), form, plan, single }
  }
  throw errors.mediaType(request.accept.map(({ name }) => name))
}

/** The media type that a function itself returns. */
export type Media = { name: string; bytes: boolean }

function bare({ name, bytes }: Media, accepted: string): Negotiated {
  const any = name === '*/*'
  const type = any && accepted !== '*/*' ? accepted : any ? 'application/octet-stream' : name
  return { contentType: type, form: { kind: 'bare', bytes }, plan: null, single: false }
}

function formOf(type: MediaType, cache: SchemaCache, shape: ResultShape): BodyForm | null {
  switch (type.kind) {
    case 'any':
    case 'json':
      return { kind: 'array', stripNulls: false, shape }
    case 'array':
    case 'object':
      return { kind: type.kind, stripNulls: type.stripNulls, shape }
    case 'csv':
      return { kind: 'csv' }
    case 'geojson':
      return cache.geojson ? { kind: 'geojson' } : null
    case 'plan':
      return cache.settings.plans ? { kind: type.of, stripNulls: type.stripNulls, shape } : null
    default:
      return null
  }
}

/** Unsupported preferences are an error only with handling=strict. Throws PGRST122. */
export function checkPreferences({ handling, invalid }: Preferences): void {
  if (handling === 'strict' && invalid.length > 0) throw errors.preferences(invalid)
}

/** The part common to all requests. */
export function preparedBase(request: ApiRequest, cache: SchemaCache, statement: Statement): Prepared {
  const { preferences, target } = request
  const { transactionEnd } = cache.settings
  const end = transactionEnd.override && preferences.tx ? preferences.tx : transactionEnd.default
  return {
    statement,
    readOnly: true,
    embeds: embedCost(request.query.select),
    applied: 'read',
    preferences,
    schema: request.schema,
    contentType: null,
    bytes: false,
    explains: false,
    single: false,
    maxAffected: null,
    oneByKey: false,
    rollback: end === 'rollback',
    estimate: null,
    offset: request.bounds.offset,
    address:
      target.kind === 'root' ? '/' : target.kind === 'routine' ? `/rpc/${target.name}` : `/${target.name}`,
    canonical: request.query.canonical,
    tells: null,
    settings: {},
    void: false,
  }
}
