import { type Fragment, ident, sql } from '../../database/sql.ts'
import type { EmbeddedNode, PlannedOrder, ReadNode } from '../planning/read-plan.ts'
import { pathName } from '../reading/field.ts'
import type { Aggregate, SelectField } from '../reading/select.ts'
import { conditionSql, fieldSql, whereSql } from './condition-sql.ts'
import { fromSql, isEmbedded, joinConditions } from './from-sql.ts'
import { castType, integer } from './trusted-sql.ts'

/** An output column: expression, name, and whether it aggregates. */
type Output = { value: Fragment; name: string | null; aggregate: boolean }

type Parts = { outputs: Output[]; joins: Fragment[] }

/** The rows of a node, one column per output. Embeds are subselects, which the planner can evaluate after `limit`. */
export function readSql(node: ReadNode): Fragment {
  const parts = outputsOf(node)
  const columns = parts.outputs.map(({ value, name }) =>
    name === null ? value : sql`${value} as ${ident(name)}`,
  )
  return sql`select ${sql.join(columns, ', ')}${fromSql(node)}${sql.join(parts.joins, ' ')}${nodeWhere(node)}${groupBy(parts.outputs)}${orderSql(node)}${boundsSql(node)}`
}

/** The rows of the whole read ignoring limits, for counting and `exists`. */
export function countableSql(node: ReadNode): Fragment {
  const inner = spreadChildren(node).filter(({ inner }) => inner)
  const conditions = [...conditionsOf(node), ...inner.map(existsSql)]
  return sql`select 1${fromSql(node)}${whereSql(conditions)}`
}

const existsSql = (node: EmbeddedNode): Fragment => sql`exists (${countableSql(node)})`

const spreadChildren = (node: ReadNode) => node.children.filter((child) => child.spread && child.toOne)

function nodeWhere(node: ReadNode): Fragment {
  return whereSql(conditionsOf(node))
}

/** Own conditions, the join to the parent, and embeds that must have rows (to-one spreads use inner joins instead). */
function conditionsOf(node: ReadNode): Fragment[] {
  const subject = { alias: ident(node.alias), known: node.known }
  return [
    ...node.where.map((condition) => conditionSql(subject, condition, existsSql)),
    ...(isEmbedded(node) ? joinConditions(node) : []),
    ...node.children.filter((child) => child.inner && !(child.spread && child.toOne)).map(existsSql),
  ]
}

function outputsOf(node: ReadNode): Parts {
  const parts: Parts = { outputs: [], joins: [] }
  const grouped = aggregates(node)
  for (const field of node.fields) parts.outputs.push(...fieldOutputs(node, field, grouped))
  node.children.forEach((child, index) => {
    if (child.spread) addSpread(parts, child, index, grouped)
    else if (hasOutput(child)) addEmbed(parts, child, index, grouped)
  })
  return parts
}

/** Whether the node's rows are grouped: it, or a to-one spread into it, uses an aggregate. */
function aggregates(node: ReadNode): boolean {
  return node.fields.some(({ aggregate }) => aggregate) || spreadChildren(node).some(aggregates)
}

const hasOutput = (node: ReadNode): boolean => node.fields.length > 0 || node.children.some(hasOutput)

function fieldOutputs(node: ReadNode, field: SelectField, grouped: boolean): Output[] {
  if (field.field.name === '*' && !field.aggregate && grouped && node.known) {
    return [...node.known.columns.keys()].map((name) => ({
      value: ident(node.alias, name),
      name,
      aggregate: false,
    }))
  }
  const value = field.aggregate ? aggregateSql(field.aggregate, rawValue(node, field)) : rawValue(node, field)
  return [{ value, name: outputName(field), aggregate: field.aggregate !== null }]
}

function rawValue(node: ReadNode, { field, cast }: SelectField): Fragment {
  const alias = ident(node.alias)
  if (field.name === '*') return sql`${alias}.*`
  const value = fieldSql({ alias, known: node.known }, field)
  return cast === null ? value : sql`cast(${value} as ${castType(cast)})`
}

function outputName({ alias, field, cast, aggregate }: SelectField): string | null {
  if (alias !== null || aggregate) return alias
  if (field.path.length > 0) return pathName(field)
  return cast === null ? null : field.name
}

const AGGREGATE_CALLS: Record<Aggregate['name'], (value: Fragment) => Fragment> = {
  sum: (value) => sql`sum(${value})`,
  avg: (value) => sql`avg(${value})`,
  max: (value) => sql`max(${value})`,
  min: (value) => sql`min(${value})`,
  count: (value) => sql`count(${value})`,
}

function aggregateSql({ name, cast }: Aggregate, value: Fragment): Fragment {
  const call = AGGREGATE_CALLS[name](value)
  return cast === null ? call : sql`cast(${call} as ${castType(cast)})`
}

const ROWS = ident('pgrst_rows')

/** The JSON of an embedded resource: an object or null, or an array. */
function embedJson(node: EmbeddedNode): Fragment {
  return node.toOne
    ? sql`select row_to_json(${ROWS}.*) from (${readSql(node)}) as ${ROWS}`
    : sql`select coalesce(json_agg(${ROWS}.*), '[]') from (${readSql(node)}) as ${ROWS}`
}

function addEmbed(parts: Parts, child: EmbeddedNode, index: number, grouped: boolean): void {
  if (!grouped) {
    parts.outputs.push({ value: sql`(${embedJson(child)})`, name: child.label, aggregate: false })
    return
  }
  // Grouping needs a comparable representation of the embed.
  const alias = ident(`pgrst_embed_${index}`)
  parts.joins.push(sql` left join lateral (select (${embedJson(child)})::jsonb as value) as ${alias} on true`)
  parts.outputs.push({ value: sql`${alias}.value`, name: child.label, aggregate: false })
}

function addSpread(parts: Parts, child: EmbeddedNode, index: number, grouped: boolean): void {
  const alias = ident(`pgrst_spread_${index}`)
  if (!child.toOne) {
    const lists = outputNames(child).map(
      (name) => sql`coalesce(json_agg(${ROWS}.${ident(name)}), '[]')${jsonb(grouped)} as ${ident(name)}`,
    )
    if (lists.length === 0) return
    parts.joins.push(
      sql` left join lateral (select ${sql.join(lists, ', ')} from (${readSql(child)}) as ${ROWS}) as ${alias} on true`,
    )
    for (const name of outputNames(child)) {
      parts.outputs.push({ value: sql`${alias}.${ident(name)}`, name: null, aggregate: false })
    }
    return
  }
  const { columns, outputs } = spreadOutputs(child, alias, String(index))
  parts.joins.push(spreadJoin(child, columns, alias))
  parts.outputs.push(...outputs)
}

const LEFT_JOIN = sql` left join lateral (`
const INNER_JOIN = sql` inner join lateral (`
const jsonb = (grouped: boolean) => (grouped ? sql`::jsonb` : sql.empty)

/**
 * A to-one spread passes its values to the parent. Aggregates apply there, over the parent's groups, so the subselect
 * exposes the plain value under a unique name, built from `place`.
 */
function spreadOutputs(
  child: EmbeddedNode,
  alias: Fragment,
  place: string,
): { columns: Parts; outputs: Output[] } {
  const grouped = aggregates(child)
  const columns: Parts = { outputs: [], joins: [] }
  const outputs: Output[] = []
  const pass = (value: Fragment, name: string) => {
    columns.outputs.push({ value, name, aggregate: false })
    outputs.push({ value: sql`${alias}.${ident(name)}`, name: null, aggregate: false })
  }
  child.fields.forEach((field, position) => {
    if (field.aggregate) {
      const name = `pgrst_value_${place}_${position}`
      const value = field.field.name === '*' ? sql`1` : rawValue(child, field)
      columns.outputs.push({ value, name, aggregate: false })
      const applied = aggregateSql(field.aggregate, sql`${alias}.${ident(name)}`)
      outputs.push({ value: applied, name: field.alias, aggregate: true })
    } else if (field.field.name === '*' && child.known) {
      for (const name of child.known.columns.keys()) pass(ident(child.alias, name), name)
    } else pass(rawValue(child, field), outputName(field) ?? field.field.name)
  })
  child.children.forEach((grandchild, index) => {
    if (grandchild.spread && grandchild.toOne) {
      const nested = ident(`pgrst_spread_${index}`)
      const below = spreadOutputs(grandchild, nested, `${place}_${index}`)
      columns.joins.push(spreadJoin(grandchild, below.columns, nested))
      for (const { name } of below.columns.outputs) {
        columns.outputs.push({ value: sql`${nested}.${ident(name as string)}`, name, aggregate: false })
      }
      outputs.push(...spreadOutputs(grandchild, alias, `${place}_${index}`).outputs)
      return
    }
    const inner: Parts = { outputs: [], joins: columns.joins }
    if (grandchild.spread) addSpread(inner, grandchild, index, grouped)
    else if (hasOutput(grandchild)) addEmbed(inner, grandchild, index, grouped)
    const names = grandchild.spread ? outputNames(grandchild) : [grandchild.label]
    inner.outputs.forEach(({ value }, position) => {
      pass(value, names[position] as string)
    })
  })
  return { columns, outputs }
}

function spreadJoin(child: EmbeddedNode, columns: Parts, alias: Fragment): Fragment {
  const join = child.inner ? INNER_JOIN : LEFT_JOIN
  return sql`${join}${spreadSelect(child, columns)}) as ${alias} on true`
}

function spreadSelect(child: EmbeddedNode, { outputs, joins }: Parts): Fragment {
  const columns = outputs.map(({ value, name }) => (name === null ? value : sql`${value} as ${ident(name)}`))
  return sql`select ${sql.join(columns, ', ')}${fromSql(child)}${sql.join(joins, ' ')}${nodeWhere(child)}${orderSql(child)}${boundsSql(child)}`
}

/** The names of a node's outputs in order, with `*` expanded. */
function outputNames(node: ReadNode): string[] {
  return [
    ...node.fields.flatMap((field) =>
      field.field.name === '*' && !field.aggregate
        ? [...(node.known?.columns.keys() ?? [])]
        : [outputName(field) ?? field.aggregate?.name ?? field.field.name],
    ),
    ...node.children.flatMap((child) =>
      child.spread ? outputNames(child) : hasOutput(child) ? [child.label] : [],
    ),
  ]
}

/** Groups by position, because repeated parameters would not be recognised as equal. */
function groupBy(outputs: Output[]): Fragment {
  if (!outputs.some(({ aggregate }) => aggregate)) return sql.empty
  const places = outputs.flatMap(({ aggregate }, index) => (aggregate ? [] : [integer(index + 1)]))
  return places.length === 0 ? sql.empty : sql` group by ${sql.join(places, ', ')}`
}

const DIRECTIONS = { asc: sql` asc`, desc: sql` desc` }
const NULLS = { nullsfirst: sql` nulls first`, nullslast: sql` nulls last` }

function orderSql(node: ReadNode): Fragment {
  if (node.order.length === 0) return sql.empty
  const subject = { alias: ident(node.alias), known: node.known }
  const terms = node.order.map((term) => {
    const value = term.node ? relatedValue(term.node, term) : fieldSql(subject, term.field)
    const direction = term.direction ? DIRECTIONS[term.direction] : sql.empty
    return sql`${value}${direction}${term.nulls ? NULLS[term.nulls] : sql.empty}`
  })
  return sql` order by ${sql.join(terms, ', ')}`
}

/** The value of a to-one embed to order its parent by; an alias in the embed's select may be used. */
function relatedValue(node: EmbeddedNode, { field }: PlannedOrder): Fragment {
  const aliased = node.fields.find(({ alias }) => alias === field.name && field.path.length === 0)
  const value = aliased
    ? rawValue(node, aliased)
    : fieldSql({ alias: ident(node.alias), known: node.known }, field)
  return sql`(select ${value}${fromSql(node)}${nodeWhere(node)} limit 1)`
}

function boundsSql({ limit, offset }: ReadNode): Fragment {
  const limited = limit === null ? sql.empty : sql` limit ${integer(limit)}`
  return offset === 0 ? limited : sql`${limited} offset ${offset}`
}
