import { Fragment, ident } from '../../database/sql.ts'

/**
 * The only SQL text in this folder outside templates: numbers, and text from PostgreSQL's catalogue. Must never receive
 * text from a caller.
 */
export function integer(value: number): Fragment {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError('not a whole number')
  return new Fragment([String(value)], [])
}

/** A type name or default expression from the catalogue. */
export const catalogText = (text: string): Fragment => new Fragment([text], [])

/** Type names of several words, or with special syntax. */
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

/** The type of a caller's cast: one of our spellings, or a quoted identifier. */
export function castType(name: string): Fragment {
  const folded = name.toLowerCase().replace(/ +/g, ' ')
  return SPELLINGS.has(folded) ? new Fragment([folded], []) : ident(folded)
}
