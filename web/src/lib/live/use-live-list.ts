import {
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { type Apply, keepList } from './kept-list.ts'

/** Keeps a list, paged or read elsewhere, up to date with its topic while the component is mounted; null: nothing. */
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
 * Reads a list and keeps it up to date with its topic: `apply` returns the list after a message. Each message is applied once
 * and in order, including those received during the fetch. If too much was missed, the list is fetched again.
 */
export function useLiveList<Data, Key extends QueryKey = QueryKey>(
  topic: string | null,
  read: UseQueryOptions<Data, Error, Data, Key>,
  apply: Apply<Data>,
): UseQueryResult<Data> {
  // Follow before the fetch starts, so that no message is missed in between.
  useKeptList(topic, read.queryKey, apply)
  return useQuery(read)
}
