import type { Statement } from '../../database/sql.ts'
import { errors } from '../errors.ts'
import type { ApiRequest } from '../reading/api-request.ts'
import type { BodyForm, ResultShape } from '../reading/body-sql.ts'
import { contentType, type MediaType, type PlanOptions } from '../reading/media-type.ts'
import type { Applied, Preferences } from '../reading/preferences.ts'
import { type EmbedCost, embedCost } from './embed-cost.ts'
import type { SchemaCache } from './schema-cache.ts'

/**
 * What the planning stages hand to execution: one statement and everything that must be known to check its
 * result and to answer. It holds no state of a caller, so one may serve many requests.
 */
export type Prepared = {
  statement: Statement
  readOnly: boolean
  embeds: EmbedCost
  applied: Applied
  preferences: Preferences
  schema: string
  /** The `Content-Type`, or null when the answer has no body. */
  contentType: string | null
  /** Whether the body is base64 of what is sent. */
  bytes: boolean
  /** Rows of EXPLAIN instead of the outer row. */
  explains: boolean
  /** The result must be exactly one row. */
  single: boolean
  maxAffected: number | null
  /** PUT: exactly the row that the address names. */
  oneByKey: boolean
  rollback: boolean
  /** EXPLAIN of the counting query, whose estimate is the total. */
  estimate: { statement: Statement; above: number | null } | null
  offset: number
  /** For Content-Location and Location. */
  address: string
  canonical: string
  /** Whether the extra columns of the outer row tell if something was inserted, or where. */
  tells: 'inserted' | 'location' | null
  /** Settings of the function itself that hold for the whole statement. */
  settings: Record<string, string>
  /** A call that returns nothing. */
  void: boolean
}

export type Negotiated = {
  contentType: string
  form: BodyForm
  plan: PlanOptions | null
  single: boolean
}

/** Chooses the form of the response: the first acceptable one that can be made. Throws PGRST107. */
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

/** The media type that a function answers in by itself. */
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

/** Preferences that cannot be met are an error only when the caller is strict. Throws PGRST122. */
export function checkPreferences({ handling, invalid }: Preferences): void {
  if (handling === 'strict' && invalid.length > 0) throw errors.preferences(invalid)
}

/** What all requests have in common. */
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
