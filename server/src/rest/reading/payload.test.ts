import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCsv } from '../csv.ts'
import { bodyType, callPayload, rowsPayload } from './payload.ts'

const rows = (text: string, columns: string[] | null = null) =>
  rowsPayload('json', Buffer.from(text), columns)

describe('a body of rows', () => {
  it('provides the columns of an object or of a list of uniform objects', () => {
    expect(rows('{"a":1,"b":2}')).toMatchObject({ columns: ['a', 'b'], isObject: true })
    expect(rows('[{"a":1,"b":2},{"b":3,"a":4}]')).toMatchObject({ columns: ['a', 'b'], isObject: false })
  })

  it('is passed on unchanged, so that numbers stay exact', () => {
    expect(rows('{"a":12345678901234567890.10}').json).toBe('{"a":12345678901234567890.10}')
  })

  it.each(['[{"a":1},{"b":2}]', '[{"a":1},{"a":1,"b":2}]', '[1,2]', '[{"a":1},null]'])(
    'refuses %s: keys must match',
    (text) => {
      expect(() => rows(text)).toThrow('All object keys must match')
    },
  )

  it.each(['', '{', 'nonsense', '[{}'])('refuses "%s" as invalid', (text) => {
    expect(() => rows(text)).toThrow('Empty or invalid json')
  })

  it('has no rows if it is a scalar or an empty list', () => {
    for (const text of ['[]', '5', '"x"', 'null'])
      expect(rows(text)).toMatchObject({ json: '[]', columns: [] })
  })

  it('is not parsed when the columns are given', () => {
    expect(rows(' [{"b":1}]', ['a'])).toEqual({ json: ' [{"b":1}]', columns: ['a'], isObject: false })
  })

  it('is refused for other content types', () => {
    expect(() => rowsPayload(bodyType('text/html'), Buffer.from('x'), null)).toThrow(
      'Content-Type not acceptable: text/html',
    )
    expect(() => rowsPayload('text', Buffer.from('x'), null)).toThrow(
      'Content-Type not acceptable: text/plain',
    )
  })

  it('may be a form', () => {
    expect(rowsPayload('form', Buffer.from('a=1&b=x+y'), null)).toMatchObject({ json: '{"a":"1","b":"x y"}' })
  })
})

describe('a CSV body', () => {
  it('supports quotes, line endings and NULL', () => {
    expect(parseCsv('a,b\r\n1,"x, ""y"""\n"NULL",NULL\n')).toEqual([
      { a: '1', b: 'x, "y"' },
      { a: 'NULL', b: null },
    ])
  })

  it('is refused when a row has a different number of fields', () => {
    expect(() => rowsPayload('csv', Buffer.from('a,b\n1'), null)).toThrow(
      'All lines must have same number of fields',
    )
    expect(parseCsv('a\n"x')).toBeNull()
  })

  it('round-trips anything written with quotes', () => {
    const cell = fc.string({ unit: 'grapheme' })
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (table) => {
        const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
        const text = ['a,b', ...table.map((row) => row.map(quote).join(','))].join('\n')
        expect(parseCsv(text)).toEqual(table.map(([a, b]) => ({ a, b })))
      }),
    )
  })
})

describe('the body of a function call', () => {
  it('provides its arguments', () => {
    expect(callPayload('json', Buffer.from('{"a":1}'), null)).toMatchObject({ kind: 'json', keys: ['a'] })
    expect(callPayload('json', Buffer.alloc(0), null)).toMatchObject({ kind: 'json', json: '{}', keys: [] })
    expect(callPayload('form', Buffer.from('a=1'), null)).toEqual({ kind: 'pairs', pairs: [['a', '1']] })
    expect(callPayload('bytes', Buffer.from('x'), null)).toMatchObject({ kind: 'raw', type: 'bytea' })
  })
})
