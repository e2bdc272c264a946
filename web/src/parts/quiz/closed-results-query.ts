import { queryOptions } from '@tanstack/react-query'
import { publicRpcRows } from '#lib/data/public-rpc.ts'

export type ClosedResult = { at: string; r: string; demonstration: boolean }

/** The result of every signal that was entered and has ended, oldest first. */
export const closedResultsQuery = queryOptions({
  queryKey: ['signals', 'performance', 'results'],
  queryFn: ({ signal }) =>
    publicRpcRows<ClosedResult>(
      'performance_rows',
      'select=at:ended_at,r:realised_r::text,demonstration&realised_r=not.is.null&order=ended_at,signal_id',
      { filters: {} },
      signal,
    ),
  staleTime: 300_000,
})
