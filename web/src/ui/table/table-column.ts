import type { ReactNode } from 'react'

export type TableValue = string | number | null

/** A column of a data table: what it holds, and how a cell shows it. */
export type TableColumn<Row> = {
  key: string
  title: string
  /** What is sorted, filtered and exported: text as it is read, or a decimal where the column is numeric. */
  value: (row: Row) => TableValue
  /** How it is shown, where that is not the value itself. */
  cell?: (row: Row) => ReactNode
  /** Aligned at the right in tabular figures, ordered as a number. */
  numeric?: boolean
  /** In pixels; what is left of the table's width is shared out in proportion. */
  width: number
  filter?: TableFilter['kind']
  /**
   * Its place where there is no room for columns: on the row's first line the name and at its right the state, on the second the
   * facts. A column without one is left to what the row opens; a table none of whose columns has one stays a table.
   */
  narrow?: 'name' | 'state' | 'fact'
  /** Of all rows that the filters leave. */
  total?: (rows: readonly Row[]) => ReactNode
}

export type TableFilter =
  | { kind: 'text'; text: string }
  | { kind: 'choice'; values: readonly string[] }
  /** Decimals as they were typed; an empty end is open. */
  | { kind: 'range'; from: string; to: string }
  /** Days such as `2026-11-21`, both of which belong to it; the column's value begins with its day. */
  | { kind: 'dates'; from: string; to: string }

/** What a reader made of the table; plain data, so that a screen can keep it in the address. */
export type TableView = {
  sort: { key: string; descending: boolean } | null
  filters: Readonly<Record<string, TableFilter>>
}

export const PLAIN_VIEW: TableView = { sort: null, filters: {} }
