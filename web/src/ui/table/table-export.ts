import { type CsvCell, writeCsv } from './csv.ts'
import type { TableColumn } from './table-column.ts'

/** The filtered and sorted rows as CSV, with the column titles. */
export function tableCsv<Row>(
  columns: readonly Pick<TableColumn<Row>, 'title' | 'value' | 'numeric'>[],
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

/** Downloads a table. The byte order mark tells spreadsheets that the file is UTF-8. */
export const downloadCsv = (name: string, csv: string): void =>
  downloadFile(`${name}.csv`, `\ufeff${csv}`, 'text/csv;charset=utf-8')

/** Downloads a text as a file. */
export function downloadFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Delayed: revoking the address in the same turn would cancel some downloads.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
