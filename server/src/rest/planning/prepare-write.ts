import { type Fragment, ident, sql } from '../../database/sql.ts'
import { ApiError } from '../../http/api-error.ts'
import { errors } from '../errors.ts'
import type { ApiRequest } from '../reading/api-request.ts'
import { outerSql } from '../reading/body-sql.ts'
import type { Filter } from '../reading/filter.ts'
import { rowsPayload } from '../reading/payload.ts'
import type { Applied } from '../reading/preferences.ts'
import { STATEMENT } from '../sql/from-sql.ts'
import { readSql } from '../sql/read-sql.ts'
import { INSERTED_SETTING, neededColumns, type WritePlan, writeSql } from '../sql/write-sql.ts'
import { findRelation, finish } from './prepare-read.ts'
import { checkPreferences, negotiate, type Prepared, preparedBase } from './prepared.ts'
import { planRead, type ReadNode, rootConditions } from './read-plan.ts'
import type { Relation, SchemaCache } from './schema-cache.ts'

const APPLIED = { POST: 'insert', PUT: 'upsert', PATCH: 'update', DELETE: 'delete' } as const
type Verb = keyof typeof APPLIED

/** POST, PUT, PATCH and DELETE of a table or view: the write, then a read of the returned rows. */
export function prepareWrite(request: ApiRequest, name: string, body: Buffer, cache: SchemaCache): Prepared {
  const verb = request.method as Verb
  const applied: Applied = APPLIED[verb]
  const { preferences } = request
  const relation = findRelation(cache, request.schema, name)
  const read = planRead(request.query, cache, {
    relation,
    source: 'statement',
    mutation: true,
    bounds: NO_BOUNDS,
  })
  const represented = preferences.return === 'representation'
  const located = preferences.return === 'headers-only' && verb === 'POST' && relation.primaryKey.length > 0
  const plan = planWrite(request, verb, relation, body, returningOf(read, relation, represented, located))
  checkPreferences(preferences)
  const negotiated = negotiate(request, cache, 'rows')
  refuseUnfiltered(plan)
  const counts = plan.kind === 'insert' && plan.conflict?.action === 'merge'
  const tells = located ? 'location' : counts ? 'inserted' : null
  const statement = outerSql({
    with: sql`${STATEMENT} as (${writeSql(plan)})`,
    page: represented ? readSql(read) : sql`select from ${STATEMENT}`,
    form: represented ? negotiated.form : { kind: 'none' },
    total: null,
    extra: tells === null ? [] : [tells === 'location' ? locationSql(relation) : INSERTED],
  })
  const strict = preferences.handling === 'strict'
  return {
    ...preparedBase(request, cache, finish(statement, negotiated.plan)),
    readOnly: false,
    applied,
    contentType: represented || negotiated.plan ? negotiated.contentType : null,
    explains: negotiated.plan !== null,
    single: negotiated.single,
    maxAffected: strict && (verb === 'PATCH' || verb === 'DELETE') ? preferences.maxAffected : null,
    oneByKey: verb === 'PUT',
    offset: 0,
    tells,
  }
}

const NO_BOUNDS = { limit: null, offset: 0 }
const INSERTED = sql`nullif(current_setting(${INSERTED_SETTING}, true), '')`

function returningOf(
  read: ReadNode,
  relation: Relation,
  represented: boolean,
  located: boolean,
): string[] | null {
  if (represented) return neededColumns(read, relation)
  return located ? relation.primaryKey : null
}

function locationSql({ primaryKey }: Relation): Fragment {
  const columns = primaryKey.map((name) => sql`${ident(name)}::text`)
  return sql`(select row_to_json(l.*) from (select ${sql.join(columns, ', ')} from ${STATEMENT} limit 1) as l)`
}

function planWrite(
  request: ApiRequest,
  verb: Verb,
  relation: Relation,
  body: Buffer,
  returning: string[] | null,
): WritePlan {
  const { query, preferences } = request
  const useDefaults = preferences.missing === 'default'
  if (verb === 'DELETE') return { kind: 'delete', relation, returning, where: rootConditions(query) }
  const payload = rowsPayload(request.bodyType, body, query.columns)
  if (verb === 'PATCH') {
    return { kind: 'update', relation, returning, payload, useDefaults, where: rootConditions(query) }
  }
  if (verb === 'PUT') {
    checkPut(request, relation)
    const conflict = { columns: relation.primaryKey, action: 'merge' as const }
    return {
      kind: 'insert',
      relation,
      returning,
      payload,
      useDefaults,
      conflict,
      only: rootConditions(query),
    }
  }
  const columns = query.onConflict ?? relation.primaryKey
  const action = preferences.resolution === 'ignore-duplicates' ? 'ignore' : 'merge'
  const conflict = preferences.resolution && columns.length > 0 ? ({ columns, action } as const) : null
  return { kind: 'insert', relation, returning, payload, useDefaults, conflict, only: [] }
}

/** PUT must name one row by its whole primary key and nothing else. */
function checkPut({ query }: ApiRequest, { primaryKey }: Relation): void {
  if (query.bounds.length > 0) throw errors.putLimit()
  const names = new Set(query.filters.map(({ value }) => value.field.name))
  const equal = ({ not, operation }: Filter) =>
    !not && operation.kind === 'compare' && operation.operator === 'eq' && operation.quantifier === null
  const exact =
    primaryKey.length > 0 &&
    query.logic.length === 0 &&
    names.size === primaryKey.length &&
    primaryKey.every((name) => names.has(name)) &&
    query.filters.every(({ value }) => equal(value))
  if (!exact) throw errors.putFilters()
}

/** Like Supabase's safeupdate: refuses updates and deletes without a filter. */
function refuseUnfiltered(plan: WritePlan): void {
  if (plan.kind === 'insert' || plan.where.length > 0) return
  if (plan.kind === 'update' && plan.payload.columns.length === 0) return
  throw new ApiError('21000', 400, `${plan.kind.toUpperCase()} requires a WHERE clause`)
}
