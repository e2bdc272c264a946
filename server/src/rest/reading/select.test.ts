import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../http/api-error.ts'
import { parseColumns, parseSelect, type SelectItem } from './select.ts'

/** A select item in a compact form: `alias:name->path::cast`. */
function show(item: SelectItem): unknown {
  if (item.kind === 'field') {
    const { field, alias, cast, aggregate } = item
    const path = field.path.map(
      (step) => `${step.asText ? '->>' : '->'}${'key' in step ? step.key : step.index}`,
    )
    const call = aggregate ? `.${aggregate.name}()${aggregate.cast ? `::${aggregate.cast}` : ''}` : ''
    return `${alias === null ? '' : `${alias}:`}${field.name}${path.join('')}${cast ? `::${cast}` : ''}${call}`
  }
  const parts = [item.spread ? '...' : '', item.alias === null ? '' : `${item.alias}:`, item.name]
  const marks = [item.hint && `!${item.hint}`, item.join && `!${item.join}`]
  return { [[...parts, ...marks].filter(Boolean).join('')]: item.select.map(show) }
}
const shown = (text: string) => parseSelect(text).map(show)

const refused = (text: string): Record<string, unknown> => {
  try {
    parseSelect(text)
  } catch (error) {
    if (error instanceof ApiError)
      return { code: error.code, status: error.status, details: error.extra.details }
    throw error
  }
  throw new Error(`accepted ${text}`)
}

describe('the select parameter', () => {
  it('refuses PostgreSQL’s system columns, under any alias or in any computed form', () => {
    for (const text of [
      'ctid',
      'a,xmin',
      'place:ctid',
      '"ctid"',
      'xmax::text',
      'ctid.max()',
      'other(cmin)',
      '...other(tableoid)',
    ])
      expect(refused(text), text).toMatchObject({ code: 'PGRST100', status: 400 })
    expect(shown('ctid:a,a->ctid')).toEqual(['ctid:a', 'a->ctid'])
  })

  it.each([
    ['*', ['*']],
    ['', []],
    ['a,b', ['a', 'b']],
    [' a , b ', ['a', 'b']],
    ['first name,x-y', ['first name', 'x-y']],
    ['"a.b,(c)"', ['a.b,(c)']],
    ['"say \\"hi\\""', ['say "hi"']],
    ['n:name', ['n:name']],
    ['price::text', ['price::text']],
    ['t:at::timestamp with time zone', ['t:at::timestamp with time zone']],
    ['data->a->0->>b', ['data->a->0->>b']],
    ['data->-1', ['data->-1']],
    ['data->"a b"->>c::int', ['data->a b->>c::int']],
    ['count()', ['*.count()']],
    ['n:count()', ['n:*.count()']],
    ['amount.sum()', ['amount.sum()']],
    ['t:amount::numeric.avg()::int', ['t:amount::numeric.avg()::int']],
    ['films(count)', [{ films: ['count'] }]],
    ['films()', [{ films: [] }]],
    ['id,f:films!fk!inner(id,roles(*))', ['id', { 'f:films!fk!inner': ['id', { roles: ['*'] }] }]],
    ['films!inner!fk(id)', [{ 'films!fk!inner': ['id'] }]],
    ['films!left(id)', [{ 'films!left': ['id'] }]],
    ['...films!fk(id)', [{ '...films!fk': ['id'] }]],
  ])('parses %s', (text, expected) => {
    expect(shown(text)).toEqual(expected)
  })

  it.each([
    'a,',
    ',a',
    'a b(',
    'films(id',
    'films(id))',
    'a::',
    'a.total()',
    '"open',
    'a!b',
    '()',
    'data->',
    '*x',
  ])('refuses %s with a parse error', (text) => {
    expect(refused(text)).toMatchObject({ code: 'PGRST100', status: 400 })
  })

  it('reports the position of an error', () => {
    expect(refused('id,clients(name[])')).toMatchObject({
      details: expect.stringContaining('unexpected "["'),
    })
  })

  it('limits depth and number of items', () => {
    expect(refused(`${'a('.repeat(60)}id${')'.repeat(60)}`)).toMatchObject({ code: 'PGRST100' })
    expect(refused(Array.from({ length: 600 }, () => 'id').join(','))).toMatchObject({ code: 'PGRST100' })
    expect(refused(Array.from({ length: 61 }, () => 'a(id)').join(','))).toMatchObject({ code: 'PGRST100' })
    expect(parseSelect(`${'a('.repeat(10)}id${')'.repeat(10)}`)).toHaveLength(1)
  })

  it('parses or refuses any text, and never yields an empty name', () => {
    const names = (items: SelectItem[]): string[] =>
      items.flatMap((item) =>
        item.kind === 'field' ? [item.field.name] : [item.name, ...names(item.select)],
      )
    const pieces = fc.constantFrom(
      'a',
      'b c',
      '"',
      '\\',
      '(',
      ')',
      ',',
      '!',
      ':',
      '::',
      '->',
      '->>',
      '.',
      '*',
      '...',
      '1',
      '\0',
      'é',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
        const text = parts.join('')
        try {
          for (const name of names(parseSelect(text))) expect(name === '' || name.includes('\0')).toBe(false)
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError)
        }
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the columns parameter', () => {
  it('parses quoted and plain names once each', () => {
    expect(parseColumns('"a","b c",d,a', 'columns')).toEqual(['a', 'b c', 'd'])
  })

  it('refuses an open quote', () => {
    expect(() => parseColumns('"a', 'columns')).toThrow(ApiError)
  })
})
