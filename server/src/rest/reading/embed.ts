import { ApiError } from '../../http/api-error.ts'
import { nameKey, type RelationName, type Relationship } from '../planning/relationships.ts'
import type { SchemaCache } from '../planning/schema-cache.ts'
import { similarName } from './similar-name.ts'

/**
 * Selects the relationship for an embed: the target may be a relation, a constraint or a column, the hint a constraint,
 * a column or a junction. Throws PGRST200 for none, PGRST201 for several.
 */
export function chooseRelationship(
  cache: SchemaCache,
  origin: RelationName,
  target: string,
  hint: string | null,
): Relationship {
  const candidates = cache.relationships.get(nameKey(origin)) ?? []
  const found = candidates.filter(
    (relationship) => relationship.to.schema === origin.schema && isMeant(relationship, target, hint),
  )
  const [only, ...others] = found
  if (only && others.length === 0) return only
  if (only) throw ambiguous(origin.name, target, found)
  throw notFound(cache, origin, target, hint)
}

function isMeant(relationship: Relationship, target: string, hint: string | null): boolean {
  if (relationship.kind === 'computed') return relationship.routine.name === target
  const named = relationship.to.name === target
  const [column, ...more] = 'columns' in relationship ? relationship.columns : []
  const [ours, theirs] = column && more.length === 0 ? column : [null, null]
  if (relationship.self) {
    // A self-reference has two directions: the table's name selects its children, the column its parent.
    if (hint === null) {
      return (
        (named && relationship.kind === 'one-to-many') ||
        (ours === target && relationship.kind === 'many-to-one')
      )
    }
    return named && relationship.kind === 'one-to-many' && theirs === hint
  }
  const constraint = 'constraint' in relationship ? relationship.constraint : null
  if (hint === null) return named || ((constraint === target || ours === target) && !relationship.toView)
  const junction = relationship.kind === 'many-to-many' ? relationship.junction.name : null
  return named && (constraint === hint || ours === hint || theirs === hint || junction === hint)
}

function notFound(cache: SchemaCache, origin: RelationName, target: string, hint: string | null): ApiError {
  const using = hint === null ? '' : `using the hint '${hint}' `
  return new ApiError(
    'PGRST200',
    400,
    `Could not find a relationship between '${origin.name}' and '${target}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${origin.name}' and '${target}' ${using}in the schema '${origin.schema}', but no matches were found.`,
      hint: suggestion(cache, origin, target),
    },
  )
}

function suggestion(cache: SchemaCache, origin: RelationName, target: string): string | null {
  const known = cache.relationships.get(nameKey(origin))
  if (known) {
    const names = known.map(({ to }) => to.name)
    const similar = names.includes(target) ? null : similarName(target, names, LEAST_SIMILAR)
    return similar && `Perhaps you meant '${similar}' instead of '${target}'.`
  }
  const origins = [...cache.relationships.values()].flatMap(([first]) =>
    first && first.from.schema === origin.schema ? [first.from.name] : [],
  )
  const similar = similarName(origin.name, origins, LEAST_SIMILAR)
  return similar && `Perhaps you meant '${similar}' instead of '${origin.name}'.`
}

const LEAST_SIMILAR = 0.33

function ambiguous(origin: string, target: string, found: Relationship[]): ApiError {
  const hints = found.map((relationship) => `'${relationship.to.name}!${hintFor(relationship)}'`)
  return new ApiError(
    'PGRST201',
    300,
    `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
    {
      candidates: found.map(describe),
      hint: `Try changing '${target}' to one of the following: ${hints.join(', ')}. Find the desired relationship in the 'details' key.`,
    },
  )
}

function hintFor(relationship: Relationship): string {
  if (relationship.kind === 'many-to-many') return relationship.junction.name
  return relationship.kind === 'computed' ? relationship.routine.name : relationship.constraint
}

function describe(relationship: Relationship): Record<string, string> {
  const list = (names: string[]) => `(${names.join(', ')})`
  const embedding = `${relationship.from.name} with ${relationship.to.name}`
  if (relationship.kind === 'computed') return { cardinality: 'computed', embedding }
  if (relationship.kind === 'many-to-many') {
    const { junction } = relationship
    const source = `${junction.sourceConstraint}${list(junction.source.map(([, column]) => column))}`
    const target = `${junction.targetConstraint}${list(junction.target.map(([, column]) => column))}`
    return {
      cardinality: relationship.kind,
      embedding,
      relationship: `${junction.name} using ${source} and ${target}`,
    }
  }
  const ours = `${relationship.from.name}${list(relationship.columns.map(([column]) => column))}`
  const theirs = `${relationship.to.name}${list(relationship.columns.map(([, column]) => column))}`
  return {
    cardinality: relationship.kind,
    embedding,
    relationship: `${relationship.constraint} using ${ours} and ${theirs}`,
  }
}
