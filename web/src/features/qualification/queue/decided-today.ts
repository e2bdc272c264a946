import { useQuery } from '@tanstack/react-query'
import { startOfDay } from '#lib/announcements/announcement.ts'
import { percentile } from '#lib/support/percentile.ts'
import { decidedQuery, type QueuedRequest } from '../queries.ts'

/** What was decided today, newest first, with the median of the waits in milliseconds; and the last decision of any day. */
export function useDecidedToday(now: number) {
  const { data } = useQuery(decidedQuery)
  // A page may stay open over midnight.
  const today = (data?.today ?? []).filter(
    ({ decided_at }) => Date.parse(decided_at ?? '') >= startOfDay(now).getTime(),
  )
  return {
    today,
    median: percentile(today.map(waited), 0.5),
    last: data?.last,
  }
}

/** How long a request waited for its decision, in milliseconds. */
export const waited = ({ decided_at, waiting_since }: QueuedRequest): number =>
  Date.parse(decided_at ?? waiting_since) - Date.parse(waiting_since)
