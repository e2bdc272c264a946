import { type CsvCell, writeCsv } from '#ui/table/csv.ts'
import type { Figures, ResultRow } from './queries.ts'

/** The columns of the export, named as in the database, so that one program can read either file. */
const COLUMNS = [
  'number',
  'signal_id',
  'symbol',
  'direction',
  'timeframe',
  'style',
  'tier',
  'author_name',
  'state',
  'reason',
  'published_at',
  'entered_at',
  'ended_at',
  'weekday',
  'market_session',
  'held_seconds',
  'entry_price',
  'stop_loss',
  'exit_price',
  'realised_r',
  'best_r',
  'worst_r',
  'demonstration',
] as const satisfies readonly (keyof ResultRow)[]

/** Prices and R keep the decimal point: in the spreadsheet they are the exact texts of the record, never rounded figures. */
const cell = (value: ResultRow[keyof ResultRow]): CsvCell =>
  typeof value === 'boolean' ? String(value) : value

/** All rows in the form that spreadsheets read; possible formulas are defused (`ui/table/csv.ts`). */
export const recordCsv = (rows: readonly ResultRow[], language: string): string =>
  writeCsv([[...COLUMNS], ...rows.map((row) => COLUMNS.map((column) => cell(row[column])))], language)

/** Filters, figures and all rows, as the database returned them: prices and R are text. */
export const recordJson = (
  filters: Record<string, string | number>,
  figures: Figures,
  rows: readonly ResultRow[],
): string => JSON.stringify({ format: 'vigie-performance-1', filters, figures, results: rows }, null, 2)
