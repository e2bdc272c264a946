// CSV according to RFC 4180, in the dialect that spreadsheets of the reader's language open directly. Text that a spreadsheet
// would run as a formula is escaped, since names and notes may come from other users.

export type CsvCell = string | number | null | { decimal: string }

const FORMULA = /^[\s\u00a0]*[=+\-@＝＋－＠]|^[\t\r\n]/
const PLAIN_NUMBER = /^[+-]?\d+(\.\d+)?$/

/** The cell separator: a semicolon in languages that use the decimal comma. */
export const csvSeparator = (language: string): ',' | ';' => (language === 'en' ? ',' : ';')

/** Returns the file's text. A `decimal` gets the language's decimal sign and stays a number; every line ends in CRLF. */
export function writeCsv(rows: readonly (readonly CsvCell[])[], language: string): string {
  const separator = csvSeparator(language)
  return rows.map((row) => `${row.map((cell) => field(cell, separator)).join(separator)}\r\n`).join('')
}

/** Escapes text that a spreadsheet could run as a formula: an apostrophe in front marks text. */
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
