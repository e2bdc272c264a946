import { ListFilter } from 'lucide-react'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { Popover } from '#ui/overlay/popover.tsx'
import type { TableColumn, TableFilter } from './table-column.ts'
import { TableFilterForm } from './table-filter-form.tsx'

type Props<Row> = {
  column: TableColumn<Row>
  filter: TableFilter | undefined
  /** Computes the values that a choice offers, when the filter opens. */
  choices: () => readonly string[]
  onFilter: (filter: TableFilter | null) => void
}

/** The filter button in a column's header; it stays visible while a filter is set. */
export function TableFilterButton<Row>({ column, filter, choices, onFilter }: Props<Row>) {
  const { t } = useTranslation('ui')
  if (!column.filter) return null
  const label = t('table.filter.open', { column: column.title })
  return (
    <Popover
      label={label}
      align="start"
      trigger={
        <button
          type="button"
          aria-label={label}
          aria-pressed={filter !== undefined}
          className={classNames(
            'grid size-6 shrink-0 place-items-center rounded-inner bg-surface transition-opacity hover:bg-raised hover:text-text',
            filter ? 'relative text-text' : 'text-faint pointer-coarse:relative',
            // A long title needs this space, so an unset filter takes it only on hover.
            !filter &&
              'pointer-fine:absolute pointer-fine:opacity-0 group-hover/head:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100',
            !filter && (column.numeric ? 'left-1' : 'right-3'),
            'after:absolute after:-inset-2.5 pointer-fine:after:hidden',
          )}
        >
          <ListFilter size={14} strokeWidth={1.75} aria-hidden />
        </button>
      }
    >
      <TableFilterForm
        title={column.title}
        filter={filter ?? EMPTY[column.filter]}
        choices={choices}
        onFilter={onFilter}
      />
    </Popover>
  )
}

const EMPTY = {
  text: { kind: 'text', text: '' },
  choice: { kind: 'choice', values: [] },
  range: { kind: 'range', from: '', to: '' },
  dates: { kind: 'dates', from: '', to: '' },
} as const satisfies Record<TableFilter['kind'], TableFilter>
