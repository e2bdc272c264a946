import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../http/api-error.ts'
import type { Catalog, CatalogColumn } from './planning/catalog-query.ts'
import { prepareCall } from './planning/prepare-call.ts'
import { prepareRead } from './planning/prepare-read.ts'
import { prepareWrite } from './planning/prepare-write.ts'
import { buildSchemaCache } from './planning/schema-cache.ts'
import { parseRequest } from './reading/api-request.ts'

/** Names that a hostile database owner or caller could choose. */
const HOSTILE = [
  'plain',
  'a"b',
  `'; drop table x; --`,
  '") or true --',
  'a.b',
  '$1',
  '$$',
  '\\',
  '/*',
  'select',
  'é☃',
  'a\nb',
  '*',
  '%27',
]

const column = (name: string, number: number, type: string): CatalogColumn => ({
  number,
  name,
  type,
  nullable: true,
  maxLength: null,
  default: null,
  comment: null,
  enum: null,
})

const relation = (oid: number, name: string): Catalog['relations'][number] => ({
  oid,
  schema: 'public',
  name,
  kind: 'r',
  comment: null,
  abilities: 28,
  columns: HOSTILE.map((column_, index) => column(column_, index + 1, index % 3 === 0 ? 'jsonb' : 'text')),
})

const key = (name: string, type: 'p' | 'f', table: number, columns: number[], foreignTable = 0) => ({
  name,
  type,
  table,
  columns,
  foreignTable,
  foreignColumns: foreignTable === 0 ? [] : [1],
})

const catalog: Catalog = {
  relations: HOSTILE.map((name, index) => relation(index + 1, name)),
  constraints: HOSTILE.flatMap((name, index) => [
    key(`${name}_pkey`, 'p', index + 1, [1]),
    ...HOSTILE.slice(index + 1).map((other, step) =>
      key(`${name}_${other}_fkey`, 'f', index + 1, [index + step + 2], index + step + 2),
    ),
  ]),
  views: [],
  routines: HOSTILE.map((name) => ({
    schema: 'public',
    name,
    comment: null,
    parameters: HOSTILE.map((parameter) => ({
      name: parameter,
      type: 'text',
      required: false,
      variadic: false,
    })),
    returns: { schema: 'public', name, composite: true, set: true, void: false, relation: true, media: null },
    volatility: 'v',
    settings: [],
  })),
  computed: [],
  roleSettings: [],
  configuration: [],
  geojson: true,
}

const cache = buildSchemaCache(
  catalog,
  {
    schemas: ['public'],
    extraSearchPath: [],
    maxRows: 1000,
    aggregates: true,
    plans: true,
    transactionEnd: { default: 'commit', override: true },
    preRequest: null,
    openApi: true,
  },
  1,
)

/** Every word of our own templates; a caller's word in a statement would be missing here. */
const VOCABULARY = new Set(
  `with as select from where and or not is null true false in any all exists on conflict do update set nothing delete insert into
  values returning order by asc desc nulls first last limit offset group left inner join lateral cast like ilike distinct unknown
  count sum avg max min coalesce json_agg array_agg to_json row_to_json json_strip_nulls json_build_object json_object_keys
  string_agg substring length text int json jsonb jsonb_agg jsonb_array_elements json_array_elements jsonb_build_object
  jsonb_to_record json_to_record json_to_recordset to_jsonb to_tsvector to_tsquery plainto_tsquery phraseto_tsquery
  websearch_to_tsquery regconfig nullif current_setting set_config excluded response headers status pgrst inserted type features
  FeatureCollection ST_AsGeoJSON h k l e E n _ pgrst_counted elements element value date explain format analyze verbose
  numeric t f row
  `
    .split(/\s+/)
    .filter((word) => word !== ''),
)

/** The words of a statement outside quoted identifiers, literals and parameters. */
function strayWords(text: string): string[] {
  const bare = text.replaceAll(/"(?:[^"]|"")*"/g, ' ').replaceAll(/\$\d+/g, ' ')
  expect(bare).not.toMatch(/[";\\](?!n')|--|\/\*/)
  return [...new Set(bare.match(/[\p{L}_][\p{L}\d_]*/gu) ?? [])].filter((word) => !VOCABULARY.has(word))
}

const quoted = (name: string) => `"${name.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
const name = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'grapheme', maxLength: 12 }))
const known = fc.constantFrom(...HOSTILE).map(quoted)
const anyName = fc.oneof({ weight: 20, arbitrary: known }, { weight: 1, arbitrary: name })
const path = fc.array(
  fc.oneof(
    name.map((key_) => `->${quoted(key_)}`),
    fc.constant('->>0'),
  ),
  { maxLength: 2 },
)
const field = fc.tuple(anyName, path).map(([first, rest]) => first + rest.join(''))
const castName = fc.constantFrom('', '::text', '::int', '::numeric', '::Date')
const select = fc.letrec<{ list: string; item: string }>((tie) => ({
  item: fc.oneof(
    { depthSize: 'small' },
    fc.tuple(field, castName).map(([text, cast]) => text + cast),
    fc.tuple(anyName, field).map(([alias, text]) => `${alias}:${text}`),
    fc
      .tuple(anyName, fc.constantFrom('', '!inner'), tie('list'))
      .map(([rel, join, list]) => `${rel}${join}(${list})`),
    fc.tuple(anyName, tie('list')).map(([rel, list]) => `...${rel}(${list})`),
    field.map((text) => `${text}.sum()`),
  ),
  list: fc.array(tie('item'), { minLength: 1, maxLength: 4 }).map((items) => items.join(',')),
})).list
const value = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'grapheme' }))
const operation = fc
  .tuple(fc.constantFrom('eq', 'not.like', 'cs', 'fts(english)', 'in', 'is', 'eq(any)', 'isdistinct'), value)
  .map(
    ([operator, text]) =>
      `${operator}.${operator === 'in' ? `(${text})` : operator === 'is' ? 'null' : text}`,
  )
const parameters = fc.record({
  select,
  filters: fc.array(fc.tuple(anyName, operation), { maxLength: 3 }),
  logic: fc.array(fc.tuple(field, operation), { maxLength: 2 }),
  order: fc.array(field, { maxLength: 2 }),
})

function build(input: {
  select: string
  filters: [string, string][]
  logic: [string, string][]
  order: string[]
}): string {
  const query = new URLSearchParams([['select', input.select], ...input.filters])
  if (input.logic.length > 0) query.set('or', `(${input.logic.map((pair) => pair.join('.')).join(',')})`)
  if (input.order.length > 0) query.set('order', input.order.join(','))
  return query.toString()
}

/** The statement planned for a request; empty if the server would refuse it. */
function planned(work: () => { statement: { text: string } }): string {
  try {
    return work().statement.text
  } catch (error) {
    if (error instanceof ApiError) return ''
    throw error
  }
}

const headers = { prefer: 'return=representation,count=exact,resolution=merge-duplicates,missing=default' }
const request = (method: string, address: string, queryString: string) =>
  parseRequest({ method, path: address, queryString, headers }, ['public'])

describe('the SQL of any request', () => {
  it('contains no caller text outside quoted identifiers and parameters, for a read', () => {
    let accepted = 0
    fc.assert(
      fc.property(fc.constantFrom(...HOSTILE), parameters, (table, input) => {
        const text = planned(() => prepareRead(request('GET', '/t', build(input)), table, cache))
        if (text !== '') accepted++
        expect(strayWords(text)).toEqual([])
      }),
      { numRuns: 3000 },
    )
    expect(accepted).toBeGreaterThan(500)
  })

  it('contains none for a write', () => {
    const record = fc.dictionary(name, fc.anything({ maxDepth: 1 }), { maxKeys: 4 })
    fc.assert(
      fc.property(
        fc.constantFrom('POST', 'PATCH', 'DELETE', 'PUT'),
        fc.constantFrom(...HOSTILE),
        parameters,
        record,
        (method, table, input, row) => {
          const text = planned(() => {
            const body = Buffer.from(
              JSON.stringify(row, (_, part) => (typeof part === 'bigint' ? String(part) : part)) ?? '',
            )
            return prepareWrite(request(method, '/t', build(input)), table, body, cache)
          })
          expect(strayWords(text)).toEqual([])
        },
      ),
      { numRuns: 1500 },
    )
  })

  it('contains none for a call', () => {
    const given = fc.array(fc.tuple(fc.constantFrom(...HOSTILE), value), { maxLength: 3 })
    fc.assert(
      fc.property(fc.constantFrom(...HOSTILE), given, (routine, pairs) => {
        const body = Buffer.from(JSON.stringify(Object.fromEntries(pairs)))
        const text = planned(() => prepareCall(request('POST', '/rpc/f', ''), routine, body, cache))
        expect(strayWords(text)).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('converts the type of a cast to our own spelling or an identifier', () => {
    const text = planned(() =>
      prepareRead(request('GET', '/t', 'select=plain::mood,plain::DOUBLE  Precision'), 'plain', cache),
    )
    expect(text).toContain('cast("plain"."plain" as "mood")')
    expect(text).toContain('as double precision)')
  })

  it('passes every value as a parameter', () => {
    const { statement } = prepareRead(
      request('GET', '/t', `plain=eq.${encodeURIComponent(`' or 1=1 --`)}`),
      'plain',
      cache,
    )
    expect(statement.text).not.toContain('1=1')
    expect(statement.values).toContain(`' or 1=1 --`)
  })
})
