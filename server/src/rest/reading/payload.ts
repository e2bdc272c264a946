import { parseCsv } from '../csv.ts'
import { errors } from '../errors.ts'
import { splitQuery } from './query-parameters.ts'

/** A body of rows: JSON text, which PostgreSQL parses itself, and its columns. */
export type RowsPayload = { json: string; columns: string[]; isObject: boolean }

/** The arguments of a function call by POST. */
export type CallPayload =
  | { kind: 'json'; json: string; keys: string[] }
  | { kind: 'pairs'; pairs: [string, string][] }
  | { kind: 'raw'; type: 'text' | 'xml' | 'bytea'; body: Buffer }

export type BodyType = 'json' | 'csv' | 'form' | 'text' | 'xml' | 'bytes' | { other: string }

const BODY_TYPES = new Map<string, BodyType>(
  Object.entries({
    'application/json': 'json',
    'text/csv': 'csv',
    'application/x-www-form-urlencoded': 'form',
    'text/plain': 'text',
    'text/xml': 'xml',
    'application/octet-stream': 'bytes',
  }),
)

export function bodyType(header: string | undefined): BodyType {
  if (header === undefined || header.trim() === '') return 'json'
  const name = header.split(';')[0]?.trim().toLowerCase() ?? ''
  return BODY_TYPES.get(name) ?? { other: name }
}

/** The rows of an insert or update. With `columns`, the JSON is not parsed. Throws PGRST102. */
export function rowsPayload(type: BodyType, body: Buffer, columns: string[] | null): RowsPayload {
  if (type === 'csv') return csvRows(body, columns)
  if (type === 'form') {
    const record = Object.fromEntries(formPairs(body))
    return { json: JSON.stringify(record), columns: columns ?? Object.keys(record), isObject: true }
  }
  if (type !== 'json') throw errors.body(`Content-Type not acceptable: ${typeName(type)}`)
  const json = body.toString('utf8')
  if (columns) return { json, columns, isObject: /^[ \t\r\n]*\{/.test(json) }
  return jsonRows(json)
}

function jsonRows(json: string): RowsPayload {
  const value = parseJson(json)
  if (Array.isArray(value)) {
    const [first] = value
    if (value.length === 0) return NO_ROWS
    if (!isRecord(first)) throw errors.body('All object keys must match')
    const keys = Object.keys(first)
    if (!value.every((row) => isRecord(row) && sameKeys(row, keys))) {
      throw errors.body('All object keys must match')
    }
    return { json, columns: keys, isObject: false }
  }
  return isRecord(value) ? { json, columns: Object.keys(value), isObject: true } : NO_ROWS
}

/** A scalar body has no rows, like an empty list. */
const NO_ROWS: RowsPayload = { json: '[]', columns: [], isObject: false }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function sameKeys(row: Record<string, unknown>, keys: string[]): boolean {
  return Object.keys(row).length === keys.length && keys.every((key) => Object.hasOwn(row, key))
}

function csvRows(body: Buffer, columns: string[] | null): RowsPayload {
  const rows = parseCsv(body.toString('utf8'))
  if (!rows) throw errors.body('All lines must have same number of fields')
  const found = Object.keys(rows[0] ?? {})
  return { json: JSON.stringify(rows), columns: columns ?? found, isObject: false }
}

/** The arguments of a call by POST. Throws PGRST102. */
export function callPayload(type: BodyType, body: Buffer, columns: string[] | null): CallPayload {
  switch (type) {
    case 'text':
      return { kind: 'raw', type: 'text', body }
    case 'xml':
      return { kind: 'raw', type: 'xml', body }
    case 'bytes':
      return { kind: 'raw', type: 'bytea', body }
    case 'form':
      return { kind: 'pairs', pairs: formPairs(body) }
    case 'csv': {
      const rows = csvRows(body, columns)
      return { kind: 'json', json: rows.json, keys: rows.columns }
    }
    case 'json': {
      const json = body.length === 0 ? '{}' : body.toString('utf8')
      return { kind: 'json', json, keys: columns ?? jsonRowsOrArray(json) }
    }
  }
  throw errors.body(`Content-Type not acceptable: ${typeName(type)}`)
}

/** A function with one unnamed json parameter accepts any JSON; only an object provides argument names. */
function jsonRowsOrArray(json: string): string[] {
  const value = parseJson(json)
  const first = Array.isArray(value) ? value[0] : value
  return isRecord(first) ? Object.keys(first) : []
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw errors.body('Empty or invalid json')
  }
}

function formPairs(body: Buffer): [string, string][] {
  return splitQuery(body.toString('utf8')).map(([key, value]) => [key, value ?? ''])
}

function typeName(type: BodyType): string {
  if (typeof type === 'object') return type.other
  return [...BODY_TYPES].find(([, known]) => known === type)?.[0] ?? type
}
