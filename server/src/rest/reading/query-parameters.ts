import { type Field, parseField, parseName } from './field.ts'
import { type Filter, type Logic, parseLogic, parseOperation, startsWithOperator } from './filter.ts'
import { type OrderTerm, parseOrder } from './order.ts'
import { parseColumns, parseSelect, type SelectItem } from './select.ts'
import { TextReader } from './text-reader.ts'

/** A parameter for a node of the embed tree; an empty path is the resource itself. */
export type Located<T> = { path: string[]; value: T }

export type Bounds = { limit: number | null; offset: number | null }

export type QueryParameters = {
  /** The parameters sorted by name, for Content-Location. */
  canonical: string
  select: SelectItem[]
  filters: Located<Filter>[]
  logic: Located<Logic>[]
  order: Located<OrderTerm[]>[]
  bounds: Located<Bounds>[]
  columns: string[] | null
  onConflict: string[] | null
  /** The arguments of a function called by GET. */
  arguments: [name: string, value: string][]
}

const WHOLE_NUMBER = /^-?\d+$/

/** Parses a query string; `argumentsAllowed` for a function called by GET. Throws PGRST100. */
export function parseQueryParameters(queryString: string, argumentsAllowed: boolean): QueryParameters {
  const pairs = splitQuery(queryString)
  const parsed: QueryParameters = {
    canonical: canonical(pairs),
    select: [],
    filters: [],
    logic: [],
    order: [],
    bounds: [],
    columns: null,
    onConflict: null,
    arguments: [],
  }
  let select: string | undefined
  for (const [key, value] of pairs) {
    if (value === null) continue
    if (key === 'select') select ??= value
    else if (key === 'columns') parsed.columns ??= parseColumns(value, 'columns')
    else if (key === 'on_conflict') parsed.onConflict ??= parseColumns(value, 'on_conflict')
    else parseParameter(parsed, key, value, argumentsAllowed)
  }
  parsed.select = parseSelect(select ?? '*')
  return parsed
}

function parseParameter(
  parsed: QueryParameters,
  key: string,
  value: string,
  argumentsAllowed: boolean,
): void {
  switch (key.slice(key.lastIndexOf('.') + 1)) {
    case 'order':
      parsed.order.push({ path: parentPath(key), value: parseOrder(value) })
      return
    case 'limit':
      addBounds(parsed, key, { limit: wholeNumber(value), offset: null })
      return
    case 'offset':
      addBounds(parsed, key, { limit: null, offset: wholeNumber(value) })
      return
    case 'and':
      addLogic(parsed, key, 'and', value)
      return
    case 'or':
      addLogic(parsed, key, 'or', value)
      return
  }
  if (argumentsAllowed && !key.includes('.') && !startsWithOperator(value)) {
    parsed.arguments.push([key, value])
    return
  }
  const { path, field } = parseTreePath(key)
  parsed.filters.push({ path, value: { field, ...parseOperation(value) } })
}

function addBounds(parsed: QueryParameters, key: string, bounds: Bounds): void {
  const path = parentPath(key)
  const known = parsed.bounds.find((entry) => entry.path.join('.') === path.join('.'))
  if (!known) parsed.bounds.push({ path, value: bounds })
  else {
    known.value.limit ??= bounds.limit
    known.value.offset ??= bounds.offset
  }
}

function addLogic(parsed: QueryParameters, key: string, operator: 'and' | 'or', value: string): void {
  const path = parentPath(key)
  const not = path.includes('not')
  parsed.logic.push({
    path: path.filter((name) => name !== 'not'),
    value: parseLogic(not, operator, value),
  })
}

const wholeNumber = (text: string) => (WHOLE_NUMBER.test(text) ? Number(text) : null)

/** `a.b.order` applies to the node `a.b`. */
function parentPath(key: string): string[] {
  return parseTreePath(key).path
}

function parseTreePath(key: string): { path: string[]; field: Field } {
  const reader = new TextReader(key, 'tree path')
  const path: string[] = []
  for (;;) {
    const start = reader.position
    const name = parseName(reader)
    if (!reader.take('.')) {
      reader.position = start
      return { path, field: parseField(reader) }
    }
    path.push(name)
  }
}

/** Percent-decodes once and reads `+` as a space; a parameter without `=` has no value. */
export function splitQuery(queryString: string): [key: string, value: string | null][] {
  return queryString
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const equals = part.indexOf('=')
      return equals === -1
        ? [decode(part), null]
        : [decode(part.slice(0, equals)), decode(part.slice(equals + 1))]
    })
}

/** Invalid escapes are kept: refusing them would break requests that proxies let through. */
function decode(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) =>
      Buffer.from(escapes.replaceAll('%', ''), 'hex').toString('utf8'),
    )
  }
}

function canonical(pairs: [string, string | null][]): string {
  return pairs
    .toSorted(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value ?? '')}`)
    .join('&')
}
