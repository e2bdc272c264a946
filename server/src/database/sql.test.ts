import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ident, sql } from './sql.ts'

describe('the sql tag', () => {
  it('numbers parameters in order of appearance, across nested fragments', () => {
    const inner = sql`b = ${2} or c = ${null}`
    const { text, values } =
      sql`select ${1} from ${ident('s', 't')} where (${inner}) and d = ${true}`.toStatement()
    expect(text).toBe('select $1 from "s"."t" where (b = $2 or c = $3) and d = $4')
    expect(values).toEqual(['1', '2', null, 'true'])
  })

  it('joins fragments and keeps their parameters', () => {
    const parts = [sql`a = ${1}`, sql`b = ${2}`]
    expect(sql`where ${sql.join(parts, ' and ')}`.toStatement()).toEqual({
      text: 'where a = $1 and b = $2',
      values: ['1', '2'],
    })
  })

  it('never puts a value into the text', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const { text, values } = sql`select ${value}`.toStatement()
        expect(text).toBe('select $1')
        expect(values).toEqual([value])
      }),
    )
  })

  it('quotes every identifier completely', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }).filter((name) => !name.includes('\0')),
        (name) => {
          const { text } = ident(name).toStatement()
          expect(text.startsWith('"') && text.endsWith('"')).toBe(true)
          expect(text.slice(1, -1).replaceAll('""', '')).not.toContain('"')
        },
      ),
    )
  })

  it('refuses invalid identifiers', () => {
    expect(() => ident('')).toThrow(RangeError)
    expect(() => ident('a\0b')).toThrow(RangeError)
  })
})
