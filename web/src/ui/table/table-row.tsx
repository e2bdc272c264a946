import { type MouseEvent, memo } from 'react'
import { classNames } from '#ui/class-names.ts'
import { TableCheckbox } from './table-checkbox.tsx'
import type { TableColumn } from './table-column.ts'
import { PINNED, STUCK } from './table-head.tsx'

type Props<Row> = {
  row: Row
  index: number
  columns: readonly TableColumn<Row>[]
  /** Whether this row is the Tab stop. */
  current: boolean
  compact: boolean
  selected: boolean | null
  selectLabel: ((row: Row, index: number) => string) | null
  onToggle: (index: number, event: MouseEvent<HTMLInputElement>) => void
  onCurrent: (index: number) => void
  onOpen: ((row: Row) => void) | undefined
}

/** Memoised: rows do not render again while scrolling. */
export const TableRow = memo(Row) as typeof Row

function Row<R>(props: Props<R>) {
  const { row, index, columns, current, compact, selected, selectLabel, onToggle, onCurrent, onOpen } = props
  return (
    <tr
      data-row={index}
      aria-rowindex={index + 2}
      aria-selected={selected ?? undefined}
      tabIndex={current ? 0 : -1}
      onFocus={() => onCurrent(index)}
      onClick={onOpen && ((event) => isOwn(event) && onOpen(row))}
      className={classNames(
        'group/row -outline-offset-2! pointer-coarse:h-11',
        compact ? 'h-8' : 'h-10',
        onOpen && 'cursor-pointer',
      )}
    >
      {selected !== null && (
        <td className={classNames(cellLooks(selected), PINNED, 'left-0 p-0')}>
          <TableCheckbox
            label={selectLabel?.(row, index) ?? ''}
            checked={selected}
            tabIndex={-1}
            onToggle={(event) => onToggle(index, event)}
          />
        </td>
      )}
      {columns.map((column, place) => {
        const content = column.cell ? column.cell(row) : (column.value(row) ?? '—')
        const looks = classNames(
          cellLooks(selected),
          'truncate px-4',
          column.numeric && 'text-right tabular',
          place === 0 && classNames(PINNED, STUCK, selected === null ? 'left-0' : 'left-11'),
        )
        if (place > 0) {
          return (
            <td key={column.key} className={looks}>
              {content}
            </td>
          )
        }
        return (
          <th
            key={column.key}
            scope="row"
            className={classNames(looks, 'font-normal', !column.numeric && 'text-left')}
          >
            {onOpen ? (
              // For screen readers that read cell by cell; keyboard users open the row itself.
              <button
                type="button"
                tabIndex={-1}
                onClick={() => onOpen(row)}
                className="max-w-full truncate tabular"
              >
                {content}
              </button>
            ) : (
              content
            )}
          </th>
        )
      })}
    </tr>
  )
}

const cellLooks = (selected: boolean | null) =>
  classNames(
    'border-b border-line whitespace-nowrap transition-none group-hover/row:bg-raised',
    selected ? 'bg-raised' : 'bg-surface',
  )

/** Whether a click is on the row itself, not on an interactive element inside it. */
const isOwn = ({ target }: MouseEvent) =>
  target instanceof Element && target.closest('a, button, input, label') === null
