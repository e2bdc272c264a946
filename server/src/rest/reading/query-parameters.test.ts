import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../http/api-error.ts'
import { parseQueryParameters, splitQuery } from './query-parameters.ts'

const parse = (text: string, call = false) => parseQueryParameters(text, call)

describe('a query string', () => {
  it('distinguishes filters, order, bounds and logic at every level', () => {
    const parsed = parse(
      'select=id,roles(id)&id=eq.1&roles.name=eq.x&order=id.desc&roles.order=a&limit=5&roles.offset=2&roles.limit=3&or=(a.eq.1)&roles.not.and=(b.eq.2)',
    )
    expect(parsed.filters.map(({ path, value }) => [path, value.field.name])).toEqual([
      [[], 'id'],
      [['roles'], 'name'],
    ])
    expect(parsed.order.map(({ path }) => path)).toEqual([[], ['roles']])
    expect(parsed.bounds).toEqual([
      { path: [], value: { limit: 5, offset: null } },
      { path: ['roles'], value: { limit: 3, offset: 2 } },
    ])
    expect(
      parsed.logic.map(({ path, value }) => [path, value.kind === 'tree' && [value.not, value.operator]]),
    ).toEqual([
      [[], [false, 'or']],
      [['roles'], [true, 'and']],
    ])
  })

  it('keeps every filter on one column', () => {
    expect(parse('age=gt.1&age=lt.9').filters).toHaveLength(2)
  })

  it('decodes once, and reads + as a space', () => {
    expect(splitQuery('a=%2541+b&c=%2B&d')).toEqual([
      ['a', '%41 b'],
      ['c', '+'],
      ['d', null],
    ])
  })

  it('supports quoted names and JSON paths in keys', () => {
    const [first, second] = parse('"a.b"=eq.1&data->>x=eq.2').filters
    expect(first).toMatchObject({ path: [], value: { field: { name: 'a.b' } } })
    expect(second).toMatchObject({ value: { field: { name: 'data', path: [{ asText: true, key: 'x' }] } } })
  })

  it('ignores invalid limits and parameters without a value', () => {
    expect(parse('limit=abc&offset=&flag')).toMatchObject({
      bounds: [{ path: [], value: { limit: null, offset: null } }],
      filters: [],
    })
  })

  it('accepts values without an operator only as arguments of a call', () => {
    expect(parse('a=1&b=eq.2&v=x&v=y', true).arguments).toEqual([
      ['a', '1'],
      ['v', 'x'],
      ['v', 'y'],
    ])
    expect(() => parse('a=1')).toThrow(ApiError)
  })

  it('sorts its parameters for Content-Location', () => {
    expect(parse('b=eq.2&a=eq.x y').canonical).toBe('a=eq.x%20y&b=eq.2')
  })

  it('can contain any bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        try {
          parse(text)
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError)
        }
      }),
      { numRuns: 1000 },
    )
  })
})
