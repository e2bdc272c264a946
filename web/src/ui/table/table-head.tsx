import { ArrowDown, ArrowUp } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { TableCheckbox } from './table-checkbox.tsx'
import type { TableColumn, TableFilter, TableView } from './table-column.ts'
import { nextSort, withFilter } from './table-filter.ts'
import { TableFilterButton } from './table-filter-button.tsx'
import { TableResizer } from './table-resizer.tsx'

type Props<Row> = {
  columns: readonly TableColumn<Row>[]
  widths: readonly number[]
  view: TableView
  onView: (view: TableView) => void
  fixedOrder: boolean
  onResize: (key: string, width: number | null) => void
  choices: (column: TableColumn<Row>) => readonly string[]
  /** Set if rows can be selected: whether all, some or none of the shown rows are. */
  selection?: { checked: boolean | 'some'; onToggle: (event: MouseEvent<HTMLInputElement>) => void }
}

/** The header row, which stays visible while rows scroll. */
export function TableHead<Row>(props: Props<Row>) {
  const { columns, widths, view, onView, fixedOrder, onResize, choices, selection } = props
  const { t } = useTranslation('ui')
  return (
    <thead className="sticky top-0 z-20">
      <tr aria-rowindex={1} className="h-10">
        {selection && (
          <th className={classNames(HEAD, PINNED, 'left-0')}>
            <TableCheckbox label={t('table.select-all')} {...selection} />
          </th>
        )}
        {columns.map((column, place) => {
          const sorted = view.sort?.key === column.key ? view.sort : null
          const Arrow = sorted?.descending ? ArrowDown : ArrowUp
          const set = (filter: TableFilter | null) => onView(withFilter(view, column.key, filter))
          return (
            <th
              key={column.key}
              scope="col"
              aria-sort={sorted ? (sorted.descending ? 'descending' : 'ascending') : undefined}
              className={classNames(
                HEAD,
                'group/head text-left',
                place === 0 &&
                  classNames(PINNED, STUCK, selection ? 'group-data-[wide]/table:left-11' : 'left-0'),
              )}
            >
              <div
                className={classNames(
                  'flex items-center gap-1 px-2',
                  column.numeric && 'flex-row-reverse pr-4',
                )}
              >
                {fixedOrder ? (
                  <span className="truncate px-2 text-13 font-medium text-muted">{column.title}</span>
                ) : (
                  <button
                    type="button"
                    onClick={() => onView({ ...view, sort: nextSort(view.sort, column.key) })}
                    className={classNames(
                      'relative flex min-w-0 items-center gap-1 rounded-inner px-2 text-13 font-medium transition-colors after:absolute after:inset-x-0 after:-inset-y-3 pointer-fine:after:hidden hover:text-text',
                      column.numeric && 'pr-0',
                      sorted ? 'text-text' : 'text-muted',
                    )}
                  >
                    <span className="truncate">{column.title}</span>
                    {sorted && <Arrow size={14} strokeWidth={1.75} className="shrink-0" aria-hidden />}
                    {sorted && (
                      <span className="sr-only">
                        {t(sorted.descending ? 'table.sort.descending' : 'table.sort.ascending')}
                      </span>
                    )}
                  </button>
                )}
                <TableFilterButton
                  column={column}
                  filter={view.filters[column.key]}
                  choices={() => choices(column)}
                  onFilter={set}
                />
              </div>
              <TableResizer
                title={column.title}
                width={widths[place] ?? column.width}
                onResize={(width) => onResize(column.key, width)}
                onReset={() => onResize(column.key, null)}
              />
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

const HEAD = 'relative border-b border-line bg-surface p-0'

/** Cells pinned to the left. Each costs the browser a compositing layer, so they are sticky only in a table that scrolls. */
export const PINNED = 'z-1 group-data-[wide]/table:sticky'

/** The border of the first column, shown once the others scroll under it. */
export const STUCK = 'group-data-[aside]/table:border-r group-data-[aside]/table:border-r-line-strong'
