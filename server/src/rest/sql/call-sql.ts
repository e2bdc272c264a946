import { type Fragment, ident, sql } from '../../database/sql.ts'
import type { CatalogRoutine } from '../planning/catalog-query.ts'
import { SCALAR } from '../reading/body-sql.ts'
import type { CallPayload } from '../reading/payload.ts'
import { arrayLiteral } from './condition-sql.ts'
import { catalogText } from './trusted-sql.ts'

/** A function call, and the parts of its result that the read needs. */
export type CallPlan = {
  routine: CatalogRoutine
  arguments: CallPayload
  /** Computed columns to select in addition to the function's own. */
  computed: string[]
}

const CALL = ident('pgrst_call')
const ARGUMENTS = ident('pgrst_args')

export const returnsScalar = ({ returns }: CatalogRoutine): boolean => !returns.composite

/** The rows of the call: the function's columns, or one column for a scalar. */
export function callSql(plan: CallPlan): Fragment {
  const { routine } = plan
  const { from, list } = argumentsSql(plan)
  const call = sql`${ident(routine.schema, routine.name)}(${list})`
  if (returnsScalar(routine)) {
    return sql`select ${CALL}.${SCALAR} from ${from}lateral (select ${call} as ${SCALAR}) as ${CALL}`
  }
  const computed = plan.computed.map((name) => sql`, ${CALL}.${ident(name)}`)
  return sql`select ${CALL}.*${sql.join(computed, ' ')} from ${from}lateral ${call} as ${CALL}`
}

function argumentsSql(plan: CallPlan): { from: Fragment; list: Fragment } {
  const { routine, arguments: given } = plan
  const [first] = routine.parameters
  // A single unnamed parameter receives the whole body.
  if (first?.name === '') {
    const type = catalogText(first.type)
    if (given.kind === 'json') return { from: sql.empty, list: sql`${given.json}::${type}` }
    if (given.kind === 'raw') return { from: sql.empty, list: rawBody(given) }
  }
  if (given.kind === 'pairs') return { from: sql.empty, list: pairsSql(routine, given.pairs) }
  if (given.kind === 'raw') return { from: sql.empty, list: sql.empty }
  const used = routine.parameters.filter(({ name }) => given.keys.includes(name))
  if (used.length === 0) return { from: sql.empty, list: sql.empty }
  const typed = used.map(({ name, type }) => sql`${ident(name)} ${catalogText(type)}`)
  const from = sql`json_to_record(${given.json}::json) as ${ARGUMENTS}(${sql.join(typed, ', ')}), `
  const list = used.map(
    ({ name, variadic }) =>
      sql`${variadic ? VARIADIC : sql.empty}${ident(name)} := ${ARGUMENTS}.${ident(name)}`,
  )
  return { from, list: sql.join(list, ', ') }
}

const VARIADIC = sql`variadic `

function rawBody({ type, body }: Extract<CallPayload, { kind: 'raw' }>): Fragment {
  if (type === 'bytea') return sql`decode(${body.toString('base64')}, 'base64')`
  const text = body.toString('utf8')
  return type === 'xml' ? sql`${text}::xml` : sql`${text}::text`
}

/** Arguments of a query string: each text is cast; repeated names fill a variadic parameter, else the last one counts. */
function pairsSql(routine: CatalogRoutine, pairs: [string, string][]): Fragment {
  const list = routine.parameters.flatMap(({ name, type, variadic }) => {
    const values = pairs.filter(([key]) => key === name).map(([, value]) => value)
    const last = values.at(-1)
    if (last === undefined) return []
    if (!variadic) return [sql`${ident(name)} := ${last}::${catalogText(type)}`]
    return [sql`variadic ${ident(name)} := ${arrayLiteral(values)}::${catalogText(type)}`]
  })
  return sql.join(list, ', ')
}
