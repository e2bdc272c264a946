import { errors } from '../errors.ts'
import { chooseRelationship } from '../reading/embed.ts'
import type { Filter, Logic } from '../reading/filter.ts'
import type { OrderTerm } from '../reading/order.ts'
import type { Located, QueryParameters } from '../reading/query-parameters.ts'
import type { SelectEmbed, SelectField, SelectItem } from '../reading/select.ts'
import { leadsToOne, nameKey, type RelationName, type Relationship } from './relationships.ts'
import type { Relation, SchemaCache } from './schema-cache.ts'

/** The source of rows: the relation itself, or the result of a write or call. */
type Source = 'relation' | 'statement'

/** A read from one relation (or from the result of a write or call), with its embeds. */
export type ReadNode = {
  relation: RelationName
  source: Source
  /** Unknown for the result of a function that returns no table. */
  known: Relation | undefined
  /** Its alias in SQL, unique among the surrounding names. */
  alias: string
  /** Its key in the parent's object. */
  label: string
  fields: SelectField[]
  children: EmbeddedNode[]
  where: Condition[]
  order: PlannedOrder[]
  limit: number | null
  offset: number
}

export type EmbeddedNode = ReadNode & {
  name: string
  /** The node that embeds this one. */
  parent: ReadNode
  relationship: Relationship
  toOne: boolean
  inner: boolean
  spread: boolean
}

export type Condition =
  | { kind: 'filter'; filter: Filter }
  | { kind: 'embed'; node: EmbeddedNode; exists: boolean }
  | { kind: 'tree'; not: boolean; operator: 'and' | 'or'; terms: Condition[] }

export type PlannedOrder = OrderTerm & { node: EmbeddedNode | null }

export type ReadOptions = {
  relation: RelationName
  source: Source
  /** The filters, order and limits of a mutation apply to its own rows, not to the returned ones. */
  mutation: boolean
  bounds: { limit: number | null; offset: number }
}

/** Plans a read. Throws PGRST108, 118, 123, 127, 200 or 201. */
export function planRead(query: QueryParameters, cache: SchemaCache, options: ReadOptions): ReadNode {
  const { maxRows } = cache.settings
  const root: ReadNode = {
    relation: options.relation,
    source: options.source,
    known: cache.relations.get(nameKey(options.relation)),
    alias: options.relation.name,
    label: options.relation.name,
    fields: [],
    children: [],
    where: [],
    order: [],
    limit: options.mutation ? null : smaller(options.bounds.limit, maxRows),
    offset: options.mutation ? 0 : options.bounds.offset,
  }
  const limit = options.mutation ? null : maxRows
  addItems(root, query.select, cache, [root.alias], limit)
  checkAggregates(root, cache.settings.aggregates, false)
  for (const { path, value } of query.filters) {
    if (options.mutation && path.length === 0) continue
    const node = find(root, path)
    node.where.push(condition(node, { kind: 'filter', filter: value }))
  }
  for (const { path, value } of query.logic) {
    if (options.mutation && path.length === 0) continue
    const node = find(root, path)
    node.where.push(condition(node, value))
  }
  if (!options.mutation) addOrderAndBounds(root, query, maxRows)
  return root
}

const smaller = (left: number | null, right: number | null) =>
  left === null ? right : right === null ? left : Math.min(left, right)

function addItems(
  node: ReadNode,
  items: SelectItem[],
  cache: SchemaCache,
  aliases: string[],
  limit: number | null,
): void {
  for (const item of items) {
    if (item.kind === 'field') {
      node.fields.push(item)
      continue
    }
    const child = planEmbed(node, item, cache, aliases, limit)
    if (node.children.some(({ label }) => label === child.label)) {
      throw errors.embeddedTwice(node.relation.name, child.label, aliases.length)
    }
    node.children.push(child)
  }
}

function planEmbed(
  parent: ReadNode,
  item: SelectEmbed,
  cache: SchemaCache,
  aliases: string[],
  limit: number | null,
): EmbeddedNode {
  const relationship = chooseRelationship(cache, parent.relation, item.name, item.hint)
  const alias = aliasFor(relationship.to.name, aliases)
  const node: EmbeddedNode = {
    relation: relationship.to,
    source: 'relation',
    known: cache.relations.get(nameKey(relationship.to)),
    alias,
    label: item.alias ?? item.name,
    name: item.name,
    parent,
    fields: [],
    children: [],
    where: [],
    order: [],
    limit,
    offset: 0,
    relationship,
    toOne: leadsToOne(relationship),
    inner: item.join === 'inner',
    spread: item.spread,
  }
  addItems(node, item.select, cache, [...aliases, alias], limit)
  return node
}

/** PostgreSQL truncates names at 63 bytes: a long alias must not become equal to an enclosing one. */
function aliasFor(name: string, taken: string[]): string {
  const short = Buffer.byteLength(name) <= 40 ? name : 'embedded'
  let alias = `${short}_${taken.length}`
  while (taken.includes(alias)) alias += '_'
  return alias
}

function checkAggregates(node: ReadNode, allowed: boolean, inManySpread: boolean): void {
  if (node.fields.some(({ aggregate }) => aggregate)) {
    if (!allowed) throw errors.aggregates()
    if (inManySpread) {
      throw errors.notImplemented('Aggregates are not implemented for one-to-many or many-to-many spreads.')
    }
  }
  for (const child of node.children) {
    checkAggregates(child, allowed, child.spread && (!child.toOne || inManySpread))
  }
}

/** The node at an embed path, by name or alias. */
function find(root: ReadNode, path: string[]): ReadNode {
  let node = root
  for (const name of path) {
    const next = node.children.find((child) => child.name === name || child.label === name)
    if (!next) throw errors.notEmbedded(name)
    node = next
  }
  return node
}

/** A filter on an embedded resource's name tests whether it has rows. */
function condition(node: ReadNode, logic: Logic): Condition {
  if (logic.kind === 'tree') {
    return { ...logic, terms: logic.terms.map((term) => condition(node, term)) }
  }
  const { field, not, operation } = logic.filter
  if (operation.kind === 'is' && field.path.length === 0) {
    const child = node.children.find(({ label }) => label === field.name)
    if (child && operation.value === 'null') return { kind: 'embed', node: child, exists: not }
    if (child && operation.value === 'not_null') return { kind: 'embed', node: child, exists: !not }
  }
  return logic
}

/** The conditions of a mutation on its own rows. */
export function rootConditions(query: QueryParameters): Condition[] {
  const own = <T>(entries: Located<T>[]) => entries.filter(({ path }) => path.length === 0)
  return [
    ...own(query.filters).map(({ value }): Condition => ({ kind: 'filter', filter: value })),
    ...own(query.logic).map(({ value }) => plainCondition(value)),
  ]
}

function plainCondition(logic: Logic): Condition {
  return logic.kind === 'tree' ? { ...logic, terms: logic.terms.map(plainCondition) } : logic
}

function addOrderAndBounds(root: ReadNode, query: QueryParameters, maxRows: number | null): void {
  for (const { path, value } of query.order) {
    const node = find(root, path)
    node.order = value.map((term) => ({ ...term, node: orderNode(node, term) }))
  }
  for (const { path, value } of query.bounds) {
    if (path.length === 0) continue
    if (value.limit !== null && value.limit < 0) {
      throw errors.range('Limit should be greater than or equal to zero.')
    }
    const node = find(root, path)
    node.limit = smaller(value.limit, maxRows)
    node.offset = value.offset ?? 0
  }
}

function orderNode(node: ReadNode, term: OrderTerm): EmbeddedNode | null {
  if (term.resource === null) return null
  const child = node.children.find(({ label }) => label === term.resource)
  if (!child) throw errors.notEmbedded(term.resource)
  if (!child.toOne) throw errors.relatedOrder(node.relation.name, child.label)
  return child
}
