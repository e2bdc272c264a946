import type { ApiRequest } from '../reading/api-request.ts'
import { findRelation } from './prepare-read.ts'
import { chooseRoutine } from './routine-choice.ts'
import type { SchemaCache } from './schema-cache.ts'

/** The `Allow` header of an OPTIONS answer. Throws PGRST202 or PGRST205. */
export function allowedMethods(request: ApiRequest, cache: SchemaCache): string {
  const { target, schema, query } = request
  if (target.kind === 'root') return 'OPTIONS,GET,HEAD'
  if (target.kind === 'routine') {
    const names = query.arguments.map(([name]) => name)
    const offer = { names: [...new Set(names)], body: null }
    const overloads = cache.routines.get(JSON.stringify([schema, target.name])) ?? []
    const routine = overloads.length === 1 ? overloads[0] : undefined
    const { volatility } = routine ?? chooseRoutine(cache, { schema, name: target.name }, offer)
    return volatility === 'v' ? 'OPTIONS,POST' : 'OPTIONS,GET,HEAD,POST'
  }
  const { insertable, updatable, deletable, primaryKey } = findRelation(cache, schema, target.name)
  const methods = ['OPTIONS', 'GET', 'HEAD']
  if (insertable) methods.push('POST')
  if (insertable && updatable && primaryKey.length > 0) methods.push('PUT')
  if (updatable) methods.push('PATCH')
  if (deletable) methods.push('DELETE')
  return methods.join(',')
}
