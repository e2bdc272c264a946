import type { IncomingHttpHeaders } from 'node:http'
import type { Pool } from 'pg'
import { type Row, run, type Scope, transaction } from '../database/session.ts'
import { ident, type Statement, sql } from '../database/sql.ts'
import type { Caller } from './caller.ts'
import { errors } from './errors.ts'
import type { Prepared } from './planning/prepared.ts'
import type { SchemaCache } from './planning/schema-cache.ts'

/** The outer row of a statement, with its body unparsed. */
export type Result = {
  total: number | null
  page: number
  body: string
  headers: string | null
  status: string | null
  extra: string | null
}

export type Incoming = { method: string; path: string; headers: IncomingHttpHeaders }

/**
 * Runs a prepared statement for a caller: in one round trip, unless the result must be checked before the commit.
 * Throws ApiError after a failed check (rolled back) and PostgreSQL's DatabaseError.
 */
export async function execute(
  pool: Pool,
  prepared: Prepared,
  cache: SchemaCache,
  caller: Caller,
  incoming: Incoming,
): Promise<Result> {
  const scope: Scope = {
    role: caller.role,
    claims: caller.claims,
    readOnly: prepared.readOnly,
    settings: sessionSettings(prepared, cache, caller, incoming),
  }
  const { preRequest } = cache.settings
  const looks = !prepared.readOnly && (prepared.single || prepared.maxAffected !== null || prepared.oneByKey)
  if (!looks && !prepared.rollback && !preRequest && !prepared.estimate) {
    const result = readResult(prepared, await run(pool, scope, prepared.statement))
    check(prepared, result)
    return result
  }
  return transaction(
    pool,
    scope,
    async (query) => {
      if (preRequest) {
        await query(sql`select ${ident(preRequest.schema, preRequest.name)}()`.toStatement())
      }
      const result = readResult(prepared, await query(prepared.statement))
      check(prepared, result)
      await estimateTotal(prepared, result, query)
      if (prepared.rollback) await query(CHECK_CONSTRAINTS)
      return result
    },
    prepared.rollback ? 'rollback' : 'commit',
  )
}

const CHECK_CONSTRAINTS: Statement = { text: 'set constraints all immediate', values: [] }

function check(prepared: Prepared, { page }: Result): void {
  if (prepared.explains) return
  if (prepared.oneByKey && page !== 1) throw errors.putKey()
  if (prepared.single && page !== 1) throw errors.notSingle(page)
  if (prepared.maxAffected !== null && page > prepared.maxAffected) throw errors.maxAffected(page)
}

function readResult({ explains }: Prepared, rows: Row[]): Result {
  if (explains) {
    const body = rows.map(([line]) => line ?? '').join('\n')
    return { total: null, page: 0, body, headers: null, status: null, extra: null }
  }
  const [total, page, body, headers, status, extra] = rows[0] ?? []
  return {
    total: total === null || total === undefined ? null : Number(total),
    page: Number(page ?? 0),
    body: body ?? '',
    headers: headers ?? null,
    status: status ?? null,
    extra: extra ?? null,
  }
}

async function estimateTotal(
  { estimate }: Prepared,
  result: Result,
  query: (statement: Statement) => Promise<Row[]>,
): Promise<void> {
  if (!estimate) return
  if (estimate.above !== null && (result.total ?? 0) <= estimate.above) return
  const rows = await query(estimate.statement)
  const plan: [{ Plan: { 'Plan Rows': number } }] = JSON.parse(rows.map(([line]) => line).join('\n'))
  result.total = Math.max(result.total ?? 0, plan[0].Plan['Plan Rows'])
}

/** The request's transaction settings, named as in PostgREST. */
function sessionSettings(
  prepared: Prepared,
  { settings, roleSettings }: SchemaCache,
  { role }: Caller,
  incoming: Incoming,
): Record<string, string> {
  const { cookie, ...headers } = incoming.headers
  return {
    search_path: searchPath(prepared.schema, settings.extraSearchPath),
    ...roleSettings.get(role),
    ...prepared.settings,
    ...(prepared.preferences.timezone === null ? {} : { timezone: prepared.preferences.timezone }),
    'request.method': incoming.method,
    'request.path': incoming.path,
    'request.headers': JSON.stringify(headers),
    'request.cookies': cookie === undefined ? '{}' : JSON.stringify(parseCookies(cookie)),
  }
}

const searchPath = (schema: string, extra: string[]) =>
  [...new Set([schema, ...extra])].map((name) => `"${name.replaceAll('"', '""')}"`).join(', ')

function parseCookies(header: string): Record<string, string> {
  const pairs = header.split(';').map((part): [string, string] => {
    const equals = part.indexOf('=')
    return [part.slice(0, equals === -1 ? undefined : equals).trim(), part.slice(equals + 1).trim()]
  })
  return Object.fromEntries(pairs)
}
