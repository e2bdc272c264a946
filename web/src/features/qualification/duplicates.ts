// Owns what the database finds of requests in those of other accounts.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import type { RequestState } from './queries.ts'

/** In the order in which they weigh. */
export const KINDS = ['account', 'file', 'phone', 'payment', 'again'] as const
export type DuplicateKind = (typeof KINDS)[number]

export type Duplicate = {
  request_id: string
  kind: DuplicateKind
  /** Null for a member who asked for nothing. */
  other_request: string | null
  other_member: string
  name: string | null
  at: string
  state: RequestState | null
}

export type Duplicates = ReadonlyMap<string, readonly Duplicate[]>

/** Of some requests, by their id. */
export function useDuplicates(ids: readonly string[]) {
  return useQuery({
    queryKey: ['qualification', 'duplicates', ids],
    queryFn: async (): Promise<Duplicates> => {
      const rows = unwrap(
        await supabase.rpc('request_duplicates', { request_ids: [...ids] }),
      ) as readonly Duplicate[]
      return Map.groupBy(rows, ({ request_id }) => request_id)
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
}
