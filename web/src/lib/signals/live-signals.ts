// What every screen that shows signals reads: the list, the instruments, the quotes, and how they stay live. One cache, so
// that a screen opened after another has its data at once.
import {
  type QueryClient,
  type QueryKey,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Instrument } from 'trading/market/instruments'
import { instrumentFromRow } from 'trading/market/instruments'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { joinChannel } from '#lib/live/channel.ts'
import { reportChannel } from '#lib/live/connection.ts'
import { sharedById } from '#lib/live/shared-by-id.ts'
import { QUOTES, quotesQuery, tellQuotes } from '#lib/market/live-quotes.ts'
import { FEEDS } from '#lib/market/market-state.ts'
import { noteHead } from '#lib/record/seen-heads.ts'
import { type Tier, useRefreshAccess } from '#lib/session/session.tsx'
import { fromRow, type Quote, type Signal, type SignalRow } from './signal.ts'
import { SignalFeed } from './signal-feed.ts'
import { applyMessage, type SignalMessage } from './signal-message.ts'
import { noteMessage, readThroughMessages } from './signal-reading.ts'

const LEVELS =
  'direction,order_type,entry_low::text,entry_high::text,stop_loss::text,risk_percent::text,facts,opinion,counter_thesis,counter_condition,method,conflicts,position_held,affiliate_link,reference_price::text,reference_source,reference_at,break_even_after,trailing_distance::text,trailing_after'
const SIGNAL = `id,number,symbol,timeframe,style,tier,author_id,author_name,published_at,expires_at:waits_until,commitment,demonstration,signal_states(state,closed_at,realised_r::text,close_reason),signal_levels(${LEVELS}),signal_targets(position,price::text,share::text),signal_events(sequence,kind,at,price::text,r::text,data,source,author_name)`
/** Rows of one answer; lists that are longer are read by several. */
const PAGE = 500

/** A signal that ended, with all that its reader may see; `levels` and `instrument` only where those have a filter to pass. */
export const endedColumns = ({ levels, instrument }: { levels: boolean; instrument: boolean }): string => {
  const ended = SIGNAL.replace('signal_states(', 'signal_states!inner(')
  return (
    (levels ? ended.replace('signal_levels(', 'signal_levels!inner(') : ended) +
    (instrument ? ',instruments!inner(class)' : '')
  )
}

export const OPEN_SIGNALS = ['signals', 'list', 'open'] as const
/** Before its filters. */
export const CLOSED_SIGNALS = ['signals', 'closed'] as const

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
      const row = unwrap(answer as never) as SignalRow | null
      return row && fromRow(row)
    },
    staleTime: 60_000,
  })

/** What runs or waits now, all of it, the newest first; what ends while it is shown stays in the list with its end. */
export const openSignalsQuery = queryOptions({
  queryKey: OPEN_SIGNALS,
  queryFn: ({ signal }) => readThroughMessages(() => readOpenSignals(signal)),
  // A card is drawn anew only when its own signal changed.
  structuralSharing: sharedById,
  staleTime: 60_000,
})

async function readOpenSignals(signal: AbortSignal): Promise<readonly Signal[]> {
  const known = new Map<string, Signal>()
  for (let from = 0; ; from += PAGE) {
    const answer = await supabase
      .from('signals')
      // Those that did not end: where a sealed one stands cannot be asked for.
      .select(`${SIGNAL},ended:signal_states()`)
      .not('ended.closed_at', 'is', null)
      .is('ended', null)
      .order('published_at', { ascending: false })
      .order('id')
      .range(from, from + PAGE - 1)
      .abortSignal(signal)
    const page = unwrap(answer as never) as readonly SignalRow[]
    // One that is published between two answers moves the others along: the last of a page may come again.
    for (const one of page) known.set(one.id, fromRow(one))
    if (page.length < PAGE) return [...known.values()]
  }
}

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

const FEEDS_AFTER_MS = 500
/** How long a page whose channel was ended waits before it joins again, should its tier be what it was. */
const JOIN_AGAIN_MS = 5000
/** PostgreSQL's insufficient_privilege: the caller's tier is no longer that of the channel. */
const NOT_ALLOWED = '42501'

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
  const refreshAccess = useRefreshAccess()
  const [joins, setJoins] = useState(0)
  const key = list.join(' ')
  // Read for the store; whoever shows a quote asks that, and this screen is not drawn anew for it.
  useQuery({ ...quotesQuery(cache), notifyOnChangeProps: [] })
  const tell = useEffectEvent((message: SignalMessage) => {
    noteMessage(message)
    noteHead(message.ledger)
    const known = cache.getQueryData<readonly Signal[]>(list)
    const isNew = known !== undefined && !known.some(({ id }) => id === message.signal_id)
    cache.setQueryData<readonly Signal[]>(list, (signals) => signals && applyMessage(signals, message))
    if (!isNew) void cache.invalidateQueries({ queryKey: ['signals', 'performance'] })
    onMessage(message, isNew)
  })
  const turnedAway = useEffectEvent(refreshAccess)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is told apart by its key, not by its array; a join more is asked for by its number
  useEffect(() => {
    if (!tier) return
    const feed = new SignalFeed<SignalMessage>({
      read: async (after) => {
        const answer = await supabase.rpc('signals_since', {
          channel: tier,
          ...(after === null ? {} : { after }),
        })
        if (answer.error?.code === NOT_ALLOWED) turnedAway()
        const { head, messages } = unwrap(answer as never) as Page
        return { head, messages: messages.map(received) }
      },
      tell,
      pause: (attempt) => new Promise((resolve) => setTimeout(resolve, pauseMs(attempt))),
    })
    let feeds: ReturnType<typeof setTimeout> | undefined
    let again: ReturnType<typeof setTimeout> | undefined
    const leaveSignals = joinChannel(
      `signals:${tier}`,
      { signal: (message: Received) => feed.live(received(message)) },
      (state) => {
        reportChannel(state === 'joined')
        // The server ended the channel or let nobody in: another tier has another channel, and the same one joins anew.
        if (state === 'ended') {
          turnedAway()
          again = setTimeout(() => setJoins((count) => count + 1), JOIN_AGAIN_MS)
        } else if (state === 'refused') turnedAway()
        if (state !== 'joined') return
        const first = feed.last === null
        void feed.joined().then(() => {
          // What happened between the first reading of the list and the joining was told to nobody.
          void cache.invalidateQueries({ queryKey: first ? list : QUOTES })
          if (first) void refreshClosedSignals(cache)
        })
      },
    )
    const leaveQuotes = joinChannel('market:quotes', {
      quotes: ({ quotes }: { quotes: Quote[] }) => tellQuotes(cache, quotes),
      feed: () => {
        // Every class may change in the same second, at an opening: read once.
        feeds ??= setTimeout(() => {
          feeds = undefined
          void cache.invalidateQueries({ queryKey: FEEDS })
        }, FEEDS_AFTER_MS)
      },
    })
    return () => {
      reportChannel(null)
      clearTimeout(feeds)
      clearTimeout(again)
      feed.stop()
      leaveSignals()
      leaveQuotes()
    }
  }, [cache, tier, key, joins])
}

/** Reads what ended anew, once nothing of it is being read: a page that somebody asked for meanwhile would not come. */
export async function refreshClosedSignals(cache: QueryClient): Promise<void> {
  const all = { queryKey: CLOSED_SIGNALS }
  // Asked for without cutting off what is under way, it only waits for that.
  if (cache.isFetching(all) > 0) await cache.refetchQueries(all, { cancelRefetch: false })
  await cache.invalidateQueries(all, { cancelRefetch: false })
}

type Received = Omit<SignalMessage, 'signal'> & { signal: SignalRow }
type Page = { head: number; messages: readonly Received[] }

const received = (message: Received): SignalMessage => ({ ...message, signal: fromRow(message.signal) })
