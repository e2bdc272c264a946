import { type Fragment, sql } from '../../database/sql.ts'
import { errors } from '../errors.ts'
import type { ApiRequest } from '../reading/api-request.ts'
import { explainSql, outerSql, totalSql } from '../reading/body-sql.ts'
import { similarName } from '../reading/similar-name.ts'
import { countableSql, readSql } from '../sql/read-sql.ts'
import { checkPreferences, negotiate, type Prepared, preparedBase } from './prepared.ts'
import { planRead } from './read-plan.ts'
import { nameKey } from './relationships.ts'
import type { Relation, SchemaCache } from './schema-cache.ts'

/** GET and HEAD of a table or view. */
export function prepareRead(request: ApiRequest, name: string, cache: SchemaCache): Prepared {
  const relation = findRelation(cache, request.schema, name)
  const read = planRead(request.query, cache, {
    relation,
    source: 'relation',
    mutation: false,
    bounds: request.bounds,
  })
  const negotiated = negotiate(request, cache, 'rows')
  checkPreferences(request.preferences)
  const countable = countableSql(read)
  const counted = counting(request, cache, countable)
  const statement = outerSql({
    with: null,
    page: readSql(read),
    form: request.method === 'HEAD' && !negotiated.plan ? { kind: 'none' } : negotiated.form,
    total: counted.total,
  })
  return {
    ...preparedBase(request, cache, finish(statement, negotiated.plan)),
    contentType: negotiated.contentType,
    explains: negotiated.plan !== null,
    single: negotiated.single,
    estimate: counted.estimate,
  }
}

/** The relation named in the request. Throws PGRST205 with the most similar name. */
export function findRelation(cache: SchemaCache, schema: string, name: string): Relation {
  const found = cache.relations.get(nameKey({ schema, name }))
  if (found) return found
  const names = [...cache.relations.values()].flatMap((relation) =>
    relation.schema === schema ? [relation.name] : [],
  )
  throw errors.table(schema, name, similarName(name, names, 0.75))
}

/** How to determine the total: exact, exact up to max-rows, or the planner's estimate. */
export function counting(
  { preferences: { count } }: ApiRequest,
  { settings: { maxRows } }: SchemaCache,
  countable: Fragment,
): { total: Fragment | null; estimate: Prepared['estimate'] } {
  if (count === null) return { total: null, estimate: null }
  if (count === 'exact') return { total: totalSql(countable, null), estimate: null }
  const statement = explainSql(countable, { format: 'json', options: [] }).toStatement()
  if (count === 'planned') return { total: null, estimate: { statement, above: null } }
  const estimate = maxRows === null ? { statement, above: -1 } : { statement, above: maxRows }
  return { total: totalSql(countable, maxRows), estimate }
}

export function finish(statement: Fragment, plan: { format: 'text' | 'json'; options: string[] } | null) {
  return (plan ? explainSql(statement, plan) : sql`${statement}`).toStatement()
}
