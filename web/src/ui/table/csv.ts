// CSV as RFC 4180 has it, in the dialect that a spreadsheet of the reader's language opens by itself. What a spreadsheet
// would run as a formula is written as text: a name or a note may come from somebody else.

export type CsvCell = string | number | null | { decimal: string }

const FORMULA = /^[\s\u00a0]*[=+\-@＝＋－＠]|^[\t\r\n]/
const PLAIN_NUMBER = /^[+-]?\d+(\.\d+)?$/

/** Where a comma parts whole from fraction, it cannot part cells. */
export const csvSeparator = (language: string): ',' | ';' => (language === 'en' ? ',' : ';')

/** The file's text. A `decimal` gets the language's decimal sign and stays a number; lines end in CRLF, the last one too. */
export function writeCsv(rows: readonly (readonly CsvCell[])[], language: string): string {
  const separator = csvSeparator(language)
  return rows.map((row) => `${row.map((cell) => field(cell, separator)).join(separator)}\r\n`).join('')
}

/** Text that no spreadsheet takes for a formula: an apostrophe in front, as spreadsheets themselves mark text. */
export const defused = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

function field(cell: CsvCell, separator: ',' | ';'): string {
  if (cell === null) return ''
  const figure = typeof cell === 'number' ? String(cell) : typeof cell === 'object' ? cell.decimal : null
  const text =
    figure !== null && PLAIN_NUMBER.test(figure)
      ? figure.replace('.', separator === ';' ? ',' : '.')
      : defused(figure ?? String(cell))
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
