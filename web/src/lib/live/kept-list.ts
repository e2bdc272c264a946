import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { followTopic } from './topic.ts'
import type { Position } from './topic-feed.ts'

/**
 * Returns the list after a message, or undefined if the message lacks the data to compute it. Must be idempotent: a list that
 * was being fetched may already contain the effect of a message.
 */
export type Apply<Data> = (data: Data, event: string, message: never) => Data | undefined

/** The position up to which a list was kept, and its topic, for lists that nothing keeps at present. */
const keptTo = new WeakMap<Query, Position & { topic: string }>()

/** Keeps a cached list up to date with the messages of its topic. Returns a function that stops. */
export function keepList<Data>(
  cache: QueryClient,
  topic: string,
  queryKey: QueryKey,
  apply: Apply<Data>,
): () => void {
  const hash = hashKey(queryKey)
  const queries = cache.getQueryCache()
  /** Messages received since the current fetch began: its answer may predate them. */
  const came: [event: string, message: never][] = []
  let again = false
  let at: Position | null = null

  const isReading = () => queries.get(hash)?.state.fetchStatus === 'fetching'
  const readAnew = () => {
    again = isReading()
    if (!again) void cache.invalidateQueries({ queryKey, exact: true })
  }
  /** Applies a message; false if the list must be fetched again. */
  const take = (event: string, message: never): boolean => {
    const data = cache.getQueryData<Data>(queryKey)
    if (data === undefined) return true
    const after = apply(data, event, message)
    if (after !== undefined && after !== data) cache.setQueryData<Data>(queryKey, after)
    return after !== undefined
  }
  /** Applies the pending messages once a fetch has ended. */
  const settle = () => {
    if (isReading()) return
    const unsure = again
    again = false
    const known = came.splice(0).map(([event, message]) => take(event, message))
    if (unsure || known.includes(false)) readAnew()
  }

  const forget = queries.subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryHash === hash && (came.length > 0 || again)) settle()
  })
  const leave = followTopic(topic, {
    hear: (event, message: Position) => {
      settle()
      if (isReading()) came.push([event, message as never])
      if (!take(event, message as never)) readAnew()
      at = message
    },
    reload: (begun) => {
      at = begun
      const query = queries.get(hash)
      const kept = query && keptTo.get(query)
      if (kept?.topic !== topic || kept.epoch !== begun.epoch || kept.number !== begun.number) readAnew()
    },
  })
  return () => {
    leave()
    forget()
    const query = queries.get(hash)
    if (!query) return
    // Messages from now on are missed. The next call of keepList() compares this position to find out whether there were any.
    if (at && query.state.data !== undefined && !isReading() && !query.state.isInvalidated)
      keptTo.set(query, { topic, epoch: at.epoch, number: at.number })
    else keptTo.delete(query)
  }
}
