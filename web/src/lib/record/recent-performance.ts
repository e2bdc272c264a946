import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import type { PublicPerformance } from './public-record.ts'

/** The public figures of the last days, and whether they rest on enough results. */
export type Performance = PublicPerformance & { sample: 'insufficient' | 'sufficient' }

export const performanceQuery = (days: number, symbol: string | null) =>
  queryOptions({
    queryKey: ['signals', 'performance', days, symbol],
    queryFn: async () =>
      unwrap(
        await supabase.rpc('signal_performance', symbol ? { days, symbol } : { days }),
      ) as unknown as Performance,
    staleTime: 60_000,
  })
