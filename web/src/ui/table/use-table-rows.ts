import {
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  type RowData,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import { useLanguage } from '#lib/language/i18n.ts'
import type { TableColumn, TableFilter, TableView } from './table-column.ts'
import { comparator, matcher } from './table-filter.ts'

const FEATURES = tableFeatures({
  columnFilteringFeature,
  rowSortingFeature,
  rowSelectionFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
})

/** The filtered and sorted rows, and the selected ones among them. Empty values come last in both directions. */
export function useTableRows<Row extends RowData>(
  columns: readonly TableColumn<Row>[],
  data: readonly Row[],
  rowKey: (row: Row) => string,
  view: TableView,
) {
  const language = useLanguage()
  const definitions = useMemo(
    () =>
      columns.map((column) => {
        const compare = comparator(column.numeric === true, language)
        return {
          id: column.key,
          accessorFn: (row: Row) => column.value(row) ?? undefined,
          sortUndefined: 'last' as const,
          sortFn: (a: Held, b: Held) => compare(a.getValue(column.key), b.getValue(column.key)),
          filterFn: Object.assign(
            (row: Held, _: string, passes: Passes) => passes(row.getValue(column.key) ?? null),
            { resolveFilterValue: (filter: TableFilter): Passes => matcher(filter) },
          ),
        }
      }),
    [columns, language],
  )
  const sorting = useMemo(
    () => (view.sort ? [{ id: view.sort.key, desc: view.sort.descending }] : []),
    [view.sort],
  )
  const columnFilters = useMemo(
    () => Object.entries(view.filters).map(([id, value]) => ({ id, value })),
    [view.filters],
  )
  return useTable({
    features: FEATURES,
    columns: definitions,
    data,
    getRowId: rowKey,
    state: { sorting, columnFilters },
  })
}

type Passes = ReturnType<typeof matcher>
type Held = { getValue: <T>(key: string) => T }
