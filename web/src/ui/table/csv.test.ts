import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvSeparator, defused, writeCsv } from './csv.ts'

/** An independent RFC 4180 reader, so that writer and reader do not share a bug. */
function read(text: string, separator: string): string[][] {
  const rows: string[][] = []
  let [row, cell, quoted]: [string[], string, boolean] = [[], '', false]
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += '"'
        at++
      } else quoted = false
    } else if (sign === '"') quoted = true
    else if (sign === separator) {
      row.push(cell)
      cell = ''
    } else if (sign === '\r' && text[at + 1] === '\n') {
      rows.push([...row, cell])
      row = []
      cell = ''
      at++
    } else cell += sign
  }
  return rows
}

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('"', ',', ';', '\r', '\n', '=', '+', '-', '@', '\t', ' ', 'a', '1') }),
)

describe('CSV', () => {
  it.each(['fr', 'en', 'es', 'it'])(
    'in the dialect of %s is read back cell by cell, whatever the cells contain',
    (language) => {
      fc.assert(
        fc.property(fc.array(fc.array(anyText, { minLength: 1, maxLength: 6 }), { maxLength: 8 }), (rows) => {
          expect(read(writeCsv(rows, language), csvSeparator(language))).toEqual(
            rows.map((row) => row.map(defused)),
          )
        }),
      )
    },
  )

  it('never starts a text cell with a formula character', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const [[cell] = []] = read(writeCsv([[text]], 'en'), ',')
        expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]|^[\t\r\n]/)
        expect([text, `'${text}`]).toContain(cell)
      }),
    )
  })

  it.each(['=1+1', '+33 1', '-2+3', '@SUM(A1)', '\t=1', ' =1', '＝1'])('marks %j as text', (text) => {
    expect(defused(text)).toBe(`'${text}`)
  })

  it('keeps negative numbers numeric, with the decimal sign of the language', () => {
    expect(writeCsv([[{ decimal: '-1.50' }, -2.5, null]], 'fr')).toBe('-1,50;-2,5;\r\n')
    expect(writeCsv([[{ decimal: '-1.50' }, -2.5, null]], 'en')).toBe('-1.50,-2.5,\r\n')
  })

  it('does not treat text that starts like a number as a number', () => {
    expect(writeCsv([[{ decimal: "-1+cmd|' /C calc'!A0" }]], 'en')).toBe("'-1+cmd|' /C calc'!A0\r\n")
  })
})
