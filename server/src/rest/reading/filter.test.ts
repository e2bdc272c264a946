import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../http/api-error.ts'
import { parseLogic, parseOperation, startsWithOperator } from './filter.ts'

const compare = (operator: string, value: string, quantifier: string | null = null) => ({
  kind: 'compare',
  operator,
  quantifier,
  value,
})

function refusal(read: () => unknown): ApiError {
  try {
    read()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('it was accepted')
}

describe('a filter', () => {
  it.each([
    ['eq.5', compare('eq', '5')],
    ['eq.', compare('eq', '')],
    ['eq.a.b(c)', compare('eq', 'a.b(c)')],
    ['gte.2020-01-01T00:00:00+00:00', compare('gte', '2020-01-01T00:00:00+00:00')],
    ['like(any).{a*,b*}', compare('like', '{a*,b*}', 'any')],
    ['eq(all).{1,2}', compare('eq', '{1,2}', 'all')],
    ['neq.x', { kind: 'plain', operator: 'neq', value: 'x' }],
    ['adj.[1,2]', { kind: 'plain', operator: 'adj', value: '[1,2]' }],
    ['isdistinct.3', { kind: 'distinct', value: '3' }],
    ['is.NULL', { kind: 'is', value: 'null' }],
    ['is.not_null', { kind: 'is', value: 'not_null' }],
    ['is.unknown', { kind: 'is', value: 'unknown' }],
    ['in.(1,2)', { kind: 'in', values: ['1', '2'] }],
    ['in.()', { kind: 'in', values: [''] }],
    ['in.("a,b","c\\"d",e f)', { kind: 'in', values: ['a,b', 'c"d', 'e f'] }],
    ['in.("",b)', { kind: 'in', values: ['', 'b'] }],
    ['in.(a"b,c)', { kind: 'in', values: ['a"b', 'c'] }],
    ['fts.fat', { kind: 'search', operator: 'fts', language: null, value: 'fat' }],
    ['wfts(english).a.b', { kind: 'search', operator: 'wfts', language: 'english', value: 'a.b' }],
  ])('parses %s', (text, operation) => {
    expect(parseOperation(text)).toEqual({ not: false, operation })
    expect(parseOperation(`not.${text}`)).toEqual({ not: true, operation })
  })

  it('reports the first character that differs from "not", as clients expect', () => {
    const error = refusal(() => parseOperation('noop.1'))
    expect(error.message).toBe('"failed to parse filter (noop.1)" (line 1, column 1)')
    expect(error.extra.details).toBe('unexpected "o" expecting "not" or operator (eq, gt, ...)')
  })

  it.each(['5', '', 'eq', 'foo.1', 'is.maybe', 'in.1,2', 'in.(1,2', 'neq(any).{1}', 'fts()x.a', 'not.5'])(
    'refuses %s',
    (text) => {
      expect(refusal(() => parseOperation(text))).toMatchObject({ code: 'PGRST100', status: 400 })
    },
  )

  it('takes any value of eq literally', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        expect(parseOperation(`eq.${value}`).operation).toEqual(compare('eq', value))
      }),
    )
  })

  it('parses any list with quoted elements', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (values) => {
        const quoted = values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`)
        expect(parseOperation(`in.(${quoted.join(',')})`).operation).toEqual({ kind: 'in', values })
      }),
    )
  })
})

describe('distinguishing a filter from an argument', () => {
  it.each(['eq.5', 'not.in.(1)', 'fts(english).x', 'like(any).{a}', 'is.null', 'isdistinct.1'])(
    '%s is a filter',
    (text) => {
      expect(startsWithOperator(text)).toBe(true)
    },
  )

  it.each(['5', 'equal', 'hello.world', '{1,2}', '1.5', 'not.a', 'constructor.x'])(
    '%s is an argument',
    (text) => {
      expect(startsWithOperator(text)).toBe(false)
    },
  )
})

describe('a logic tree', () => {
  const filter = (name: string, operation: object, not = false) => ({
    kind: 'filter',
    filter: { field: { name, path: [] }, not, operation },
  })

  it('can be nested, negated and quoted', () => {
    expect(
      parseLogic(false, 'or', '(a.eq.1,not.and(b.gt.2,c.not.is.null),d.in.(1,"2)"),e.eq."x,y",f.cs.{1,2})'),
    ).toEqual({
      kind: 'tree',
      not: false,
      operator: 'or',
      terms: [
        filter('a', compare('eq', '1')),
        {
          kind: 'tree',
          not: true,
          operator: 'and',
          terms: [filter('b', compare('gt', '2')), filter('c', { kind: 'is', value: 'null' }, true)],
        },
        filter('d', { kind: 'in', values: ['1', '2)'] }),
        filter('e', compare('eq', 'x,y')),
        filter('f', { kind: 'plain', operator: 'cs', value: '{1,2}' }),
      ],
    })
  })

  it('accepts columns that begin like an operator', () => {
    expect(parseLogic(false, 'and', '(order.eq.1,android.eq.2)')).toMatchObject({
      terms: [filter('order', compare('eq', '1')), filter('android', compare('eq', '2'))],
    })
  })

  it.each(['()', '(a.eq.1', '(a)', '(a.eq.1))', '(a.foo.1)', 'a.eq.1', '(xor(a.eq.1))'])(
    'refuses %s',
    (text) => {
      expect(refusal(() => parseLogic(false, 'or', text))).toMatchObject({ code: 'PGRST100' })
    },
  )

  it('is refused beyond a nesting limit', () => {
    const deep = `${'(and'.repeat(100)}(a.eq.1)${')'.repeat(100)}`
    expect(refusal(() => parseLogic(false, 'and', deep))).toMatchObject({ code: 'PGRST100' })
  })
})
