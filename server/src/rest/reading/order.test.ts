import { describe, expect, it } from 'vitest'
import { ApiError } from '../../http/api-error.ts'
import { parseOrder } from './order.ts'

const term = (name: string, rest: object = {}) => ({
  resource: null,
  field: { name, path: [] },
  direction: null,
  nulls: null,
  ...rest,
})

describe('the order parameter', () => {
  it.each([
    ['id', [term('id')]],
    ['id.desc', [term('id', { direction: 'desc' })]],
    ['id.nullslast', [term('id', { nulls: 'nullslast' })]],
    ['id.asc.nullsfirst,b', [term('id', { direction: 'asc', nulls: 'nullsfirst' }), term('b')]],
    ['director(name).desc', [term('name', { resource: 'director', direction: 'desc' })]],
    [
      'data->>x.desc',
      [term('data', { field: { name: 'data', path: [{ asText: true, key: 'x' }] }, direction: 'desc' })],
    ],
    [
      'data->0.desc',
      [term('data', { field: { name: 'data', path: [{ asText: false, index: 0 }] }, direction: 'desc' })],
    ],
  ])('parses %s', (text, expected) => {
    expect(parseOrder(text)).toEqual(expected)
  })

  it.each(['', 'id.down', 'id.desc.first', 'id,', 'a(b', 'id.descc', 'id desc)'])('refuses %s', (text) => {
    expect(() => parseOrder(text)).toThrow(ApiError)
  })
})
