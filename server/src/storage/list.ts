import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Fragment, sql } from '../database/sql.ts'
import { findCaller, scopeOf } from './caller.ts'
import { storageError } from './errors.ts'
import { readBody } from './json-body.ts'
import { readBucketId } from './object-name.ts'
import { restOfPath } from './request-path.ts'
import { type Service, select } from './service.ts'

const order = z.enum(['asc', 'desc']).optional()
const folderShape = z.object({
  prefix: z.string(),
  limit: z.number().int().min(1).optional(),
  offset: z.number().int().min(0).max(1e9).optional(),
  search: z.string().nullish(),
  sortBy: z
    .object({ column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).optional(), order })
    .nullish(),
})

const pageShape = z.object({
  prefix: z.string().nullish(),
  limit: z.number().int().min(1).max(1000).optional(),
  cursor: z.string().nullish(),
  with_delimiter: z.boolean().optional(),
  sortBy: z.object({ column: z.enum(['name', 'updated_at', 'created_at']).optional(), order }).nullish(),
})

/** Lists a bucket's content, as the policies show it. */
export function list(app: FastifyInstance, service: Service): void {
  app.post('/object/list/*', async (request) => {
    const caller = await findCaller(service.context.keys, request)
    const bucket = readBucketId(restOfPath(request, '/object/list/'))
    const { prefix, limit = 100, offset = 0, search, sortBy } = readBody(request, folderShape)
    const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`
    const time = (column: Fragment) =>
      sql`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    return select(
      service.context.requests,
      scopeOf(caller, request, 'storage.object.list'),
      sql`select jsonb_build_object('name', name, 'id', id, 'updated_at', ${time(sql`updated_at`)},
          'created_at', ${time(sql`created_at`)}, 'last_accessed_at', ${time(sql`last_accessed_at`)}, 'metadata', metadata)::text
        from storage.search(${folder}, ${bucket}, ${Math.min(limit, 1500)}::int, 1, ${offset}::int, ${search ?? ''},
          ${sortBy?.column ?? 'name'}, ${sortBy?.order ?? 'asc'})`,
    )
  })

  app.post('/object/list-v2/*', async (request) => {
    const caller = await findCaller(service.context.keys, request)
    const bucket = readBucketId(restOfPath(request, '/object/list-v2/'))
    const body = readBody(request, pageShape)
    const limit = body.limit ?? 1000
    const from = body.cursor ? readCursor(body.cursor) : null
    const page: Page = {
      bucket,
      prefix: body.prefix ?? '',
      limit: limit + 1,
      delimited: body.with_delimiter ?? false,
      column: from?.column ?? body.sortBy?.column ?? 'name',
      order: from?.order ?? body.sortBy?.order ?? 'asc',
      after: from,
    }
    const entries = await select<Entry>(
      service.context.requests,
      scopeOf(caller, request, 'storage.object.list_v2'),
      pageStatement(page),
    )
    const hasNext = entries.length > limit
    const shown = entries.slice(0, limit)
    const last = shown.at(-1)
    return {
      hasNext,
      ...(hasNext && last && { nextCursor: writeCursor(page, last), nextCursorKey: last.name }),
      folders: shown.filter(({ id }) => id === null).map((entry) => ({ ...entry, key: keyOf(entry) })),
      objects: shown
        .filter(({ id }) => id !== null)
        .map((entry) => (page.delimited ? { ...entry, key: keyOf(entry) } : entry)),
    }
  })
}

type Entry = { name: string; id: string | null; updated_at: string | null; created_at: string | null }
type Column = 'name' | 'updated_at' | 'created_at'
type Cursor = { name: string; column: Column; order: 'asc' | 'desc'; at: string | null }
type Page = {
  bucket: string
  prefix: string
  limit: number
  delimited: boolean
  column: Column
  order: 'asc' | 'desc'
  after: Cursor | null
}

const keyOf = ({ name }: Entry): string => name.replace(/\/$/, '').split('/').at(-1) as string

/** Names are ordered by bytes, times by milliseconds and then name; folders have no time and come first. */
function pageStatement({ bucket, prefix, limit, delimited, column, order, after }: Page): Fragment {
  const rest = sql`substr(object.name, ${prefix.length}::int + 1)`
  const isFolder = delimited ? sql`position('/' in ${rest}) > 0` : sql`false`
  const time = {
    name: sql`null::timestamptz`,
    updated_at: sql`date_trunc('milliseconds', object.updated_at)`,
    created_at: sql`date_trunc('milliseconds', object.created_at)`,
  }[column]
  const key = sql`(coalesce(at, '-infinity'::timestamptz), name collate "C")`
  const bound = after
    ? sql`(coalesce(${after.at}::timestamptz, '-infinity'::timestamptz), ${after.name}::text collate "C")`
    : sql.empty
  const beyond = after
    ? order === 'asc'
      ? sql`where ${key} > ${bound}`
      : sql`where ${key} < ${bound}`
    : sql.empty
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const text = (of: Fragment) => sql`to_char(${of} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  return sql`
    with below as (
      select object.*, ${isFolder} as folder, ${rest} as rest, ${time} as at from storage.objects as object
      where object.bucket_id = ${bucket}
        and object.name collate "C" >= ${prefix} and object.name collate "C" < ${prefix} || U&'\\+10FFFF'
    ), entries as (
      select distinct ${prefix} || split_part(rest, '/', 1) || '/' as name, null::uuid as id, null::timestamptz as at,
        null::timestamptz as updated_at, null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
      from below where folder
      union all
      select name, id, at, updated_at, created_at, last_accessed_at, metadata from below where not folder
    )
    select jsonb_build_object('name', name, 'id', id, 'updated_at', ${text(sql`updated_at`)},
      'created_at', ${text(sql`created_at`)}, 'last_accessed_at', ${text(sql`last_accessed_at`)}, 'metadata', metadata)::text
    from entries ${beyond}
    order by coalesce(at, '-infinity'::timestamptz) ${direction}, name collate "C" ${direction} limit ${limit}::int`
}

const writeCursor = ({ column, order }: Page, last: Entry): string => {
  const lines = [`l:${last.name}`, `o:${order}`, `c:${column}`]
  const at = column === 'name' ? null : last[column]
  if (at) lines.push(`a:${at}`)
  return Buffer.from(lines.join('\n')).toString('base64')
}

/** Throws InvalidParameter. */
function readCursor(cursor: string): Cursor {
  const lines = Buffer.from(cursor, 'base64').toString().split('\n')
  const value = (mark: string) => lines.find((line) => line.startsWith(`${mark}:`))?.slice(2)
  const [name, direction, column, at] = [value('l'), value('o'), value('c'), value('a')]
  const isColumn = column === 'name' || column === 'updated_at' || column === 'created_at'
  const isOrder = direction === 'asc' || direction === 'desc'
  const isTime = at === undefined || /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(at)
  const isText = name?.isWellFormed() && !name.includes('\0')
  if (!isText || !isColumn || !isOrder || !isTime) {
    throw storageError('invalidParameter', 'Invalid Parameter continuation token')
  }
  return { name: name as string, column, order: direction, at: at ?? null }
}
