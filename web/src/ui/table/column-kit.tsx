import { type ReactNode, useMemo } from 'react'
import { type Format, useFormat } from '#lib/language/format.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import type { TableColumn, TableValue } from './table-column.ts'

type More<Row> = Partial<TableColumn<Row>>
type Field<Row> = keyof Row & string

/** Builds back-office columns: each call names a field, a title and a width, and overrides only what differs. */
function columnKit<Row>(format: Format) {
  const text = (key: Field<Row>, title: string, width: number, more: More<Row> = {}): TableColumn<Row> => ({
    key,
    title,
    width,
    value: (row) => row[key] as TableValue,
    ...more,
  })
  const written =
    (write: (value: string | null) => string) =>
    (key: Field<Row>, title: string, width: number, more: More<Row> = {}) =>
      text(key, title, width, {
        cell: (row) => <span className="tabular">{write(row[key] as string | null)}</span>,
        ...more,
      })
  return {
    text,
    /** The row's name, with an optional mark next to it. */
    name: (
      key: Field<Row>,
      title: string,
      width: number,
      value: (row: Row) => string,
      mark?: (row: Row) => ReactNode,
    ) =>
      text(key, title, width, {
        narrow: 'name',
        value,
        cell: (row) => (
          <span className="flex min-w-0 items-center gap-2">
            <span className="truncate font-medium">{value(row)}</span>
            {mark?.(row)}
          </span>
        ),
      }),
    /** A state as a coloured label. */
    badge: (
      key: Field<Row>,
      title: string,
      width: number,
      value: (row: Row) => string,
      tone: (row: Row) => BadgeTone,
    ) =>
      text(key, title, width, {
        narrow: 'state',
        value,
        cell: (row) => <Badge tone={tone(row)}>{value(row)}</Badge>,
      }),
    moment: written(format.dateTime),
    parisMoment: written(format.parisDateTime),
    parisDay: written(format.parisDay),
    number: (key: Field<Row>, title: string, width: number, more: More<Row> = {}) =>
      text(key, title, width, { numeric: true, ...more }),
    /** Minor units of the row's own currency. */
    money: (key: Field<Row>, title: string, width: number, more: More<Row> = {}) =>
      text(key, title, width, {
        numeric: true,
        cell: (row) => format.money(row[key] as number, (row as { currency: string }).currency),
        ...more,
      }),
  }
}

/** The columns that `make` returns; recomputed when the language or one of `deps` changes. */
export function useColumns<Row>(
  make: (kit: ReturnType<typeof columnKit<Row>>, format: Format) => TableColumn<Row>[],
  deps: readonly unknown[],
): readonly TableColumn<Row>[] {
  const format = useFormat()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names what its columns depend on
  return useMemo(() => make(columnKit<Row>(format), format), [format, ...deps])
}
