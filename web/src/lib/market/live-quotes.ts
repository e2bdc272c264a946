// Quotes for components: read once, then updated by their channel while a screen holds it.
import { hashKey, type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { useTopic } from '#lib/live/use-topic.ts'
import type { Quote } from '#lib/signals/signal.ts'
import { FEEDS } from './market-state.ts'
import { QuoteStore } from './quote-store.ts'

export const QUOTES = ['signals', 'quotes'] as const

/** One store per cache, so that quotes are forgotten with the session. */
const stores = new WeakMap<QueryClient, QuoteStore>()

export function quotesOf(cache: QueryClient): QuoteStore {
  const known = stores.get(cache)
  if (known) return known
  const store = new QuoteStore({ frame: (told) => void requestAnimationFrame(told), now: Date.now })
  stores.set(cache, store)
  cache.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'removed' && query.queryHash === hashKey(QUOTES)) store.forget()
  })
  return store
}

/** The cache is saved for offline use; writing every price into it would cost too much. */
const KEPT_EVERY_MS = 15_000
const keeping = new WeakSet<QueryClient>()

/** A message of the quotes channel. */
export function tellQuotes(cache: QueryClient, quotes: readonly Quote[]): void {
  const store = quotesOf(cache)
  store.tell(quotes)
  if (keeping.has(cache)) return
  keeping.add(cache)
  setTimeout(() => {
    keeping.delete(cache)
    cache.setQueryData<Record<string, Quote>>(QUOTES, (known) => known && { ...known, ...store.all() })
  }, KEPT_EVERY_MS)
}

const FEEDS_AFTER_MS = 500

/** Keeps the quotes live, and what is known of the feeds that bring them. */
export function useLiveQuotes(wanted: boolean): void {
  const cache = useQueryClient()
  const joinedBefore = useRef(false)
  const feeds = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Read for the store; whoever shows a quote asks that, and this screen is not drawn anew for it.
  useQuery({ ...quotesQuery(cache), notifyOnChangeProps: [] })
  useTopic(
    wanted ? 'market:quotes' : null,
    {
      quotes: ({ quotes }: { quotes: Quote[] }) => tellQuotes(cache, quotes),
      feed: () => {
        // Every class may change in the same second, at an opening: read once.
        feeds.current ??= setTimeout(() => {
          feeds.current = undefined
          void cache.invalidateQueries({ queryKey: FEEDS })
        }, FEEDS_AFTER_MS)
      },
    },
    undefined,
    (state) => {
      if (state === 'joined' && joinedBefore.current) void cache.invalidateQueries({ queryKey: QUOTES })
      joinedBefore.current ||= state === 'joined'
    },
  )
}

/** All quotes as first read; later changes are in the store. */
export const quotesQuery = (cache: QueryClient) =>
  queryOptions({
    queryKey: QUOTES,
    queryFn: async () => {
      const answered = quotesOf(cache).reading()
      const quotes = unwrap(
        (await supabase.from('quotes').select('symbol,bid::text,ask::text,quoted_at')) as never,
      ) as Quote[]
      answered(quotes)
      return Object.fromEntries(quotes.map((quote) => [quote.symbol, quote]))
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Offline data stay until something newer arrives. */
const latest = (cache: QueryClient, symbol: string): Quote | undefined =>
  quotesOf(cache).of(symbol) ?? cache.getQueryData<Record<string, Quote>>(QUOTES)?.[symbol]

export type QuoteSource = {
  subscribe: (listener: () => void) => () => void
  /** The latest quote; the same object while it is unchanged. */
  quote: () => Quote | undefined
}

/** The quotes of an instrument for code that draws itself: no component renders for them. */
export function useQuoteSource(symbol: string | undefined): QuoteSource {
  const cache = useQueryClient()
  return useMemo(
    () => ({
      subscribe: (listener) => quotesOf(cache).subscribe(symbol === undefined ? [] : [symbol], listener),
      quote: () => (symbol === undefined ? undefined : latest(cache, symbol)),
    }),
    [cache, symbol],
  )
}

/** The latest quote of an instrument, live. Only the calling component renders when it changes. */
export function useQuote(symbol: string | undefined): Quote | undefined {
  const { subscribe, quote } = useQuoteSource(symbol)
  return useSyncExternalStore(subscribe, quote, quote)
}

/** Reads when an instrument's price was last known to be the market's, in milliseconds since 1970. */
export function useHeardAt(): (symbol: string) => number | null {
  const cache = useQueryClient()
  return useCallback((symbol) => quotesOf(cache).heardAt(symbol), [cache])
}

/** Reads the current quotes without rendering when they change. */
export function useKnownQuotes(): (symbol: string) => Quote | undefined {
  const cache = useQueryClient()
  return useCallback((symbol) => latest(cache, symbol), [cache])
}

/** A value derived from several quotes: the component renders only when the plain value of `read` changes. */
export function useOfQuotes<T extends string | null>(
  symbols: readonly string[],
  read: (quoteOf: (symbol: string) => Quote | undefined) => T,
): T {
  const cache = useQueryClient()
  const named = symbols.join(' ')
  const subscribe = useCallback(
    (listener: () => void) => quotesOf(cache).subscribe(named.split(' '), listener),
    [cache, named],
  )
  return useSyncExternalStore(subscribe, () => read((symbol) => latest(cache, symbol)))
}
