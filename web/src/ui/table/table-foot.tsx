import { classNames } from '#ui/class-names.ts'
import type { TableColumn } from './table-column.ts'
import { PINNED, STUCK } from './table-head.tsx'

type Props<Row> = {
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  selectable: boolean
  index: number
}

/** The totals of the filtered rows, always visible. */
export function TableFoot<Row>({ columns, rows, selectable, index }: Props<Row>) {
  return (
    <tfoot className="sticky bottom-0 z-20">
      <tr aria-rowindex={index} className="h-10">
        {selectable && <td className={classNames(FOOT, PINNED, 'left-0')} />}
        {columns.map((column, place) => {
          const looks = classNames(
            FOOT,
            'truncate px-4 font-semibold',
            column.numeric ? 'text-right tabular' : 'text-left',
            place === 0 && classNames(PINNED, STUCK, selectable ? 'left-11' : 'left-0'),
          )
          const content = column.total?.(rows)
          return place === 0 && content !== undefined ? (
            <th key={column.key} scope="row" className={looks}>
              {content}
            </th>
          ) : (
            <td key={column.key} className={looks}>
              {content}
            </td>
          )
        })}
      </tr>
    </tfoot>
  )
}

const FOOT = 'border-t border-line-strong bg-surface whitespace-nowrap'
