import { type Fragment, ident, sql } from '../../database/sql.ts'
import type { Condition, EmbeddedNode } from '../planning/read-plan.ts'
import type { Relation } from '../planning/schema-cache.ts'
import type { Field } from '../reading/field.ts'
import { type Filter, IS_VALUES, PLAIN, QUANTIFIABLE, TEXT_SEARCH } from '../reading/filter.ts'

/** The rows that a condition applies to: their alias, and their columns if known. */
export type Subject = { alias: Fragment; known: Relation | undefined }

type ExistsSql = (node: EmbeddedNode) => Fragment

/** `where …`, or empty. */
export function whereSql(conditions: Fragment[]): Fragment {
  return conditions.length === 0 ? sql.empty : sql` where ${sql.join(conditions, ' and ')}`
}

/** A condition; `exists` generates the test for an embedded resource's rows. */
export function conditionSql(subject: Subject, condition: Condition, exists: ExistsSql): Fragment {
  if (condition.kind === 'filter') return filterSql(subject, condition.filter)
  if (condition.kind === 'embed') {
    return condition.exists ? exists(condition.node) : sql`not ${exists(condition.node)}`
  }
  const terms = condition.terms.map((term) => conditionSql(subject, term, exists))
  const joined = sql`(${sql.join(terms, condition.operator === 'and' ? ' and ' : ' or ')})`
  return condition.not ? sql`not ${joined}` : joined
}

function filterSql(subject: Subject, { field, not, operation }: Filter): Fragment {
  const column = fieldSql(subject, field)
  const test = () => {
    switch (operation.kind) {
      case 'compare': {
        const like = operation.operator === 'like' || operation.operator === 'ilike'
        const value = like ? operation.value.replaceAll('*', '%') : operation.value
        const operator = QUANTIFIABLE_SQL[operation.operator]
        if (operation.quantifier === 'any') return sql`${column} ${operator} any(${value})`
        if (operation.quantifier === 'all') return sql`${column} ${operator} all(${value})`
        return sql`${column} ${operator} ${value}`
      }
      case 'plain':
        return sql`${column} ${PLAIN_SQL[operation.operator]} ${operation.value}`
      case 'is':
        return sql`${column} is ${IS_SQL[operation.value]}`
      case 'distinct':
        return sql`${column} is distinct from ${operation.value}`
      case 'in':
        return operation.values.length === 1 && operation.values[0] === ''
          ? sql`${column} = any('{}')`
          : sql`${column} = any(${arrayLiteral(operation.values)})`
      case 'search': {
        const { language, value } = operation
        const vector = searchVector(subject, field, column, language)
        const call = SEARCH_SQL[operation.operator]
        return language === null
          ? sql`${vector} @@ ${call}(${value})`
          : sql`${vector} @@ ${call}(${language}::regconfig, ${value})`
      }
    }
  }
  return not ? sql`not ${test()}` : test()
}

/** Operators are constants of our own grammar, converted once. */
const constants = <K extends string>(texts: Record<K, string>): Record<K, Fragment> =>
  Object.fromEntries(
    Object.entries<string>(texts).map(([key, text]) => [key, sql(Object.assign([text], { raw: [text] }))]),
  ) as Record<K, Fragment>

const QUANTIFIABLE_SQL = constants(QUANTIFIABLE)
const PLAIN_SQL = constants(PLAIN)
const IS_SQL = constants(IS_VALUES)
const SEARCH_SQL = constants(TEXT_SEARCH)

/** Text and JSON are converted to search vectors; columns of that type or of unknown type are not. */
function searchVector(subject: Subject, field: Field, column: Fragment, language: string | null): Fragment {
  const type = subject.known?.columns.get(field.name)?.type
  if (type === undefined || type === 'tsvector') return column
  return language === null ? sql`to_tsvector(${column})` : sql`to_tsvector(${language}::regconfig, ${column})`
}

/** A column with its JSON path; other types are converted to JSON first, so paths work on any type. */
export function fieldSql({ alias, known }: Subject, { name, path }: Field): Fragment {
  const column = sql`${alias}.${ident(name)}`
  if (path.length === 0) return column
  const type = known?.columns.get(name)?.type
  let value = type === 'json' || type === 'jsonb' ? column : sql`to_jsonb(${column})`
  for (const step of path) {
    const operand = 'key' in step ? sql`${step.key}::text` : sql`${step.index}::int`
    value = step.asText ? sql`${value}->>${operand}` : sql`${value}->${operand}`
  }
  return sql`(${value})`
}

/** A PostgreSQL array literal with every element quoted. */
export function arrayLiteral(values: string[]): string {
  const quoted = values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`)
  return `{${quoted.join(',')}}`
}
