import { QueryBoundary } from '#lib/data/query-boundary.tsx'
import { Record } from './record.tsx'

/** The whole public record: every figure with its formula. */
export default function PerformanceScreen() {
  return (
    <QueryBoundary>
      <Record />
    </QueryBoundary>
  )
}
