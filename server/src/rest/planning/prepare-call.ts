import { sql } from '../../database/sql.ts'
import { errors } from '../errors.ts'
import type { ApiRequest } from '../reading/api-request.ts'
import { outerSql, type ResultShape } from '../reading/body-sql.ts'
import { type CallPayload, callPayload } from '../reading/payload.ts'
import { type CallPlan, callSql, returnsScalar } from '../sql/call-sql.ts'
import { STATEMENT } from '../sql/from-sql.ts'
import { countableSql, readSql } from '../sql/read-sql.ts'
import type { CatalogRoutine } from './catalog-query.ts'
import { counting, finish } from './prepare-read.ts'
import { checkPreferences, negotiate, type Prepared, preparedBase } from './prepared.ts'
import { planRead, type ReadNode } from './read-plan.ts'
import { chooseRoutine, type Offer } from './routine-choice.ts'
import type { SchemaCache } from './schema-cache.ts'

/** Function settings that must apply to the whole statement, not only inside the function. */
const HOISTED = ['statement_timeout', 'plan_filter.statement_cost_limit']

/** A function call by GET, HEAD or POST. */
export function prepareCall(request: ApiRequest, name: string, body: Buffer, cache: SchemaCache): Prepared {
  const { preferences, query, schema } = request
  const reads = request.method !== 'POST'
  const given: CallPayload = reads
    ? { kind: 'pairs', pairs: query.arguments }
    : callPayload(request.bodyType, body, query.columns)
  const offer = offerOf(given, reads)
  const routine = chooseRoutine(cache, { schema, name }, offer)
  const { returns } = routine
  const relation = returns.relation
    ? { schema: returns.schema, name: returns.name }
    : { schema, name: routine.name }
  const read = planRead(query, cache, {
    relation,
    source: 'statement',
    mutation: false,
    bounds: request.bounds,
  })
  const shape = shapeOf(routine)
  const media = returns.media === null ? null : { name: returns.media, bytes: returns.name === 'bytea' }
  const negotiated = negotiate(request, cache, shape, media)
  checkPreferences(preferences)
  const strictMost = preferences.handling === 'strict' ? preferences.maxAffected : null
  if (strictMost !== null && !returns.set) throw errors.maxAffectedCall()
  const call: CallPlan = {
    routine,
    arguments: given,
    computed: computedColumns(read),
  }
  const counted = counting(request, cache, countableSql(read))
  const silent = returns.void || (request.method === 'HEAD' && !negotiated.plan)
  const statement = outerSql({
    with: sql`${STATEMENT} as (${callSql(call)})`,
    page: readSql(read),
    form: silent ? { kind: 'none' } : negotiated.form,
    total: preferences.count === null ? null : counted.total,
  })
  return {
    ...preparedBase(request, cache, finish(statement, negotiated.plan)),
    readOnly: reads || routine.volatility !== 'v',
    applied: 'call',
    contentType: returns.void && !negotiated.plan ? null : negotiated.contentType,
    bytes: negotiated.form.kind === 'bare' && negotiated.form.bytes && !silent,
    explains: negotiated.plan !== null,
    single: negotiated.single && !returns.void,
    maxAffected: strictMost,
    settings: hoisted(routine),
    void: returns.void,
  }
}

function offerOf(given: CallPayload, reads: boolean): Offer {
  if (given.kind === 'raw') return { names: [], body: given.type }
  if (given.kind === 'json') return { names: [...new Set(given.keys)], body: 'json' }
  return { names: [...new Set(given.pairs.map(([key]) => key))], body: reads ? null : 'form' }
}

function shapeOf(routine: CatalogRoutine): ResultShape {
  if (returnsScalar(routine)) return routine.returns.set ? 'scalars' : 'scalar'
  return routine.returns.set ? 'rows' : 'row'
}

function computedColumns(read: ReadNode): string[] {
  const { known } = read
  if (!known) return []
  const names = read.fields.map(({ field }) => field.name)
  return [...new Set(names)].filter((name) => name !== '*' && !known.columns.has(name))
}

function hoisted({ settings }: CatalogRoutine): Record<string, string> {
  const pairs = settings.map((setting): [string, string] => {
    const equals = setting.indexOf('=')
    return [setting.slice(0, equals), setting.slice(equals + 1)]
  })
  return Object.fromEntries(pairs.filter(([name]) => HOISTED.includes(name)))
}
