import { describe, expect, it } from 'vitest'
import { answer } from './answer.ts'
import type { Result } from './execute.ts'
import type { Prepared } from './planning/prepared.ts'
import type { SchemaCache, Settings } from './planning/schema-cache.ts'
import { parsePreferences } from './reading/preferences.ts'

const settings: Settings = {
  schemas: ['public'],
  extraSearchPath: [],
  maxRows: null,
  aggregates: false,
  plans: false,
  transactionEnd: { default: 'commit', override: false },
  preRequest: null,
  openApi: true,
}
const cache: SchemaCache = {
  version: 1,
  relations: new Map(),
  relationships: new Map(),
  routines: new Map(),
  roleSettings: new Map(),
  settings,
  geojson: false,
}

function answered(prepared: Partial<Prepared>, result: Partial<Result>, prefer = '') {
  const all: Prepared = {
    statement: { text: '', values: [] },
    readOnly: true,
    embeds: { resources: 0, depth: 0 },
    applied: 'read',
    preferences: parsePreferences(prefer),
    schema: 'public',
    contentType: 'application/json; charset=utf-8',
    bytes: false,
    explains: false,
    single: false,
    maxAffected: null,
    oneByKey: false,
    rollback: false,
    estimate: null,
    offset: 0,
    address: '/my table',
    canonical: '',
    tells: null,
    settings: {},
    void: false,
    ...prepared,
  }
  const { status, headers } = answer(
    all,
    { total: null, page: 1, body: '[]', headers: null, status: null, extra: null, ...result },
    cache,
  )
  return { status, ...Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])) }
}

describe('the response', () => {
  it.each([
    [{ page: 3 }, 0, 200, '0-2/*'],
    [{ page: 3, total: 3 }, 0, 200, '0-2/3'],
    [{ page: 3, total: 9 }, 3, 206, '3-5/9'],
    [{ page: 0, total: 0 }, 0, 200, '*/0'],
    [{ page: 0 }, 5, 200, '*/*'],
    [{ page: 0, total: 5 }, 5, 206, '*/5'],
  ])('to a read with %j from %i', (result, offset, status, range) => {
    expect(answered({ offset }, result)).toMatchObject({ status, 'content-range': range })
  })

  it('refuses a page beyond the end', () => {
    expect(() => answered({ offset: 6 }, { total: 5, page: 0 })).toThrow(
      expect.objectContaining({ code: 'PGRST103', status: 416 }),
    )
  })

  it.each<[Partial<Prepared>, Partial<Result>, number, string]>([
    [{ applied: 'insert', contentType: null }, { page: 2 }, 201, '*/2'],
    [{ applied: 'insert', tells: 'inserted' }, { page: 2, extra: '0' }, 200, '*/2'],
    [{ applied: 'insert', tells: 'inserted' }, { page: 2, extra: '1' }, 201, '*/2'],
    [{ applied: 'update', contentType: null }, { page: 2 }, 204, '0-1/2'],
    [{ applied: 'update' }, { page: 0 }, 200, '*/0'],
    [{ applied: 'delete', contentType: null }, { page: 2 }, 204, '*/2'],
    [{ applied: 'upsert', contentType: null }, {}, 204, '*/1'],
    [{ applied: 'upsert', tells: 'inserted' }, { extra: '1' }, 201, '*/1'],
    [{ applied: 'upsert', tells: 'inserted' }, { extra: '0' }, 200, '*/1'],
    [{ applied: 'call', void: true, contentType: null }, { total: 1 }, 204, '0-0/1'],
  ])('to %j with %j', (prepared, result, status, range) => {
    expect(answered(prepared, result, 'count=exact')).toMatchObject({ status, 'content-range': range })
  })

  it('contains the row’s location, whatever characters its key contains', () => {
    const extra = '{"id":"a&b=c","k":null}'
    expect(answered({ applied: 'insert', tells: 'location' }, { extra })).toMatchObject({
      location: '/my%20table?id=eq.a%26b%3Dc&k=is.null',
    })
  })

  it('lets functions override headers without header injection', () => {
    expect(
      answered({}, { headers: '[{"content-type":"text/html"},{"X-A":"1"}]', status: '299' }),
    ).toMatchObject({
      status: 299,
      'content-type': 'text/html',
      'x-a': '1',
    })
    for (const headers of [
      '{}',
      '[1]',
      '[{"a":1}]',
      '[{"a":"1","b":"2"}]',
      '[{"a\\r\\nb":"1"}]',
      '[{"a":"1\\r\\nb: 2"}]',
      'x',
    ]) {
      expect(() => answered({}, { headers })).toThrow(expect.objectContaining({ code: 'PGRST111' }))
    }
    for (const status of ['x', '99', '600', '20']) {
      expect(() => answered({}, { status })).toThrow(expect.objectContaining({ code: 'PGRST112' }))
    }
  })
})
