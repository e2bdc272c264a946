import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { type ListResource, type ResourceFilter, useRows } from '#lib/data/resource.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { DetailSheet } from '#ui/overlay/detail-sheet.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { EmptyState } from '#ui/states.tsx'
import { DataTable } from './data-table.tsx'
import { type DeskFilter, DeskFilters, useDeskFilter, useSetParameters } from './desk-filters.tsx'
import type { TableColumn } from './table-column.ts'

type Props<Row> = {
  resource: ListResource<Row>
  title: string
  purpose: string
  /** A note that applies to all rows. */
  note?: ReactNode
  filters?: readonly DeskFilter[]
  /** Additional filter controls, and the filter that they set. */
  moreFilters?: ReactNode
  moreFilter?: ResourceFilter
  action?: ReactNode
  columns: readonly TableColumn<Row>[]
  empty: {
    icon: LucideIcon
    title: string
    note: string
    /** Shown when the filters match nothing. */
    noneFound?: string
  }
  onOpen?: (row: Row) => void
  /** The sheet of a row, and the address parameter that names the row. */
  file?: { at: string; sheet: (id: string | null, close: () => void) => ReactNode }
  /** Details shown from the row itself, if no further read is needed. */
  detail?: {
    title: (row: Row) => ReactNode
    badge?: (row: Row) => ReactNode
    body: (row: Row, close: () => void) => ReactNode
  }
  selectionActions?: (rows: readonly Row[]) => ReactNode
  /** The polling interval in milliseconds. */
  refresh?: number
  children?: ReactNode
}

const NONE: readonly DeskFilter[] = []

/** A back-office screen: a title, filters, the table of a resource, and the details of a row. */
export function ResourceDesk<Row extends { id: string | number }>(props: Props<Row>) {
  const { file, detail, filters = NONE, empty } = props
  const { t } = useTranslation('office')
  const [search] = useSearchParams()
  const set = useSetParameters()
  const [opened, setOpened] = useState<Row | null>(null)
  const close = () => setOpened(null)
  const filter = { ...useDeskFilter(filters), ...props.moreFilter }
  const found = Object.keys(filter).length > 0 && empty.noneFound !== undefined
  const list = useRows(props.resource, filter, { refresh: props.refresh ?? 0 })
  const onOpen = file ? (row: Row) => set({ [file.at]: String(row.id) }) : detail ? setOpened : props.onOpen
  return (
    <div className="grid w-full min-w-0 content-start gap-4 px-4 pt-5 pb-10 md:px-6">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <PageTitle>{props.title}</PageTitle>
          <p className="mt-0.5 text-pretty text-muted">{props.purpose}</p>
        </div>
        {props.action}
      </header>
      {props.note}
      {(filters.length > 0 || props.moreFilters) && (
        <div className="flex flex-wrap items-center gap-2">
          <DeskFilters filters={filters} />
          {props.moreFilters}
        </div>
      )}
      <div className="grid min-w-0 gap-3">
        <DataTable
          label={props.title}
          columns={props.columns}
          rows={list.rows}
          rowKey={({ id }) => String(id)}
          status={list.isLoadingError ? 'error' : list.isPending ? 'loading' : 'ready'}
          onRetry={() => void list.refetch()}
          empty={
            <EmptyState
              icon={<empty.icon size={20} strokeWidth={1.75} aria-hidden />}
              title={found ? empty.noneFound : empty.title}
            >
              {found ? t('noneFoundNote') : empty.note}
            </EmptyState>
          }
          fixedOrder
          className="max-h-[72dvh]"
          {...(onOpen ? { onOpen } : {})}
          {...(props.selectionActions ? { selectable: true, selectionActions: props.selectionActions } : {})}
        />
        {list.hasNextPage && (
          <div className="flex justify-center">
            <Button
              variant="outline"
              busy={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {t('more')}
            </Button>
          </div>
        )}
      </div>
      {file?.sheet(search.get(file.at), () => set({ [file.at]: null }))}
      {detail && (
        <DetailSheet
          full
          open={opened !== null}
          title={opened && detail.title(opened)}
          badge={opened && detail.badge?.(opened)}
          onClose={close}
        >
          {opened && detail.body(opened, close)}
        </DetailSheet>
      )}
      {props.children}
    </div>
  )
}
