import { QueryBoundary } from '#lib/query-boundary.tsx'
import { RecordCard } from './record-card.tsx'

/** The record with the data cache it reads through, fetched while the first view is drawn. */
export default function LiveRecord() {
  return (
    <QueryBoundary>
      <RecordCard />
    </QueryBoundary>
  )
}
