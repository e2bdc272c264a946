import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { followTopic } from './topic.ts'
import type { Position } from './topic-feed.ts'

/**
 * What a list is after a message; undefined where the message does not tell. It may be given what the list has already: a list
 * that was being read meanwhile holds the effects of some of what is told.
 */
export type Apply<Data> = (data: Data, event: string, message: never) => Data | undefined

/** Up to where a list was kept, and by which topic, that nobody keeps at present. */
const keptTo = new WeakMap<Query, Position & { topic: string }>()

/** Keeps a cached list by what its topic tells, until it is called that is returned. */
export function keepList<Data>(
  cache: QueryClient,
  topic: string,
  queryKey: QueryKey,
  apply: Apply<Data>,
): () => void {
  const hash = hashKey(queryKey)
  const queries = cache.getQueryCache()
  /** What came since the reading that is under way was begun: its answer may be as things stood before. */
  const came: [event: string, message: never][] = []
  let again = false
  let at: Position | null = null

  const isReading = () => queries.get(hash)?.state.fetchStatus === 'fetching'
  const readAnew = () => {
    again = isReading()
    if (!again) void cache.invalidateQueries({ queryKey, exact: true })
  }
  /** Whether the message told all there is to know. */
  const take = (event: string, message: never): boolean => {
    const data = cache.getQueryData<Data>(queryKey)
    if (data === undefined) return true
    const after = apply(data, event, message)
    if (after !== undefined && after !== data) cache.setQueryData<Data>(queryKey, after)
    return after !== undefined
  }
  /** Once a reading is over. */
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
    // What comes from now on is told to nobody, and whoever keeps the list next finds out whether something did.
    if (at && query.state.data !== undefined && !isReading() && !query.state.isInvalidated)
      keptTo.set(query, { topic, epoch: at.epoch, number: at.number })
    else keptTo.delete(query)
  }
}
