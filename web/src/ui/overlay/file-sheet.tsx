import type { ReactNode } from 'react'
import { type FileResource, useRow } from '#lib/data/resource.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { DetailSheet } from './detail-sheet.tsx'

type Props<Row> = {
  resource: FileResource<Row>
  /** Which row the address names; null is a sheet that is shut. */
  id: string | null
  /** Also shown before the row is loaded. */
  title: (row: Row | undefined) => ReactNode
  badge?: (row: Row) => ReactNode
  /** Shown if there is no such row. */
  gone: string
  onClose: () => void
  children: (row: Row) => ReactNode
}

/** The sheet of one row of a resource: read when it opens, and distinguished from a missing row. */
export function FileSheet<Row>({ resource, id, title, badge, gone, onClose, children }: Props<Row>) {
  const file = useRow(resource, id)
  const row = file.data ?? undefined
  return (
    <DetailSheet full open={id !== null} title={title(row)} badge={row && badge?.(row)} onClose={onClose}>
      {row ? (
        children(row)
      ) : file.data === null ? (
        <p className="p-6 text-muted">{gone}</p>
      ) : file.isLoadingError ? (
        <div className="p-6">
          <ErrorState onRetry={() => void file.refetch()} />
        </div>
      ) : (
        <Skeleton className="m-6 h-80" />
      )}
    </DetailSheet>
  )
}
