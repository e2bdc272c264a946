// What every screen that shows signals reads: the list, the instruments, the quotes, and how they stay live. One cache, so
// that a screen opened after another has its data at once.
import { type QueryKey, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent } from 'react'
import type { Instrument } from 'trading/instruments'
import { instrumentFromRow } from 'trading/instruments'
import { supabase } from './client.ts'
import { reportChannel } from './connection.ts'
import { FEEDS } from './market-state.ts'
import { unwrap } from './query.ts'
import type { Tier } from './session.tsx'
import type { Quote, Signal } from './signal.ts'
import { SignalFeed } from './signal-feed.ts'
import { applyMessage, type SignalMessage } from './signal-message.ts'

const LEVELS =
  'direction,order_type,entry_low::text,entry_high::text,stop_loss::text,risk_percent::text,facts,opinion,counter_thesis,counter_condition,method,conflicts,reference_price::text,reference_source,break_even_after,trailing_distance::text,trailing_after'
const SIGNAL = `id,number,symbol,timeframe,style,tier,author_name,published_at,expires_at,commitment,demonstration,signal_states!inner(state,closed_at,realised_r::text,close_reason),signal_levels(${LEVELS}),signal_targets(position,price::text,share::text),signal_events(id,sequence,kind,at,price::text,r::text,data,source,author_name)`
const MOST_SIGNALS = 500

export const signalsKey = (days: number) => ['signals', 'list', days] as const
export const OPEN_SIGNALS = ['signals', 'list', 'open'] as const

export const signalsQuery = (days: number) =>
  queryOptions({
    queryKey: signalsKey(days),
    queryFn: async ({ signal }) => {
      const since = new Date(Date.now() - days * 86_400_000).toISOString()
      const answer = await supabase
        .from('signals')
        .select(SIGNAL)
        .gte('published_at', since)
        .order('published_at', { ascending: false })
        .limit(MOST_SIGNALS)
        .abortSignal(signal)
      return unwrap(answer as never) as readonly Signal[]
    },
    staleTime: 60_000,
  })

/** One signal, by its number or identifier as an address names it; null when there is none. */
export const signalQuery = (name: string) =>
  queryOptions({
    queryKey: ['signals', 'one', name],
    queryFn: async ({ signal }) => {
      const column = /^\d{1,15}$/.test(name) ? 'number' : /^[0-9a-f-]{36}$/.test(name) ? 'id' : null
      if (!column) return null
      const answer = await supabase
        .from('signals')
        .select(SIGNAL)
        .eq(column, name)
        .abortSignal(signal)
        .maybeSingle()
      return unwrap(answer as never) as Signal | null
    },
    staleTime: 60_000,
  })

/** What runs or waits now, the newest first; what ends while it is shown stays in the list with its end. */
export const openSignalsQuery = queryOptions({
  queryKey: OPEN_SIGNALS,
  queryFn: async ({ signal }) => {
    const answer = await supabase
      .from('signals')
      .select(SIGNAL)
      .in('signal_states.state', ['pending', 'active'])
      .order('published_at', { ascending: false })
      .limit(MOST_SIGNALS)
      .abortSignal(signal)
    return unwrap(answer as never) as readonly Signal[]
  },
  staleTime: 60_000,
})

export type MarketInstrument = Instrument & { name: string; description: Record<string, string> }

export const instrumentsQuery = queryOptions({
  queryKey: ['signals', 'instruments'],
  queryFn: async () => {
    const rows = unwrap(
      await supabase
        .from('instruments')
        .select('symbol,name,description,class,base_currency,quote_currency,digits,pip_size,contract_size')
        .order('sort'),
    )
    return rows.map(
      (row): MarketInstrument => ({
        ...instrumentFromRow(row),
        name: row.name,
        description: row.description as Record<string, string>,
      }),
    )
  },
  staleTime: Number.POSITIVE_INFINITY,
})

const QUOTES = ['signals', 'quotes'] as const
export const quotesQuery = queryOptions({
  queryKey: QUOTES,
  queryFn: async () => {
    const rows = unwrap(
      (await supabase.from('quotes').select('symbol,bid::text,ask::text')) as never,
    ) as Quote[]
    return Object.fromEntries(rows.map((quote) => [quote.symbol, quote]))
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** The latest quote of an instrument, live. */
export const useQuote = (symbol: string | undefined): Quote | undefined =>
  useQuery({ ...quotesQuery, select: (quotes) => (symbol ? quotes[symbol] : undefined) }).data

const FEEDS_AFTER_MS = 500

/** How long a page waits before it asks again for what it missed. */
const pauseMs = (attempt: number) => Math.min(500 * 2 ** (attempt - 1), 15_000)

/**
 * Keeps a list of signals and the quotes live: what is published or happens arrives on the channel of the member's tier. What
 * a cut kept away is read from the feed, so that `onMessage` hears each message once and in order, and whether its signal was
 * not in the list.
 */
export function useLiveSignals(
  tier: Tier | null,
  list: QueryKey,
  onMessage: (message: SignalMessage, isNew: boolean) => void,
): void {
  const cache = useQueryClient()
  const key = list.join(' ')
  useQuery(quotesQuery)
  const tell = useEffectEvent((message: SignalMessage) => {
    const known = cache.getQueryData<readonly Signal[]>(list)
    const isNew = known !== undefined && !known.some(({ id }) => id === message.signal_id)
    cache.setQueryData<readonly Signal[]>(list, (signals) => signals && applyMessage(signals, message))
    if (!isNew) void cache.invalidateQueries({ queryKey: ['signals', 'performance'] })
    onMessage(message, isNew)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is told apart by its key, not by its array
  useEffect(() => {
    if (!tier) return
    const feed = new SignalFeed<SignalMessage>({
      read: async (after) =>
        unwrap((await supabase.rpc('signals_since', after === null ? {} : { after })) as never) as Page,
      tell,
      pause: (attempt) => new Promise((resolve) => setTimeout(resolve, pauseMs(attempt))),
    })
    let feeds: ReturnType<typeof setTimeout> | undefined
    const signals = supabase
      .channel(`signals:${tier}`, { config: { private: true } })
      .on('broadcast', { event: 'signal' }, (({ payload }: { payload: SignalMessage }) =>
        feed.live(payload)) as never)
    const quotes = supabase
      .channel('market:quotes', { config: { private: true } })
      .on('broadcast', { event: 'quotes' }, (({ payload }: { payload: { quotes: Quote[] } }) => {
        cache.setQueryData<Record<string, Quote>>(QUOTES, (known) => ({
          ...known,
          ...Object.fromEntries(payload.quotes.map((quote) => [quote.symbol, quote])),
        }))
      }) as never)
      .on('broadcast', { event: 'feed' }, () => {
        // Every class may change in the same second, at an opening: read once.
        feeds ??= setTimeout(() => {
          feeds = undefined
          void cache.invalidateQueries({ queryKey: FEEDS })
        }, FEEDS_AFTER_MS)
      })
    void supabase.realtime.setAuth().then(() => {
      signals.subscribe((status) => {
        reportChannel(status === 'SUBSCRIBED')
        if (status !== 'SUBSCRIBED') return
        const first = feed.last === null
        void feed.joined().then(() => {
          // What happened between the first reading of the list and the joining was told to nobody.
          void cache.invalidateQueries({ queryKey: first ? list : QUOTES })
        })
      })
      quotes.subscribe()
    })
    return () => {
      reportChannel(null)
      clearTimeout(feeds)
      feed.stop()
      void supabase.removeChannel(signals)
      void supabase.removeChannel(quotes)
    }
  }, [cache, tier, key])
}

type Page = { head: number; messages: readonly SignalMessage[] }

/** Reads the quotes that are known now, for the paste parser. */
export function useKnownQuotes(): (symbol: string) => Quote | undefined {
  const cache = useQueryClient()
  return useCallback((symbol) => cache.getQueryData<Record<string, Quote>>(QUOTES)?.[symbol], [cache])
}
