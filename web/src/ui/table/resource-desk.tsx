import { keepPreviousData } from '@tanstack/react-query'
import { type RaRecord, useInfiniteGetList } from 'ra-core'
import { type ReactNode, useMemo } from 'react'
import type { Resource, ResourceFilter } from '#lib/data/resource.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { DataTable } from './data-table.tsx'
import { OfficeData } from './office-data.tsx'
import type { TableColumn } from './table-column.ts'

type Props<Row extends RaRecord> = {
  resource: Resource<Row>
  title: string
  purpose: string
  /** What is to be known of all rows. */
  note?: ReactNode
  /** What filters, beside each other; their state is in the address. */
  filters?: ReactNode
  /** What they ask for. */
  filter?: ResourceFilter
  action?: ReactNode
  columns: readonly TableColumn<Row>[]
  empty: ReactNode
  onOpen?: (row: Row) => void
  selectionActions?: (rows: readonly Row[]) => ReactNode
  /** Milliseconds after which the list is read again, where it lives. */
  refresh?: number
  /** The detail that the address names, and dialogs. */
  children?: ReactNode
}

/** A screen of the back-office: a title, filters, the table of a resource, and what a row opens. */
export function ResourceDesk<Row extends RaRecord>(props: Props<Row>) {
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
      {props.filters && <div className="flex flex-wrap items-center gap-2">{props.filters}</div>}
      <OfficeData>
        <Rows {...props} />
        {props.children}
      </OfficeData>
    </div>
  )
}

const PAGE = 50
const NO_FILTER: ResourceFilter = {}

function Rows<Row extends RaRecord>(props: Props<Row>) {
  const { t } = useTranslation('office')
  const list = useInfiniteGetList<Row>(
    props.resource.name,
    { pagination: { page: 1, perPage: PAGE }, filter: props.filter ?? NO_FILTER },
    {
      placeholderData: keepPreviousData,
      ...(props.refresh === undefined ? {} : { refetchInterval: props.refresh }),
    },
  )
  const rows = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data])
  return (
    <div className="grid min-w-0 gap-3">
      <DataTable
        label={props.title}
        columns={props.columns}
        rows={rows}
        rowKey={({ id }) => String(id)}
        status={list.isError ? 'error' : list.isPending ? 'loading' : 'ready'}
        onRetry={() => void list.refetch()}
        empty={props.empty}
        fixedOrder
        className="max-h-[72dvh]"
        {...(props.onOpen ? { onOpen: props.onOpen } : {})}
        {...(props.selectionActions ? { selectable: true, selectionActions: props.selectionActions } : {})}
      />
      {list.hasNextPage && (
        <div className="flex justify-center">
          <Button variant="outline" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
    </div>
  )
}
