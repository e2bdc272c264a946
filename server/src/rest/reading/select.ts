import { type Field, parseField, parseName, parsePath } from './field.ts'
import { TextReader } from './text-reader.ts'

const AGGREGATES = ['sum', 'avg', 'max', 'min', 'count'] as const
export type Aggregate = { name: (typeof AGGREGATES)[number]; cast: string | null }

export type SelectField = {
  kind: 'field'
  field: Field
  alias: string | null
  cast: string | null
  aggregate: Aggregate | null
}

export type SelectEmbed = {
  kind: 'embed'
  name: string
  alias: string | null
  hint: string | null
  join: 'inner' | 'left' | null
  spread: boolean
  select: SelectItem[]
}

export type SelectItem = SelectField | SelectEmbed

/** Limits far above legitimate use; each embed is a subselect. */
const DEEPEST = 12
const MOST_ITEMS = 500
const MOST_EMBEDS = 60

type Budget = { items: number; embeds: number }

const CAST = /[\p{L}_][\p{L}\d_$]*(?: +[\p{L}_][\p{L}\d_$]*)*/uy

export function parseSelect(text: string): SelectItem[] {
  const reader = new TextReader(text, 'select parameter')
  const budget: Budget = { items: MOST_ITEMS, embeds: MOST_EMBEDS }
  const items = parseItems(reader, 0, budget)
  if (!reader.atEnd) reader.fail('"," or end of input')
  return items
}

function parseItems(reader: TextReader, depth: number, budget: Budget): SelectItem[] {
  if (depth > DEEPEST) reader.refuse(`resources can be embedded ${DEEPEST} levels deep`)
  const items: SelectItem[] = []
  reader.skipBlanks()
  if (reader.atEnd || reader.peek() === ')') return items
  do {
    if (budget.items-- === 0) reader.refuse(`at most ${MOST_ITEMS} columns can be selected`)
    reader.skipBlanks()
    items.push(parseItem(reader, depth, budget))
    reader.skipBlanks()
  } while (reader.take(','))
  return items
}

function parseItem(reader: TextReader, depth: number, budget: Budget): SelectItem {
  if (reader.take('...')) return parseEmbed(reader, depth, budget, null, true)
  if (reader.take('*')) return { kind: 'field', field: STAR, alias: null, cast: null, aggregate: null }
  const alias = parseAlias(reader)
  const start = reader.position
  const name = parseName(reader)
  if (name === 'count' && reader.sees('()')) {
    reader.position = start + reader.text.slice(start).indexOf('()')
    return { kind: 'field', field: STAR, alias, cast: null, aggregate: parseAggregateEnd(reader, 'count') }
  }
  if (reader.peek() === '(' || reader.peek() === '!') {
    reader.position = start
    return parseEmbed(reader, depth, budget, alias, false)
  }
  const field = parsePath(reader, name)
  const cast = parseCast(reader)
  const aggregate = parseAggregate(reader)
  reader.skipBlanks()
  if (!reader.atEnd && reader.peek() !== ',' && reader.peek() !== ')') {
    reader.fail('letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input')
  }
  return { kind: 'field', field, alias, cast, aggregate }
}

const STAR: Field = { name: '*', path: [] }

function parseAlias(reader: TextReader): string | null {
  const start = reader.position
  const name = parseName(reader)
  if (reader.peek() === ':' && !reader.sees('::')) {
    reader.position++
    reader.skipBlanks()
    return name
  }
  reader.position = start
  return null
}

function parseEmbed(
  reader: TextReader,
  depth: number,
  budget: Budget,
  alias: string | null,
  spread: boolean,
): SelectEmbed {
  if (budget.embeds-- === 0) reader.refuse(`at most ${MOST_EMBEDS} resources can be embedded`)
  const name = parseName(reader)
  let hint: string | null = null
  let join: SelectEmbed['join'] = null
  for (let parameters = 0; parameters < 2 && reader.take('!'); parameters++) {
    const parameter = parseName(reader)
    if (parameter === 'inner' || parameter === 'left') join ??= parameter
    else hint ??= parameter
  }
  reader.expect('(')
  const select = parseItems(reader, depth + 1, budget)
  reader.expect(')')
  return { kind: 'embed', name, alias, hint, join, spread, select }
}

function parseCast(reader: TextReader): string | null {
  if (!reader.take('::')) return null
  const type = reader.match(CAST)
  if (type === null) reader.fail('letter or digit')
  return type.trim()
}

function parseAggregate(reader: TextReader): Aggregate | null {
  if (!reader.take('.')) return null
  const name = AGGREGATES.find((candidate) => reader.take(candidate))
  if (!name) reader.fail('"sum", "avg", "count", "max" or "min"')
  return parseAggregateEnd(reader, name)
}

function parseAggregateEnd(reader: TextReader, name: Aggregate['name']): Aggregate {
  reader.expect('()')
  return { name, cast: parseCast(reader) }
}

/** Parses the names in `columns` and `on_conflict`. Throws PGRST100. */
export function parseColumns(text: string, subject: 'columns' | 'on_conflict'): string[] {
  const reader = new TextReader(text, `${subject} parameter`)
  const names: string[] = []
  do {
    names.push(parseField(reader).name)
  } while (reader.take(','))
  if (!reader.atEnd) reader.fail('"," or end of input')
  return [...new Set(names)]
}
