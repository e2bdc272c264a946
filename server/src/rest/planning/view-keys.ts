import type { Catalog } from './catalog-query.ts'
import { viewColumnOrigins } from './view-columns.ts'

/** A key column as exposed by a view: the view's columns that show column `number` of table `table`. */
export type ViewKeys = { view: number; columnsOf(table: number, column: number): string[] }

/** Resolves views on views down to the tables. */
export function viewKeys(catalog: Catalog): ViewKeys[] {
  const origins = new Map(
    catalog.views.map(({ oid, definition }) => [oid, viewColumnOrigins(definition)] as const),
  )
  const resolve = (relation: number, column: number, seen: number[]): [number, number] => {
    const origin = origins.get(relation)?.find((candidate) => candidate.column === column)
    if (!origin || seen.includes(relation)) return [relation, column]
    return resolve(origin.originRelation, origin.originColumn, [...seen, relation])
  }
  const relations = new Map(catalog.relations.map((relation) => [relation.oid, relation]))
  return [...origins.keys()].map((view) => {
    const shown = new Map<string, string[]>()
    for (const { number, name } of relations.get(view)?.columns ?? []) {
      const key = resolve(view, number, []).join('.')
      shown.set(key, [...(shown.get(key) ?? []), name])
    }
    return { view, columnsOf: (table, column) => shown.get(`${table}.${column}`) ?? [] }
  })
}

/** A view may expose a key column several times: each combination is a relationship, up to a limit. */
export function combinations(choices: string[][]): string[][] {
  let found: string[][] = [[]]
  for (const options of choices) {
    found = found.flatMap((start) => options.map((option) => [...start, option])).slice(0, 16)
  }
  return found
}
