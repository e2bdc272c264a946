import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * Changes every cached answer that `filters` match, as a message says. An answer that is being read may have been computed before
 * the message's change: it is changed once more when it comes, so `change` must be idempotent. What `change` returns undefined
 * for is read again.
 */
export function changeCached<Data>(
  cache: QueryClient,
  filters: QueryFilters,
  change: (data: Data) => Data | undefined,
): void {
  const take = (query: Query) => {
    const data = query.state.data as Data | undefined
    if (data === undefined) return
    const after = change(data)
    if (after === undefined) void cache.invalidateQueries({ queryKey: query.queryKey, exact: true })
    else if (after !== data) cache.setQueryData<Data>(query.queryKey, after)
  }
  for (const query of cache.getQueryCache().findAll(filters)) {
    const reading = query.state.fetchStatus === 'fetching' ? query.promise : undefined
    take(query)
    void reading?.then(
      () => take(query),
      () => undefined,
    )
  }
}
