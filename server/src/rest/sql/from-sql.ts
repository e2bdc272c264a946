import { type Fragment, ident, sql } from '../../database/sql.ts'
import type { EmbeddedNode, ReadNode } from '../planning/read-plan.ts'

/** The FROM clause of a node, with its join to the parent's rows. */

/** The name of the CTE for a write or call. */
export const STATEMENT = ident('pgrst_source')

export const isEmbedded = (node: ReadNode): node is EmbeddedNode => 'relationship' in node

export function joinConditions({ relationship, alias, parent: { alias: parent } }: EmbeddedNode): Fragment[] {
  if (relationship.kind === 'computed') return []
  if (relationship.kind === 'many-to-many') {
    const junction = ident(junctionAlias(alias))
    return [
      ...relationship.junction.target.map(
        ([theirs, through]) => sql`${junction}.${ident(through)} = ${ident(alias, theirs)}`,
      ),
      ...relationship.junction.source.map(
        ([ours, through]) => sql`${junction}.${ident(through)} = ${ident(parent, ours)}`,
      ),
    ]
  }
  return relationship.columns.map(([ours, theirs]) => sql`${ident(alias, theirs)} = ${ident(parent, ours)}`)
}

const junctionAlias = (alias: string) => `${alias}_through`

export function fromSql(node: ReadNode): Fragment {
  if (!isEmbedded(node)) {
    return node.source === 'statement'
      ? sql` from ${STATEMENT} as ${ident(node.alias)}`
      : sql` from ${ident(node.relation.schema, node.relation.name)}`
  }
  const { relationship, alias } = node
  if (relationship.kind === 'computed') {
    const { routine, from } = relationship
    const argument = sql`${rowSql(node.parent)}::${ident(from.schema, from.name)}`
    return sql` from ${ident(routine.schema, routine.name)}(${argument}) as ${ident(alias)}`
  }
  const target = sql` from ${ident(relationship.to.schema, relationship.to.name)} as ${ident(alias)}`
  if (relationship.kind !== 'many-to-many') return target
  const { schema, name } = relationship.junction
  return sql`${target}, ${ident(schema, name)} as ${ident(junctionAlias(alias))}`
}

/** The parent's row as an argument: it is constructed, because the result of a write or call may have additional columns. */
function rowSql({ source, alias, known }: ReadNode): Fragment {
  if (source === 'relation' || !known) return sql`(${ident(alias)}.*)`
  const columns = [...known.columns.keys()].map((name) => ident(alias, name))
  return sql`row(${sql.join(columns, ', ')})`
}
