import { type Identifier, type RaRecord, useGetOne } from 'ra-core'
import type { ReactNode } from 'react'
import { NoSuchRow, type Resource } from '#lib/data/resource.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { DetailSheet } from './detail-sheet.tsx'

type Props<Row extends RaRecord> = {
  resource: Resource<Row>
  /** The row that the address names; null while the sheet is closed. */
  id: Identifier | null
  /** Also shown before the row is loaded. */
  title: (row: Row | undefined) => ReactNode
  badge?: (row: Row) => ReactNode
  /** Shown if there is no such row. */
  gone: string
  onClose: () => void
  children: (row: Row) => ReactNode
}

/** The sheet of one row of a resource: read when it opens, and distinguished from a missing row. */
export function FileSheet<Row extends RaRecord>(props: Props<Row>) {
  const { resource, id, title, badge, gone, onClose, children } = props
  const file = useGetOne<Row>(
    resource.name,
    { id: (id ?? '') as Row['id'] },
    { enabled: id !== null, retry: (count, error) => count < 3 && !(error instanceof NoSuchRow) },
  )
  const row = id === null ? undefined : file.data
  return (
    <DetailSheet full open={id !== null} title={title(row)} badge={row && badge?.(row)} onClose={onClose}>
      {row ? (
        children(row)
      ) : file.error instanceof NoSuchRow ? (
        <p className="p-6 text-muted">{gone}</p>
      ) : file.isError ? (
        <div className="p-6">
          <ErrorState onRetry={() => void file.refetch()} />
        </div>
      ) : (
        <Skeleton className="m-6 h-80" />
      )}
    </DetailSheet>
  )
}
