import { errors } from './errors.ts'
import type { Result } from './execute.ts'
import type { Prepared } from './planning/prepared.ts'
import type { SchemaCache } from './planning/schema-cache.ts'
import { preferenceApplied } from './reading/preferences.ts'

/** Last stage: converts a result to an HTTP response. The body is PostgreSQL's own text. */
export type Answer = { status: number; headers: [name: string, value: string][]; body: string | Buffer }

/** Throws PGRST103 for a page beyond the total, PGRST111 and 112 for invalid settings of a function. */
export function answer(prepared: Prepared, result: Result, cache: SchemaCache): Answer {
  const headers: [string, string][] = []
  if (prepared.contentType !== null) headers.push(['Content-Type', prepared.contentType])
  if (prepared.explains) return { status: 200, headers, body: result.body }
  const status = statusOf(prepared, result)
  headers.push(['Content-Range', contentRange(prepared, result)])
  if (prepared.applied === 'read') headers.push(['Content-Location', contentLocation(prepared)])
  const location = locationOf(prepared, result)
  if (location !== null) headers.push(['Location', location])
  const applied = preferenceApplied(prepared.preferences, prepared.applied, {
    transactionEndAllowed: cache.settings.transactionEnd.override,
  })
  if (applied !== null) headers.push(['Preference-Applied', applied])
  if (cache.settings.schemas.length > 1 && prepared.contentType !== null) {
    headers.push(['Content-Profile', prepared.schema])
  }
  for (const [name, value] of settingHeaders(result.headers)) {
    const known = headers.findIndex(([other]) => other.toLowerCase() === name.toLowerCase())
    if (known !== -1 && name.toLowerCase() !== 'set-cookie') headers.splice(known, 1)
    headers.push([name, value])
  }
  const body = prepared.bytes ? Buffer.from(result.body, 'base64') : result.body
  return { status: settingStatus(result.status) ?? status, headers, body }
}

function statusOf(prepared: Prepared, result: Result): number {
  switch (prepared.applied) {
    case 'read':
    case 'call': {
      if (prepared.void) return 204
      return rangeStatus(prepared, result)
    }
    case 'insert':
      return prepared.tells === 'inserted' && Number(result.extra ?? 0) === 0 ? 200 : 201
    case 'upsert':
      if (prepared.contentType === null) return 204
      return Number(result.extra ?? 0) > 0 ? 201 : 200
    default:
      return prepared.contentType === null ? 204 : 200
  }
}

function rangeStatus({ offset }: Prepared, { total, page }: Result): number {
  if (total === null) return 200
  if (offset > total) {
    throw errors.range(`An offset of ${offset} was requested, but there are only ${total} rows.`)
  }
  return page < total ? 206 : 200
}

function contentRange({ applied, offset, preferences }: Prepared, { page, total }: Result): string {
  const counted = preferences.count === 'exact' || preferences.count === 'estimated'
  const written = counted ? page : null
  switch (applied) {
    case 'read':
    case 'call':
      return range(offset, page, total)
    case 'update':
      return range(0, page, written)
    default:
      return range(0, 0, written)
  }
}

function range(offset: number, page: number, total: number | null): string {
  const rows = page > 0 && total !== 0 ? `${offset}-${offset + page - 1}` : '*'
  return `${rows}/${total ?? '*'}`
}

const encodePath = (path: string) => path.split('/').map(encodeURIComponent).join('/')

function contentLocation({ address, canonical }: Prepared): string {
  return canonical === '' ? encodePath(address) : `${encodePath(address)}?${canonical}`
}

/** URL of the inserted row. */
function locationOf(prepared: Prepared, { page, extra }: Result): string | null {
  if (prepared.tells !== 'location' || page !== 1 || extra === null) return null
  const key: Record<string, string | null> = JSON.parse(extra)
  const filters = Object.entries(key).map(([name, value]) =>
    value === null
      ? `${encodeURIComponent(name)}=is.null`
      : `${encodeURIComponent(name)}=eq.${encodeURIComponent(value)}`,
  )
  return `${encodePath(prepared.address)}?${filters.join('&')}`
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** `response.headers`: a JSON array of objects with one key each. */
function settingHeaders(setting: string | null): [string, string][] {
  if (setting === null) return []
  const list = parse(setting)
  if (!Array.isArray(list)) throw errors.headersSetting()
  return list.map((entry): [string, string] => {
    const pairs = typeof entry === 'object' && entry !== null ? Object.entries(entry) : []
    const [name, value] = pairs[0] ?? []
    if (pairs.length !== 1 || typeof name !== 'string' || typeof value !== 'string')
      throw errors.headersSetting()
    if (!HEADER_NAME.test(name) || !HEADER_VALUE.test(value)) throw errors.headersSetting()
    return [name, value]
  })
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw errors.headersSetting()
  }
}

function settingStatus(setting: string | null): number | null {
  if (setting === null) return null
  if (!/^[2-5]\d\d$/.test(setting)) throw errors.statusSetting()
  return Number(setting)
}
