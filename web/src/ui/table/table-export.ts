import { type CsvCell, writeCsv } from './csv.ts'
import type { TableColumn } from './table-column.ts'

/** Rows as they are filtered and sorted, under the columns' titles. */
export function tableCsv<Row>(
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  language: string,
): string {
  const line = (row: Row): CsvCell[] =>
    columns.map((column) => {
      const value = column.value(row)
      return column.numeric && typeof value === 'string' ? { decimal: value } : value
    })
  return writeCsv([columns.map(({ title }) => title), ...rows.map(line)], language)
}

/** Hands a table to the browser as a file. The mark in front tells spreadsheets that it is UTF-8. */
export const downloadCsv = (name: string, csv: string): void =>
  downloadFile(`${name}.csv`, `\ufeff${csv}`, 'text/csv;charset=utf-8')

/** Hands a text to the browser as a file. */
export function downloadFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken the file by then; freeing it in the same turn would cancel some.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
