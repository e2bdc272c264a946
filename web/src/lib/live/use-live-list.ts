import {
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { type Apply, keepList } from './kept-list.ts'

/** Keeps a list that is read elsewhere, or by pages, by what its topic tells, while the component lives; nothing where the topic is null. */
export function useKeptList<Data>(topic: string | null, queryKey: QueryKey, apply: Apply<Data>): void {
  const cache = useQueryClient()
  const after: Apply<Data> = useEffectEvent(apply)
  const key = JSON.stringify(queryKey)
  useEffect(() => {
    if (topic === null) return
    return keepList<Data>(cache, topic, JSON.parse(key), (data, event, message) =>
      after(data, event, message),
    )
  }, [cache, topic, key])
}

/**
 * Reads a list and keeps it by what its topic tells: `apply` makes of the list and a message the list after it. What comes
 * while the list is read is taken in, each message once and in order; what was missed for too long has the list read anew.
 */
export function useLiveList<Data, Key extends QueryKey = QueryKey>(
  topic: string | null,
  read: UseQueryOptions<Data, Error, Data, Key>,
  apply: Apply<Data>,
): UseQueryResult<Data> {
  // Before it is read, so that nothing comes between.
  useKeptList(topic, read.queryKey, apply)
  return useQuery(read)
}
