import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import {
  type MouseEvent,
  type RefObject,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import type { TableColumn } from './table-column.ts'
import { TableRow } from './table-row.tsx'

const OVERSCAN = 10
const HEAD = 40

export type TableBodyHandle = { focus: (index: number) => void; page: () => number }

type Props<Row> = {
  handle: RefObject<TableBodyHandle | null>
  region: HTMLElement | null
  columns: readonly TableColumn<Row>[]
  rows: readonly { id: string; original: Row }[]
  selection: Readonly<Record<string, true>> | null
  current: number
  compact: boolean
  /** Whether a footer covers the last rows of the region. */
  footed: boolean
  onCurrent: (index: number) => void
  onToggle: (index: number, event: MouseEvent<HTMLInputElement>) => void
  onOpen: ((row: Row) => void) | undefined
}

/** Renders the visible rows, and the current one wherever it is, so that the focus survives scrolling. */
export function TableBody<Row>(props: Props<Row>) {
  const { handle, region, columns, rows, selection, current, compact, footed, onCurrent, onToggle, onOpen } =
    props
  const { t } = useTranslation('ui')
  const rowHeight = useRef(matchMedia('(pointer: coarse)').matches ? 44 : compact ? 32 : 40).current
  const body = useRef<HTMLTableSectionElement>(null)
  const wanted = useRef<number>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => region,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollPaddingEnd: footed ? 2 * HEAD : HEAD,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      const [first = 0, last = -1] = [shown[0], shown.at(-1)]
      if (current < first) return [current, ...shown]
      return current > last && current < rows.length ? [...shown, current] : shown
    },
  })

  const takeFocus = () => {
    if (wanted.current === null) return
    const row = body.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"]`)
    if (!row) return
    wanted.current = null
    row.focus({ preventScroll: true })
  }
  // No dependencies: the row to focus may be rendered one render after the request.
  useLayoutEffect(takeFocus)
  useImperativeHandle(handle, () => ({
    focus: (index) => {
      wanted.current = index
      virtualizer.scrollToIndex(index)
      onCurrent(index)
      takeFocus()
    },
    page: () => Math.max(1, Math.floor((region?.clientHeight ?? 0) / rowHeight) - 2),
  }))

  const selectLabel = useCallback(
    (row: Row, index: number) => t('table.select', { row: String(columns[0]?.value(row) ?? index + 1) }),
    [columns, t],
  )
  let drawn = 0
  const total = virtualizer.getTotalSize()
  return (
    <tbody ref={body}>
      {virtualizer.getVirtualItems().flatMap((item) => {
        const row = rows[item.index]
        if (!row) return []
        const gap = item.start - drawn
        drawn = item.end
        return [
          gap > 0 && <Gap key={`before ${row.id}`} height={gap} />,
          <TableRow
            key={row.id}
            row={row.original}
            index={item.index}
            columns={columns}
            current={item.index === current}
            compact={compact}
            selected={selection && selection[row.id] === true}
            selectLabel={selectLabel}
            onToggle={onToggle}
            onCurrent={onCurrent}
            onOpen={onOpen}
          />,
        ]
      })}
      {total > drawn && <Gap height={total - drawn} />}
    </tbody>
  )
}

/** A spacer with the height of the rows that are not rendered. */
function Gap({ height }: { height: number }) {
  return (
    <tr aria-hidden style={{ height }}>
      <td className="p-0" />
    </tr>
  )
}
