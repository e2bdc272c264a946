import type { ReactNode } from 'react'
import { type FileResource, useRow } from '#lib/data/resource.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { DetailSheet } from './detail-sheet.tsx'

type Props<Row> = {
  resource: FileResource<Row>
  /** Which row the address names; null is a sheet that is shut. */
  id: string | null
  /** Before the row is known, too. */
  title: (row: Row | undefined) => ReactNode
  badge?: (row: Row) => ReactNode
  /** Said where there is no such row. */
  gone: string
  onClose: () => void
  children: (row: Row) => ReactNode
}

/** The sheet of one row of a resource: read when it is opened, and told apart from a row that is not there. */
export function FileSheet<Row>({ resource, id, title, badge, gone, onClose, children }: Props<Row>) {
  const file = useRow(resource, id)
  const row = file.data ?? undefined
  return (
    <DetailSheet full open={id !== null} title={title(row)} badge={row && badge?.(row)} onClose={onClose}>
      {row ? (
        children(row)
      ) : file.data === null ? (
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
