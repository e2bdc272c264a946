import type { ReactNode } from 'react'

export type TableValue = string | number | null

/** A column of a data table: its value, and how a cell shows it. */
export type TableColumn<Row> = {
  key: string
  title: string
  /** The value for sorting, filtering and export: plain text, or a decimal in a numeric column. */
  value: (row: Row) => TableValue
  /** Renders the cell, where that differs from the value. */
  cell?: (row: Row) => ReactNode
  /** Right-aligned in tabular figures, sorted as a number. */
  numeric?: boolean
  /** In pixels; extra width of the table is distributed in proportion. */
  width: number
  filter?: TableFilter['kind']
  /**
   * The position on narrow screens: the name and, to its right, the state on the first line, facts on the second. A column
   * without one appears only in the row's details. If no column has one, the table stays a table.
   */
  narrow?: 'name' | 'state' | 'fact'
  /** The total of the filtered rows. */
  total?: (rows: readonly Row[]) => ReactNode
}

export type TableFilter =
  | { kind: 'text'; text: string }
  | { kind: 'choice'; values: readonly string[] }
  /** Decimals as typed; an empty end means no limit. */
  | { kind: 'range'; from: string; to: string }
  /** Days such as `2026-11-21`, inclusive; the column's value starts with its day. */
  | { kind: 'dates'; from: string; to: string }

/** The reader's sort and filters, as plain data that a screen can keep in the address. */
export type TableView = {
  sort: { key: string; descending: boolean } | null
  filters: Readonly<Record<string, TableFilter>>
}

export const PLAIN_VIEW: TableView = { sort: null, filters: {} }
