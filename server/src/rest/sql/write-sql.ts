import { type Fragment, ident, sql } from '../../database/sql.ts'
import { errors } from '../errors.ts'
import type { CatalogColumn } from '../planning/catalog-query.ts'
import type { Condition, ReadNode } from '../planning/read-plan.ts'
import type { Relation } from '../planning/schema-cache.ts'
import type { RowsPayload } from '../reading/payload.ts'
import { conditionSql, whereSql } from './condition-sql.ts'
import { catalogText } from './trusted-sql.ts'

/** A write to one relation; its result is the source of a read. */
export type WritePlan = {
  relation: Relation
  /** Columns that the read needs, or null to return only the number of rows. */
  returning: string[] | null
} & (
  | {
      kind: 'insert'
      payload: RowsPayload
      useDefaults: boolean
      conflict: Conflict | null
      only: Condition[]
    }
  | { kind: 'update'; payload: RowsPayload; useDefaults: boolean; where: Condition[] }
  | { kind: 'delete'; where: Condition[] }
)

type Conflict = { columns: string[]; action: 'merge' | 'ignore' }

const BODY = ident('pgrst_body')

/** Whether any inserted row was new, for 201 or 200; text `t` or `f`. Read together with the statement's result. */
export const INSERTED_SETTING = 'pgrst.inserted'

export function writeSql(plan: WritePlan): Fragment {
  const table = ident(plan.relation.schema, plan.relation.name)
  const returning = returningSql(plan)
  if (plan.kind === 'insert') return sql`${insertSql(plan, table)}${returning}`
  const subject = { alias: ident(plan.relation.name), known: plan.relation }
  const conditions = plan.where.map((condition) => conditionSql(subject, condition, noEmbeds))
  if (plan.kind === 'delete') return sql`delete from ${table}${whereSql(conditions)}${returning}`
  const columns = payloadColumns(plan.relation, plan.payload)
  if (columns.length === 0) return nothingSql(plan, table)
  const sets = columns.map(({ name }) => sql`${ident(name)} = ${BODY}.${ident(name)}`)
  const rows = payloadSql(plan.payload, columns, plan.useDefaults)
  return sql`update ${table} set ${sql.join(sets, ', ')} from (${rows}) as ${BODY}${whereSql(conditions)}${returning}`
}

/** Conditions of a mutation are planned without embeds. */
function noEmbeds(): never {
  throw new Error('a write has no embedded resources in its conditions')
}

type Insert = Extract<WritePlan, { kind: 'insert' }>

function insertSql(plan: Insert, table: Fragment): Fragment {
  const columns = payloadColumns(plan.relation, plan.payload)
  const names = columns.map(({ name }) => ident(name))
  const rows = payloadSql(plan.payload, columns, plan.useDefaults)
  const subject = { alias: BODY, known: plan.relation }
  const only = plan.only.map((condition) => conditionSql(subject, condition, noEmbeds))
  const target = names.length === 0 ? sql.empty : sql` (${sql.join(names, ', ')})`
  const values = sql.join(
    names.map((name) => sql`${BODY}.${name}`),
    ', ',
  )
  const counted = plan.conflict?.action === 'merge' ? [...only, count(1)] : only
  const insert = sql`insert into ${table}${target} select ${values} from (${rows}) as ${BODY}${whereSql(counted)}`
  return plan.conflict ? sql`${insert}${conflictSql(plan.conflict, names)}` : insert
}

/** Increments when a row is proposed, and decrements when it turns out to exist. */
const count = (step: 1 | -1): Fragment =>
  sql`set_config('pgrst.inserted', (coalesce(nullif(current_setting('pgrst.inserted', true), ''), '0')::int + ${step}::int)::text, true) is not null`

function conflictSql({ columns, action }: Conflict, names: Fragment[]): Fragment {
  const target = sql` on conflict (${sql.join(
    columns.map((name) => ident(name)),
    ', ',
  )})`
  if (action === 'ignore' || names.length === 0) return sql`${target} do nothing`
  const sets = names.map((name) => sql`${name} = excluded.${name}`)
  return sql`${target} do update set ${sql.join(sets, ', ')} where ${count(-1)}`
}

/** The columns in a body. Throws PGRST204 for an unknown one. */
function payloadColumns(relation: Relation, payload: RowsPayload): CatalogColumn[] {
  return payload.columns.map((name) => {
    const column = relation.columns.get(name)
    if (!column) throw errors.column(relation.name, name)
    return column
  })
}

/** The body's rows, parsed by PostgreSQL with the columns' types. */
function payloadSql(payload: RowsPayload, columns: CatalogColumn[], useDefaults: boolean): Fragment {
  if (columns.length === 0) {
    if (payload.isObject) return sql`select`
    return sql`select from json_array_elements(${payload.json}::json)`
  }
  const typed = sql.join(
    columns.map(({ name, type }) => sql`${ident(name)} ${catalogText(type)}`),
    ', ',
  )
  if (!useDefaults) {
    return payload.isObject
      ? sql`select * from json_to_record(${payload.json}::json) as _(${typed})`
      : sql`select * from json_to_recordset(${payload.json}::json) as _(${typed})`
  }
  const list = payload.isObject
    ? sql`select ${payload.json}::jsonb as element`
    : sql`select element from jsonb_array_elements(${payload.json}::jsonb) as element`
  const defaults = columns.flatMap((column) =>
    column.default === null
      ? []
      : [sql`|| jsonb_build_object(${column.name}::text, ${catalogText(column.default)})`],
  )
  return sql`select _.* from (${list}) as elements, lateral jsonb_to_record('{}'::jsonb ${sql.join(defaults, ' ')} || elements.element) as _(${typed})`
}

function returningSql({ relation, returning }: WritePlan): Fragment {
  if (returning === null) return sql` returning 1`
  const columns = returning.map((name) =>
    name === '*' ? sql`${ident(relation.name)}.*` : ident(relation.name, name),
  )
  return sql` returning ${columns.length === 0 ? sql`1` : sql.join(columns, ', ')}`
}

/** An update without changes: no rows, but with the columns that the read selects. */
function nothingSql({ relation, returning }: WritePlan, table: Fragment): Fragment {
  const columns = (returning ?? []).map((name) =>
    name === '*' ? sql`${ident(relation.name)}.*` : ident(relation.name, name),
  )
  return sql`select ${sql.join(columns, ', ')} from ${table} where false`
}

/** The columns that a write must return for its read: selected ones, join columns of embeds, and the primary key. */
export function neededColumns(read: ReadNode, relation: Relation): string[] {
  const names = read.fields.map(({ field }) => field.name)
  const computed = names.filter((name) => name !== '*' && !relation.columns.has(name))
  if (names.includes('*')) return [...new Set(['*', ...computed])]
  const joins = read.children.flatMap(({ relationship }) => {
    if (relationship.kind === 'computed') return ['*']
    const pairs = relationship.kind === 'many-to-many' ? relationship.junction.source : relationship.columns
    return pairs.map(([ours]) => ours)
  })
  if (joins.includes('*')) return [...new Set(['*', ...computed])]
  return [...new Set([...names, ...joins, ...relation.primaryKey])]
}
