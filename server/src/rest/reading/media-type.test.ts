import { describe, expect, it } from 'vitest'
import { contentType, parseAccept } from './media-type.ts'

const kinds = (header: string | undefined) => parseAccept(header).map(({ type }) => type.kind)

describe('the Accept header', () => {
  it('accepts anything when it is missing', () => {
    expect(kinds(undefined)).toEqual(['any'])
  })

  it('is sorted by preference, without refused types', () => {
    expect(kinds('text/csv;q=0.5, text/html, application/json;q=0.9, */*;q=0')).toEqual([
      'other',
      'json',
      'csv',
    ])
  })

  it.each([
    ['application/vnd.pgrst.object+json', 'application/vnd.pgrst.object+json; charset=utf-8'],
    ['application/vnd.pgrst.object', 'application/vnd.pgrst.object+json; charset=utf-8'],
    [
      'application/vnd.pgrst.array+json;nulls=stripped',
      'application/vnd.pgrst.array+json; nulls=stripped; charset=utf-8',
    ],
    ['text/csv', 'text/csv; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
    [
      'application/vnd.pgrst.plan+json; for="application/json"; options=analyze|verbose|;',
      'application/vnd.pgrst.plan+json; for="application/json"; options=analyze|verbose; charset=utf-8',
    ],
  ])('maps %s to %s', (header, expected) => {
    const [best] = parseAccept(header)
    expect(best && contentType(best.type)).toBe(expected)
  })

  it('cannot inject into the header through the options of a plan', () => {
    const [best] = parseAccept('application/vnd.pgrst.plan; for="a\r\nx: y"')
    expect(best && contentType(best.type)).not.toMatch(/[\r\n]/)
  })
})
