import { sql } from '../database/sql.ts'
import type { CatalogColumn, CatalogRoutine } from './planning/catalog-query.ts'
import { nameKey } from './planning/relationships.ts'
import type { Relation, SchemaCache } from './planning/schema-cache.ts'

/** The parts of a schema visible to a role, queried as that role. One row with JSON text. */
export const visibleSql = (schema: string) => sql`
  select json_build_object(
    'comment', (select obj_description(oid, 'pg_namespace') from pg_namespace where nspname = ${schema}),
    'relations', (
      select coalesce(json_agg(c.relname), '[]') from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = ${schema} and c.relkind in ('r', 'v', 'm', 'f', 'p')
        and (has_table_privilege(c.oid, 'select, insert, update, delete')
          or has_any_column_privilege(c.oid, 'select, insert, update'))
    ),
    'routines', (
      select coalesce(json_agg(distinct p.proname), '[]') from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = ${schema} and has_function_privilege(p.oid, 'execute')
    )
  )`

export type Visible = { comment: string | null; relations: string[]; routines: string[] }

type Json = Record<string, unknown>

/** The OpenAPI 2 document of a schema, limited to what the caller may see. */
export function openApiDocument(
  cache: SchemaCache,
  schema: string,
  visible: Visible,
  address: { host: string; scheme: string; basePath: string },
): Json {
  const relations = visible.relations
    .toSorted()
    .flatMap((name) => cache.relations.get(nameKey({ schema, name })) ?? [])
  const routines = visible.routines
    .toSorted()
    .flatMap((name) => cache.routines.get(nameKey({ schema, name }))?.[0] ?? [])
  const [title, ...description] = (visible.comment ?? '').split('\n')
  return {
    swagger: '2.0',
    info: {
      title: title || 'REST API',
      description: description.join('\n').trim() || 'Tables, views and functions of the database',
      version: '14.12',
    },
    host: address.host,
    basePath: address.basePath,
    schemes: [address.scheme],
    consumes: MEDIA_TYPES,
    produces: MEDIA_TYPES,
    paths: Object.fromEntries([
      ['/', { get: { tags: ['Introspection'], summary: 'OpenAPI description', responses: ok('OK') } }],
      ...relations.map((relation) => [`/${relation.name}`, relationPath(relation)]),
      ...routines.map((routine) => [`/rpc/${routine.name}`, routinePath(routine)]),
    ]),
    definitions: Object.fromEntries(relations.map((relation) => [relation.name, definition(relation)])),
    parameters: Object.fromEntries([
      ...Object.entries(SHARED_PARAMETERS),
      ...relations.flatMap((relation) => relationParameters(relation)),
    ]),
  }
}

const MEDIA_TYPES = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
  'text/csv',
]

const ok = (text: string) => ({ 200: { description: text } })

const query = (name: string, text: string) => ({
  name,
  description: text,
  required: false,
  in: 'query',
  type: 'string',
})
const header = (name: string, values?: string[]) => ({
  name,
  required: false,
  in: 'header',
  type: 'string',
  ...(values ? { enum: values } : {}),
})
const SHARED_PARAMETERS: Json = {
  select: query('select', 'Filtering Columns'),
  order: query('order', 'Ordering'),
  limit: query('limit', 'Limiting and Pagination'),
  offset: query('offset', 'Limiting and Pagination'),
  on_conflict: query('on_conflict', 'On Conflict'),
  range: header('Range'),
  rangeUnit: header('Range-Unit'),
  preferCount: header('Prefer', ['count=none']),
  preferReturn: header('Prefer', ['return=representation', 'return=minimal', 'return=none']),
  preferPost: header('Prefer', ['return=representation', 'resolution=merge-duplicates', 'missing=default']),
}

const reference = (name: string) => ({ $ref: `#/parameters/${name}` })

function relationPath(relation: Relation): Json {
  const rows = [...relation.columns.keys()].map((column) => reference(`rowFilter.${relation.name}.${column}`))
  const tags = [relation.name]
  const summary = relation.comment?.split('\n')[0]
  const base = { tags, ...(summary ? { summary } : {}) }
  const list = { type: 'array', items: { $ref: `#/definitions/${relation.name}` } }
  const body = reference(`body.${relation.name}`)
  const reads = ['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount'].map(reference)
  return {
    get: {
      ...base,
      parameters: [...rows, ...reads],
      responses: { 200: { description: 'OK', schema: list }, 206: { description: 'Partial Content' } },
    },
    ...(relation.insertable && {
      post: {
        ...base,
        parameters: [body, reference('select'), reference('preferPost')],
        responses: { 201: { description: 'Created' } },
      },
    }),
    ...(relation.updatable && {
      patch: {
        ...base,
        parameters: [...rows, body, reference('preferReturn')],
        responses: { 204: { description: 'No Content' } },
      },
    }),
    ...(relation.deletable && {
      delete: {
        ...base,
        parameters: [...rows, reference('preferReturn')],
        responses: { 204: { description: 'No Content' } },
      },
    }),
  }
}

function relationParameters({ name, columns }: Relation): [string, Json][] {
  const schema = { $ref: `#/definitions/${name}` }
  return [
    [`body.${name}`, { name, description: name, required: false, in: 'body', schema }],
    ...[...columns.values()].map((column): [string, Json] => [
      `rowFilter.${name}.${column.name}`,
      { ...query(column.name, column.comment ?? ''), required: false },
    ]),
  ]
}

function definition({ columns, primaryKey, comment }: Relation): Json {
  const required = [...columns.values()].filter((column) => !column.nullable && column.default === null)
  return {
    ...(comment ? { description: comment } : {}),
    ...(required.length > 0 ? { required: required.map(({ name }) => name) } : {}),
    properties: Object.fromEntries(
      [...columns.values()].map((column) => [column.name, property(column, primaryKey)]),
    ),
    type: 'object',
  }
}

function property(column: CatalogColumn, primaryKey: string[]): Json {
  const note = primaryKey.includes(column.name) ? 'Note:\nThis is a Primary Key.<pk/>' : null
  const text = [column.comment, note].filter((part) => part !== null).join('\n\n')
  return {
    ...(column.default === null ? {} : { default: column.default }),
    ...(text === '' ? {} : { description: text }),
    ...(column.enum ? { enum: column.enum } : {}),
    ...(column.maxLength === null ? {} : { maxLength: column.maxLength }),
    ...typeOf(column.type),
  }
}

function typeOf(type: string): Json {
  const simple: Record<string, string> = {
    boolean: 'boolean',
    smallint: 'integer',
    integer: 'integer',
    bigint: 'integer',
    numeric: 'number',
    real: 'number',
    'double precision': 'number',
  }
  if (type.endsWith('[]')) return { format: type, type: 'array', items: typeOf(type.slice(0, -2)) }
  if (type === 'json' || type === 'jsonb') return { format: type }
  return { format: type, type: simple[type.replace(/\(.*\)$/, '')] ?? 'string' }
}

function routinePath({ name, comment, parameters, volatility }: CatalogRoutine): Json {
  const tags = [`(rpc) ${name}`]
  const summary = comment?.split('\n')[0]
  const base = { tags, ...(summary ? { summary } : {}), produces: MEDIA_TYPES, responses: ok('OK') }
  const required = parameters.filter((parameter) => parameter.required).map((parameter) => parameter.name)
  const schema = {
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, typeOf(parameter.type)])),
  }
  const inQuery = parameters.map((parameter) => ({
    name: parameter.name,
    required: parameter.required,
    in: 'query',
    ...typeOf(parameter.type),
  }))
  return {
    ...(volatility === 'v' ? {} : { get: { ...base, parameters: inQuery } }),
    post: { ...base, parameters: [{ name: 'args', required: true, in: 'body', schema }] },
  }
}
