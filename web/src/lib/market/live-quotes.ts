// Quotes for components: read once, then updated by the channel of `live-signals.ts`.
import { hashKey, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import type { Quote } from '#lib/signals/signal.ts'
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
