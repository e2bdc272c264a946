import type { TextReader } from './text-reader.ts'

/** A step into a JSON value: `->` yields JSON, `->>` text. */
export type JsonStep = { asText: boolean } & ({ key: string } | { index: number })

/** A column (or computed column) with a JSON path. */
export type Field = { name: string; path: JsonStep[] }

const PLAIN_NAME = /(?:[\p{L}\d_ $]|-(?!>))+/uy
const INDEX = /-?\d+(?=->|::|\.|,|\)|$)/y
const LONGEST_PATH = 50

/** A name: letters, digits, `_ $ -` and inner spaces unquoted, anything else in double quotes. */
export function parseName(reader: TextReader): string {
  const start = reader.position
  const name = reader.peek() === '"' ? parseQuoted(reader) : reader.match(PLAIN_NAME)?.trim()
  if (!name) reader.fail('field name (* or [a..z0..9_$])', start)
  if (name.includes('\0')) reader.refuse('a name cannot contain a NUL character')
  return name
}

/** A quoted text; a backslash escapes the next character. */
export function parseQuoted(reader: TextReader): string {
  reader.expect('"')
  let value = ''
  while (!reader.atEnd) {
    if (reader.take('"')) return value
    if (reader.take('\\') && reader.atEnd) break
    value += reader.peek()
    reader.position++
  }
  return reader.fail('"\\""')
}

/**
 * PostgreSQL's system columns. Row location and transaction ids would reveal other users' activity despite row
 * policies; no other column can have these names.
 */
const SYSTEM_COLUMNS = new Set(['ctid', 'xmin', 'xmax', 'cmin', 'cmax', 'tableoid'])

/** A column with its JSON path, ignoring surrounding spaces. */
export function parseField(reader: TextReader): Field {
  reader.skipBlanks()
  const name = parseName(reader)
  const field = parsePath(reader, name)
  reader.skipBlanks()
  return field
}

/** Parses the path after a column's name. */
export function parsePath(reader: TextReader, name: string): Field {
  if (SYSTEM_COLUMNS.has(name)) reader.refuse(`${name} is not a column of a table`)
  return { name, path: parseJsonPath(reader) }
}

function parseJsonPath(reader: TextReader): JsonStep[] {
  const path: JsonStep[] = []
  while (reader.sees('->')) {
    if (path.length === LONGEST_PATH) reader.refuse(`a JSON path has at most ${LONGEST_PATH} steps`)
    const asText = reader.take('->>')
    if (!asText) reader.expect('->')
    const index = reader.match(INDEX)
    if (index !== null) path.push({ asText, index: Number(index) })
    else path.push({ asText, key: parseName(reader) })
  }
  return path
}

/** The result name of a JSON path: its last key, or the column if there are only indexes. */
export function pathName(field: Field): string {
  const key = field.path.findLast((step) => 'key' in step)
  return key && 'key' in key ? key.key : field.name
}
