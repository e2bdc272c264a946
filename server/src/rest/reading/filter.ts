import { type Field, parseField, parseQuoted } from './field.ts'
import { checkPattern } from './safe-pattern.ts'
import { TextReader } from './text-reader.ts'

/** All operators by URL name, with their SQL. */
export const QUANTIFIABLE = {
  eq: '=',
  gte: '>=',
  gt: '>',
  lte: '<=',
  lt: '<',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
} as const
export const PLAIN = {
  neq: '<>',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
} as const
export const TEXT_SEARCH = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const
export const IS_VALUES = {
  not_null: 'not null',
  null: 'null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
} as const

export type Operation =
  | { kind: 'compare'; operator: keyof typeof QUANTIFIABLE; quantifier: 'any' | 'all' | null; value: string }
  | { kind: 'plain'; operator: keyof typeof PLAIN; value: string }
  | { kind: 'search'; operator: keyof typeof TEXT_SEARCH; language: string | null; value: string }
  | { kind: 'is'; value: keyof typeof IS_VALUES }
  | { kind: 'distinct'; value: string }
  | { kind: 'in'; values: string[] }

export type Filter = { field: Field; not: boolean; operation: Operation }

export type Logic =
  | { kind: 'filter'; filter: Filter }
  | { kind: 'tree'; not: boolean; operator: 'and' | 'or'; terms: Logic[] }

const OPERATOR = 'operator (eq, gt, ...)'
const WORD = /[a-z]+/y
const LANGUAGE = /\([\p{L}\d_ $]+\)/uy
const DEEPEST = 30

type ReadValue = (reader: TextReader) => string

/** Parses a filter value such as `not.eq.5`. Throws PGRST100 or, for a pattern that could be slow, PGRST192. */
export function parseOperation(text: string): { not: boolean; operation: Operation } {
  return readOperation(new TextReader(text, 'filter'), (reader) => reader.rest())
}

/** Whether a value starts with an operator: distinguishes filters from arguments of a function called by GET. */
export function startsWithOperator(text: string): boolean {
  const name = /^(?:not\.)?([a-z]+)(?:\([^)]*\))?\./.exec(text)?.[1]
  if (!name) return false
  return (
    name === 'is' ||
    name === 'in' ||
    name === 'isdistinct' ||
    [QUANTIFIABLE, PLAIN, TEXT_SEARCH].some((set) => Object.hasOwn(set, name))
  )
}

/** Parses `and=(…)`, `or=(…)` and their negations, after the operator in the key. Throws PGRST100. */
export function parseLogic(not: boolean, operator: 'and' | 'or', text: string): Logic {
  const reader = new TextReader(text, 'logic tree')
  const terms = readTerms(reader, 1)
  if (!reader.atEnd) reader.fail('end of input')
  return { kind: 'tree', not, operator, terms }
}

function readTerms(reader: TextReader, depth: number): Logic[] {
  if (depth > DEEPEST) reader.refuse(`conditions can be nested ${DEEPEST} levels deep`)
  const terms: Logic[] = []
  reader.skipBlanks()
  reader.expect('(')
  do {
    reader.skipBlanks()
    terms.push(readTerm(reader, depth))
    reader.skipBlanks()
  } while (reader.take(','))
  reader.expect(')')
  return terms
}

const TREE = /(not\.)?(and|or)\s*(?=\()/y

function readTerm(reader: TextReader, depth: number): Logic {
  const tree = reader.match(TREE)
  if (tree !== null) {
    const operator = tree.trim().endsWith('and') ? 'and' : 'or'
    return { kind: 'tree', not: tree.startsWith('not.'), operator, terms: readTerms(reader, depth + 1) }
  }
  const field = parseField(reader)
  if (!reader.take('.'))
    reader.fail('field name (* or [a..z0..9_$]), negation operator (not) or delimiter (.)')
  return { kind: 'filter', filter: { field, ...readOperation(reader, readLogicValue) } }
}

function readOperation(reader: TextReader, readValue: ReadValue): { not: boolean; operation: Operation } {
  const start = reader.position
  const not = reader.take('not.')
  const at = reader.position
  const word = reader.match(WORD) ?? ''
  const value = () => {
    if (!reader.take('.')) failOperator(reader, start)
    return readValue(reader)
  }
  if (word === 'in' && reader.take('.')) return { not, operation: { kind: 'in', values: readList(reader) } }
  if (word === 'is' && reader.take('.')) return { not, operation: { kind: 'is', value: readIs(reader) } }
  if (word === 'isdistinct') return { not, operation: { kind: 'distinct', value: value() } }
  if (has(TEXT_SEARCH, word)) {
    const language = reader.match(LANGUAGE)?.slice(1, -1).trim() ?? null
    return { not, operation: { kind: 'search', operator: word, language, value: value() } }
  }
  if (has(QUANTIFIABLE, word)) {
    const quantifier = reader.take('(any)') ? 'any' : reader.take('(all)') ? 'all' : null
    const operand = value()
    if (word === 'match' || word === 'imatch') {
      // Array elements have an additional level of escaping; together they are checked as one pattern.
      checkPattern(quantifier === null ? operand : operand.replace(/\\(.)/gs, '$1'))
    }
    return { not, operation: { kind: 'compare', operator: word, quantifier, value: operand } }
  }
  if (has(PLAIN, word)) return { not, operation: { kind: 'plain', operator: word, value: value() } }
  return failOperator(reader, not ? at : start)
}

function has<T extends object>(set: T, word: string): word is keyof T & string {
  return Object.hasOwn(set, word)
}

/** The wording that clients know: the first character that differs from `not`. */
function failOperator(reader: TextReader, at: number): never {
  const text = reader.text.slice(at)
  let same = 0
  while (same < 3 && text[same] === 'not'[same]) same++
  return reader.fail(`"not" or ${OPERATOR}`, at, text.charAt(same))
}

function readIs(reader: TextReader): keyof typeof IS_VALUES {
  const words = Object.keys(IS_VALUES) as (keyof typeof IS_VALUES)[]
  const rest = reader.text.slice(reader.position).toLowerCase()
  const word = words.find((candidate) => rest.startsWith(candidate))
  if (!word) return reader.fail('isVal: (null, not_null, true, false, unknown)')
  reader.position += word.length
  return word
}

const PLAIN_ELEMENT = /[^,)]*/y

function readList(reader: TextReader): string[] {
  reader.skipBlanks()
  reader.expect('(')
  const values: string[] = []
  do {
    values.push(readQuotedOr(reader, PLAIN_ELEMENT))
  } while (reader.take(','))
  reader.skipBlanks()
  reader.expect(')')
  return values
}

const ARRAY = /\{[^{}]*\}/y

/** In a logic tree, a value ends at `,` or `)`, unless it is quoted or an array literal. */
function readLogicValue(reader: TextReader): string {
  if (reader.peek() === '{') {
    const array = reader.match(ARRAY)
    if (array !== null) return array
  }
  return readQuotedOr(reader, PLAIN_ELEMENT)
}

function readQuotedOr(reader: TextReader, plain: RegExp): string {
  if (reader.peek() === '"') {
    const start = reader.position
    const end = closingQuote(reader)
    const after = reader.text.charAt(end)
    if (end > 0 && (after === '' || after === ',' || after === ')')) return parseQuoted(reader)
    reader.position = start
  }
  return reader.match(plain) ?? ''
}

/** The position after the closing quote, or 0 if missing. */
function closingQuote(reader: TextReader): number {
  for (let at = reader.position + 1; at < reader.text.length; at++) {
    if (reader.text[at] === '\\') at++
    else if (reader.text[at] === '"') return at + 1
  }
  return 0
}
