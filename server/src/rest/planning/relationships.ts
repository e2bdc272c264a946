import type { Catalog } from './catalog-query.ts'
import { combinations, type ViewKeys, viewKeys } from './view-keys.ts'

/** A relationship between two relations. Columns are pairs: ours, theirs. */
export type Relationship = {
  from: RelationName
  to: RelationName
  self: boolean
  fromView: boolean
  toView: boolean
} & (
  | { kind: 'one-to-many' | 'many-to-one' | 'one-to-one'; constraint: string; columns: [string, string][] }
  | { kind: 'many-to-many'; junction: Junction }
  | { kind: 'computed'; routine: RelationName; single: boolean }
)

export type RelationName = { schema: string; name: string }

/** `source` pairs our columns with the junction's, `target` theirs with the junction's. */
type Junction = RelationName & {
  sourceConstraint: string
  targetConstraint: string
  source: [string, string][]
  target: [string, string][]
}

type ForeignKey = Extract<Relationship, { constraint: string }>

export const leadsToOne = (relationship: Relationship): boolean =>
  relationship.kind === 'many-to-one' ||
  relationship.kind === 'one-to-one' ||
  (relationship.kind === 'computed' && relationship.single)

export const nameKey = ({ schema, name }: RelationName): string => JSON.stringify([schema, name])

export type Relationships = {
  /** By key of the origin, in the order in which ambiguities are reported. */
  byOrigin: Map<string, Relationship[]>
  /** Primary keys of tables, and of views that expose all key columns. */
  primaryKeys: Map<number, string[]>
}

/**
 * Finds all relationships of the exposed schemas: foreign keys, their inverses, through views, through junctions, and
 * computed ones.
 */
export function findRelationships(catalog: Catalog, exposed: string[]): Relationships {
  const relations = new Map(catalog.relations.map((relation) => [relation.oid, relation]))
  const columnName = (table: number, number: number) =>
    relations.get(table)?.columns.find((column) => column.number === number)?.name ?? ''
  const views = viewKeys(catalog)
  const keys = uniqueKeys(catalog)
  const primaryKeys = findPrimaryKeys(catalog, views, columnName)

  const foreignKeys: ForeignKey[] = []
  for (const constraint of catalog.constraints) {
    const own = relations.get(constraint.table)
    const other = relations.get(constraint.foreignTable)
    if (constraint.type !== 'f' || !own || !other) continue
    const columnSet = setKey(constraint.columns)
    const unique = keys.get(own.oid)?.has(columnSet) ?? false
    const sides = (table: number, columns: number[]) => [
      { oid: table, view: false, choices: columns.map((column) => [columnName(table, column)]) },
      ...views.map(({ view, columnsOf }) => ({
        oid: view,
        view: true,
        choices: columns.map((column) => columnsOf(table, column)),
      })),
    ]
    for (const from of sides(own.oid, constraint.columns)) {
      for (const ours of combinations(from.choices)) {
        for (const to of sides(other.oid, constraint.foreignColumns)) {
          for (const theirs of combinations(to.choices)) {
            foreignKeys.push({
              kind: unique ? 'one-to-one' : 'many-to-one',
              from: nameOf(relations.get(from.oid)),
              to: nameOf(relations.get(to.oid)),
              self: from.oid === to.oid,
              fromView: from.view,
              toView: to.view,
              constraint: constraint.name,
              columns: ours.map((name, index) => [name, theirs[index] as string]),
            })
          }
        }
      }
    }
  }

  const all: Relationship[] = [...foreignKeys, ...foreignKeys.map(inverse)]
  const keyNames = new Map(
    [...primaryKeys].map(([oid, names]) => [nameKey(nameOf(relations.get(oid))), names]),
  )
  all.push(...throughJunctions(foreignKeys, keyNames, exposed))
  const computed = computedRelationships(catalog, relations)
  const overridden = new Set(computed.map(({ from, routine }) => nameKey(from) + nameKey(routine)))
  const visible = [
    ...all.filter(({ from, to }) => !overridden.has(nameKey(from) + nameKey(to))),
    ...computed,
  ].filter(({ from, to }) => exposed.includes(from.schema) && exposed.includes(to.schema))
  return { byOrigin: group(visible), primaryKeys }
}

function nameOf(relation: { schema: string; name: string } | undefined): RelationName {
  return { schema: relation?.schema ?? '', name: relation?.name ?? '' }
}

const setKey = (columns: number[]) => columns.toSorted((left, right) => left - right).join(',')

function uniqueKeys(catalog: Catalog): Map<number, Set<string>> {
  const keys = new Map<number, Set<string>>()
  for (const { type, table, columns } of catalog.constraints) {
    if (type === 'f') continue
    const known = keys.get(table) ?? new Set()
    keys.set(table, known.add(setKey(columns)))
  }
  return keys
}

function findPrimaryKeys(
  catalog: Catalog,
  views: ViewKeys[],
  columnName: (table: number, number: number) => string,
): Map<number, string[]> {
  const found = new Map<number, string[]>()
  for (const { type, table, columns } of catalog.constraints) {
    if (type !== 'p') continue
    found.set(
      table,
      columns.map((column) => columnName(table, column)),
    )
    for (const { view, columnsOf } of views) {
      const names = columns.map((column) => columnsOf(table, column)[0])
      if (!names.every((name) => name !== undefined)) continue
      found.set(view, [...(found.get(view) ?? []), ...names])
    }
  }
  return found
}

function inverse(relationship: ForeignKey): ForeignKey {
  return {
    ...relationship,
    kind: relationship.kind === 'many-to-one' ? 'one-to-many' : relationship.kind,
    from: relationship.to,
    to: relationship.from,
    fromView: relationship.toView,
    toView: relationship.fromView,
    columns: relationship.columns.map(([ours, theirs]) => [theirs, ours]),
  }
}

/** Two foreign keys whose columns are all part of the table's primary key form a many-to-many relationship. */
function throughJunctions(
  foreignKeys: ForeignKey[],
  primaryKeys: Map<string, string[]>,
  exposed: string[],
): Relationship[] {
  const candidates = new Map<string, ForeignKey[]>()
  for (const key of foreignKeys) {
    if (key.kind !== 'many-to-one' || !exposed.includes(key.from.schema)) continue
    const primary = primaryKeys.get(nameKey(key.from)) ?? []
    if (!key.columns.every(([column]) => primary.includes(column))) continue
    const known = candidates.get(nameKey(key.from)) ?? []
    candidates.set(nameKey(key.from), [...known, key])
  }
  const found: Relationship[] = []
  const swap = ([ours, theirs]: [string, string]): [string, string] => [theirs, ours]
  for (const keys of candidates.values()) {
    for (const source of keys) {
      for (const target of keys) {
        if (source.constraint === target.constraint) continue
        found.push({
          kind: 'many-to-many',
          from: source.to,
          to: target.to,
          self: nameKey(source.to) === nameKey(target.to),
          fromView: source.toView,
          toView: target.toView,
          junction: {
            ...source.from,
            sourceConstraint: source.constraint,
            targetConstraint: target.constraint,
            source: source.columns.map(swap),
            target: target.columns.map(swap),
          },
        })
      }
    }
  }
  return found
}

type Computed = Extract<Relationship, { kind: 'computed' }>

function computedRelationships(
  catalog: Catalog,
  relations: Map<number, Catalog['relations'][number]>,
): Computed[] {
  return catalog.computed.map(({ schema, name, from, to, single }) => ({
    kind: 'computed',
    from: nameOf(relations.get(from)),
    to: nameOf(relations.get(to)),
    self: from === to,
    fromView: false,
    toView: false,
    routine: { schema, name },
    single,
  }))
}

const KIND_ORDER = ['one-to-many', 'many-to-one', 'one-to-one', 'many-to-many', 'computed']

function group(relationships: Relationship[]): Map<string, Relationship[]> {
  const grouped = Map.groupBy(relationships, ({ from }) => nameKey(from))
  const rank = (relationship: Relationship) => KIND_ORDER.indexOf(relationship.kind)
  const detail = (relationship: Relationship) =>
    'constraint' in relationship
      ? relationship.constraint
      : 'junction' in relationship
        ? nameKey(relationship.junction)
        : ''
  for (const list of grouped.values()) {
    list.sort((left, right) => rank(left) - rank(right) || (detail(left) < detail(right) ? -1 : 1))
  }
  return grouped
}
