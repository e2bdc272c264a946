import { QueryBoundary } from '#lib/data/query-boundary.tsx'
import { CalendarScreen } from './calendar-screen.tsx'

export default function AnnouncementsScreen() {
  return (
    <QueryBoundary>
      <CalendarScreen />
    </QueryBoundary>
  )
}
