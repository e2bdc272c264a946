import type { RowData } from '@tanstack/react-table'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { readSetting, storeSetting } from '#lib/browser/setting.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { RowList } from '#ui/figure/row-list.tsx'
import { useNarrow } from '#ui/use-wide.ts'
import { TableBody, type TableBodyHandle } from './table-body.tsx'
import { PLAIN_VIEW, type TableColumn, type TableView } from './table-column.ts'
import { downloadCsv, tableCsv } from './table-export.ts'
import { TableFoot } from './table-foot.tsx'
import { TableHead } from './table-head.tsx'
import { rowAfter } from './table-keys.ts'
import { TableSkeleton } from './table-skeleton.tsx'
import { TableToolbar } from './table-toolbar.tsx'
import { useColumnWidths } from './use-column-widths.ts'
import { useTableRows } from './use-table-rows.ts'

export type DataTableProps<Row> = {
  /** The accessible name of the table and of its scroll region. */
  label: string
  /** Must be memoised, like the rows. */
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  status?: 'ready' | 'loading' | 'error'
  onRetry?: () => void
  /** Shown when there are no rows at all. */
  empty?: ReactNode
  /** Passed together by screens that keep sort and filters in the address. */
  view?: TableView
  onView?: (view: TableView) => void
  onOpen?: (row: Row) => void
  /** The rows are the first of a longer list: they keep their order, and headers do not sort. */
  fixedOrder?: boolean
  selectable?: boolean
  /** Shown while rows are selected. */
  selectionActions?: (rows: readonly Row[]) => ReactNode
  /** The name of the CSV file without its extension; without it there is no export. */
  exportName?: string
  /** A class for the region's height, such as `max-h-120`. */
  className?: string
}

/**
 * A virtualised table in its own scroll region: only visible rows are rendered. The region is the first Tab stop, the current
 * row the last; arrows or j and k move it, Space selects it, Enter opens it.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, status = 'ready', onOpen, selectable = false, className } = props
  const { t } = useTranslation('ui')
  const language = useLanguage()
  const [ownView, setOwnView] = useState(PLAIN_VIEW)
  const view = props.view ?? ownView
  const [current, setCurrent] = useState(0)
  const [compact, setCompact] = useState(() => readSetting(DENSITY_KEY) === COMPACT)
  const onView = (next: TableView) => {
    setCurrent(0)
    region?.scrollTo({ top: 0 })
    ;(props.onView ?? setOwnView)(next)
  }

  const [region, setRegion] = useState<HTMLElement | null>(null)
  const { widths, total, wide, resize } = useColumnWidths(columns, region, selectable ? CHECKBOX : 0)
  const table = useTableRows(columns, rows, rowKey, view)
  const shown = table.getRowModel().rows
  const originals = useMemo(() => shown.map(({ original }) => original), [shown])
  const selection = table.state.rowSelection
  const selected = useMemo(() => shown.filter(({ id }) => selection[id]), [shown, selection])
  const at = Math.max(0, Math.min(current, shown.length - 1))

  // `shown` changes with every sort and filter. Callbacks read it from a ref, so that their identity and the rows stay the same.
  const latest = useRef(shown)
  useEffect(() => {
    latest.current = shown
  })
  const toggle = useCallback((index: number, event: MouseEvent | KeyboardEvent) => {
    const row = latest.current[index]
    if (!row) return
    const { shiftKey } = event
    row.getToggleSelectedHandler()({ shiftKey, target: { checked: !row.getIsSelected() } })
  }, [])

  const inLines = useNarrow() && columns.some(({ narrow }) => narrow)
  const body = useRef<TableBodyHandle>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement && event.target.type !== 'checkbox') return
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const onRow = event.target instanceof HTMLTableRowElement
    const from = onRow ? at : at - (event.key === 'ArrowDown' || event.key === 'j' ? 1 : 0)
    const to = rowAfter(event.key, from, shown.length, body.current?.page() ?? 1)
    if (to !== null) body.current?.focus(to)
    else if (onRow && event.key === ' ' && selectable) toggle(at, event)
    else if (onRow && event.key === 'Enter' && shown[at]) onOpen?.(shown[at].original)
    else return
    event.preventDefault()
  }

  if (status === 'error') return <ErrorState {...(props.onRetry ? { onRetry: props.onRetry } : {})} />
  if (status === 'ready' && rows.length === 0 && props.empty) return props.empty

  const none = status === 'ready' && shown.length === 0 && (
    <div className="sticky left-0 grid justify-items-center gap-3 px-4 py-12 text-center text-muted">
      <p>{t('table.none')}</p>
      <Button onClick={() => onView({ ...view, filters: {} })}>{t('table.filter.remove-all')}</Button>
    </div>
  )
  const footed = columns.some(({ total }) => total) && shown.length > 0
  return (
    <div className="grid min-w-0 gap-3">
      <TableToolbar
        columns={columns}
        view={view}
        onView={onView}
        counts={{ all: rows.length, shown: shown.length, selected: selected.length }}
        actions={props.selectionActions?.(selected.map(({ original }) => original))}
        loading={status === 'loading'}
        compact={compact}
        onCompact={(next) => {
          setCompact(next)
          storeSetting(DENSITY_KEY, next ? COMPACT : '')
        }}
        onUnselect={() => table.resetRowSelection(true)}
        onExport={
          props.exportName === undefined || status === 'loading'
            ? undefined
            : () => downloadCsv(props.exportName ?? '', tableCsv(columns, originals, language))
        }
      />
      {inLines ? (
        none || (
          <RowList
            label={label}
            columns={columns}
            rows={shown}
            loading={status === 'loading'}
            selection={selectable ? selection : null}
            onToggle={toggle}
            onOpen={onOpen}
          />
        )
      ) : (
        <section
          ref={setRegion}
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
          tabIndex={0}
          data-wide={wide || undefined}
          onKeyDown={onKeyDown}
          onScroll={({ currentTarget: { dataset, scrollLeft } }) => {
            // Written only when it changes: a write on every frame would recompute styles.
            const aside = scrollLeft > 0 ? '' : undefined
            if (dataset.aside === aside) return
            if (aside === undefined) delete dataset.aside
            else dataset.aside = aside
          }}
          className={classNames(
            'group/table relative contain-content overflow-auto overscroll-x-contain rounded-card border border-line bg-surface',
            className,
          )}
        >
          <table
            aria-label={label}
            aria-rowcount={shown.length + (footed ? 2 : 1)}
            aria-busy={status === 'loading' || undefined}
            className="table-fixed border-separate border-spacing-0 text-14"
            style={{ width: total }}
          >
            <colgroup>
              {selectable && <col style={{ width: CHECKBOX }} />}
              {columns.map(({ key }, place) => (
                <col key={key} style={{ width: widths[place] }} />
              ))}
            </colgroup>
            <TableHead
              columns={columns}
              widths={widths}
              view={view}
              onView={onView}
              onResize={resize}
              fixedOrder={props.fixedOrder === true}
              choices={(column) =>
                [...new Set(rows.map((row) => String(column.value(row) ?? '')))].sort(
                  new Intl.Collator(language, { numeric: true }).compare,
                )
              }
              {...(selectable
                ? {
                    selection: {
                      checked: selected.length > 0 && (selected.length === shown.length || 'some'),
                      onToggle: () => table.toggleAllRowsSelected(selected.length < shown.length),
                    },
                  }
                : {})}
            />
            {status === 'loading' ? (
              <TableSkeleton columns={columns} selectable={selectable} />
            ) : (
              <TableBody
                // Remounts the body, which recomputes the position of every row.
                key={String(compact)}
                compact={compact}
                handle={body}
                region={region}
                columns={columns}
                rows={shown}
                selection={selectable ? selection : null}
                current={at}
                footed={footed}
                onCurrent={setCurrent}
                onToggle={toggle}
                onOpen={onOpen}
              />
            )}
            {footed && status === 'ready' && (
              <TableFoot
                columns={columns}
                rows={originals}
                selectable={selectable}
                index={shown.length + 2}
              />
            )}
          </table>
          {none}
        </section>
      )}
    </div>
  )
}

const CHECKBOX = 44
/** The reader's row height, shared by all tables. */
const DENSITY_KEY = 'vigie-table-rows'
const COMPACT = 'compact'
