import { Skeleton } from '#ui/skeleton.tsx'
import type { TableColumn } from './table-column.ts'

const ROWS = 8
const LENGTHS = ['w-3/4', 'w-1/2', 'w-2/3'] as const

/** Placeholder rows with the layout of the columns. */
export function TableSkeleton<Row>({
  columns,
  selectable,
}: {
  columns: readonly TableColumn<Row>[]
  selectable: boolean
}) {
  return (
    <tbody aria-hidden>
      {Array.from({ length: ROWS }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a placeholder row has no identity but its index
        <tr key={row} className="h-10">
          {selectable && <td className="border-b border-line" />}
          {columns.map((column, place) => (
            <td key={column.key} className="border-b border-line px-4">
              <Skeleton
                className={`h-3 ${LENGTHS[(row + place) % LENGTHS.length]} ${column.numeric ? 'ml-auto' : ''}`}
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
