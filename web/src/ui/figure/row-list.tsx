import { Fragment, type MouseEvent, type ReactNode, useMemo } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { classNames } from '#ui/class-names.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { TableCheckbox } from '#ui/table/table-checkbox.tsx'
import type { TableColumn } from '#ui/table/table-column.ts'

const WAITING = ['w-1/2', 'w-2/3', 'w-1/3', 'w-3/5', 'w-1/2'] as const

type Props<Row> = {
  label: string
  columns: readonly TableColumn<Row>[]
  rows: readonly { id: string; original: Row }[]
  loading: boolean
  /** The selected rows; null if rows cannot be selected. */
  selection: Readonly<Record<string, true>> | null
  onToggle: (index: number, event: MouseEvent<HTMLInputElement>) => void
  onOpen: ((row: Row) => void) | undefined
}

/** A table's rows where its columns do not fit: a name and a state, and the facts on a second line. */
export function RowList<Row>(props: Props<Row>) {
  const { label, columns, rows, loading, selection, onToggle, onOpen } = props
  const { t } = useTranslation('ui')
  const of = useMemo(() => Map.groupBy(columns, ({ narrow }) => narrow), [columns])
  const shown = (row: Row, place: TableColumn<Row>['narrow']) =>
    (of.get(place) ?? []).flatMap((column) => {
      const value = column.value(row)
      if (value === null || value === '') return []
      return { key: column.key, value, content: column.cell?.(row) ?? value }
    })
  return (
    <ul
      aria-label={label}
      aria-busy={loading || undefined}
      className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
    >
      {loading
        ? WAITING.map((width, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a placeholder row has no identity but its index
            <li key={place} aria-hidden className="grid h-16 content-center gap-2 px-4">
              <Skeleton className={`h-3 ${width}`} />
              <Skeleton className="h-3 w-3/4" />
            </li>
          ))
        : rows.map(({ id, original }, index) => {
            const names = shown(original, 'name')
            const lines = (
              <>
                <span className="flex min-w-0 items-center justify-between gap-3">
                  <span className="min-w-0 truncate font-medium">{contents(names)}</span>
                  <span className="flex shrink-0 items-center gap-2">
                    {contents(shown(original, 'state'))}
                  </span>
                </span>
                <span className="mt-1 flex min-w-0 items-center text-13 text-muted">
                  {shown(original, 'fact').map(({ key, content }, place, all) => (
                    <Fragment key={key}>
                      {place > 0 && (
                        <span aria-hidden className="shrink-0 px-1">
                          ·
                        </span>
                      )}
                      {/* Cells with a layout of their own stay on the line. */}
                      <span
                        className={
                          place === all.length - 1 ? 'min-w-0 truncate' : 'max-w-3/5 shrink-0 truncate'
                        }
                      >
                        {content}
                      </span>
                    </Fragment>
                  ))}
                </span>
              </>
            )
            return (
              <li key={id} className="flex items-stretch">
                {selection && (
                  <span className="shrink-0">
                    <TableCheckbox
                      label={t('table.select', { row: String(names[0]?.value ?? index + 1) })}
                      checked={selection[id] === true}
                      onToggle={(event) => onToggle(index, event)}
                    />
                  </span>
                )}
                {onOpen ? (
                  <button
                    type="button"
                    onClick={() => onOpen(original)}
                    className={classNames(
                      LINES,
                      'transition-colors -outline-offset-2 active:bg-raised',
                      selection && 'pl-1',
                    )}
                  >
                    {lines}
                  </button>
                ) : (
                  <div className={classNames(LINES, selection && 'pl-1')}>{lines}</div>
                )}
              </li>
            )
          })}
    </ul>
  )
}

const LINES = 'grid min-h-16 min-w-0 flex-1 content-center px-4 py-2.5 text-left'

const contents = (shown: readonly { key: string; content: ReactNode }[]) =>
  shown.map(({ key, content }) => <span key={key}>{content}</span>)
