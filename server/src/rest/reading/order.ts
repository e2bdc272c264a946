import { type Field, parseField, parseName } from './field.ts'
import { TextReader } from './text-reader.ts'

export type OrderTerm = {
  /** The embedded resource to order by, or null for a column of the resource itself. */
  resource: string | null
  field: Field
  direction: 'asc' | 'desc' | null
  nulls: 'nullsfirst' | 'nullslast' | null
}

const MOST_TERMS = 50

/** Parses an `order` parameter such as `name.desc.nullslast,director(name)`. Throws PGRST100. */
export function parseOrder(text: string): OrderTerm[] {
  const reader = new TextReader(text, 'order')
  const terms: OrderTerm[] = []
  do {
    if (terms.length === MOST_TERMS) reader.refuse(`at most ${MOST_TERMS} columns can be ordered by`)
    terms.push(parseTerm(reader))
  } while (reader.take(','))
  if (!reader.atEnd) reader.fail('"," or end of input')
  return terms
}

function parseTerm(reader: TextReader): OrderTerm {
  reader.skipBlanks()
  const start = reader.position
  const resource = parseName(reader)
  const related = reader.take('(')
  if (!related) reader.position = start
  const field = parseField(reader)
  if (related) reader.expect(')')
  const direction = reader.take('.asc') ? 'asc' : reader.take('.desc') ? 'desc' : null
  const nulls = reader.take('.nullsfirst') ? 'nullsfirst' : reader.take('.nullslast') ? 'nullslast' : null
  reader.skipBlanks()
  if (reader.peek() === '.') {
    const expecting = direction ? '"nullsfirst" or "nullslast"' : '"asc", "desc", "nullsfirst" or "nullslast"'
    reader.fail(expecting, reader.position + 1)
  }
  if (!reader.atEnd && reader.peek() !== ',') reader.fail('delimiter (.), "," or end of input')
  return { resource: related ? resource : null, field, direction, nulls }
}
