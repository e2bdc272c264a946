import { Fragment, ident } from '../../database/sql.ts'

/**
 * The only SQL text of this folder that is not written in a template: numbers, and what PostgreSQL printed
 * from its own catalogue. Nothing a caller sent may ever come here as text.
 */
export function integer(value: number): Fragment {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError('not a whole number')
  return new Fragment([String(value)], [])
}

/** A type name or default expression as the catalogue gave it. */
export const catalogText = (text: string): Fragment => new Fragment([text], [])

/** Type names that are more than one word or that SQL's grammar treats apart from identifiers. */
const SPELLINGS = new Set([
  'bigint',
  'bit',
  'bit varying',
  'boolean',
  'char',
  'char varying',
  'character',
  'character varying',
  'dec',
  'decimal',
  'double precision',
  'float',
  'int',
  'integer',
  'interval',
  'json',
  'national char',
  'national character',
  'nchar',
  'numeric',
  'real',
  'smallint',
  'time',
  'time with time zone',
  'time without time zone',
  'timestamp',
  'timestamp with time zone',
  'timestamp without time zone',
  'varchar',
])

/** The type of a cast that a caller asked for: a spelling of ours, or a quoted identifier. */
export function castType(name: string): Fragment {
  const folded = name.toLowerCase().replace(/ +/g, ' ')
  return SPELLINGS.has(folded) ? new Fragment([folded], []) : ident(folded)
}
