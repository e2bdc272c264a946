// Owns the shared reads of all screens that show signals: the list, the instruments, the quotes, and their live updates. They
// use one cache, so that a second screen has its data at once.
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Instrument } from 'trading/market/instruments'
import { instrumentFromRow } from 'trading/market/instruments'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'
import { reportChannel } from '#lib/live/connection.ts'
import { sharedById } from '#lib/live/shared-by-id.ts'
import { useKeptList } from '#lib/live/use-live-list.ts'
import { useTopic } from '#lib/live/use-topic.ts'
import { useLiveQuotes } from '#lib/market/live-quotes.ts'
import { noteHead } from '#lib/record/seen-heads.ts'
import { type Tier, useRefreshAccess } from '#lib/session/session.tsx'
import { fromRow, type Signal, type SignalRow } from './signal.ts'
import { applyMessage, type SignalMessage } from './signal-message.ts'

const LEVELS =
  'direction,order_type,entry_low::text,entry_high::text,stop_loss::text,risk_percent::text,facts,opinion,counter_thesis,counter_condition,method,conflicts,position_held,affiliate_link,reference_price::text,reference_source,reference_at,break_even_after,trailing_distance::text,trailing_after'
const SIGNAL = `id,number,symbol,timeframe,style,tier,author_id,author_name,published_at,expires_at:waits_until,commitment,demonstration,signal_states(state,closed_at,realised_r::text,close_reason),signal_levels(${LEVELS}),signal_targets(position,price::text,share::text),signal_events(sequence,kind,at,price::text,r::text,data,source,author_name)`
/** The rows of one request; longer lists take several. */
const PAGE = 500

/** The columns of an ended signal; `levels` and `instrument` turn those relations into inner joins, for filters on them. */
export const endedColumns = ({ levels, instrument }: { levels: boolean; instrument: boolean }): string => {
  const ended = SIGNAL.replace('signal_states(', 'signal_states!inner(')
  return (
    (levels ? ended.replace('signal_levels(', 'signal_levels!inner(') : ended) +
    (instrument ? ',instruments!inner(class)' : '')
  )
}

export const OPEN_SIGNALS = ['signals', 'list', 'open'] as const
/** The common prefix of the keys of all queries for ended signals. */
export const CLOSED_SIGNALS = ['signals', 'closed'] as const

/** One signal, by the number or identifier in an address; null if there is none. */
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

/** All open signals, the newest first. A signal that ends while it is shown stays in the list with its result. */
export const openSignalsQuery = queryOptions({
  queryKey: OPEN_SIGNALS,
  queryFn: ({ signal }) => readOpenSignals(signal),
  // A card renders again only when its own signal changes.
  structuralSharing: sharedById,
  staleTime: 60_000,
})

async function readOpenSignals(signal: AbortSignal): Promise<readonly Signal[]> {
  const known = new Map<string, Signal>()
  for (let from = 0; ; from += PAGE) {
    const answer = await supabase
      .from('signals')
      // Filters by the absence of an end, since the state of a sealed signal cannot be queried.
      .select(`${SIGNAL},ended:signal_states()`)
      .not('ended.closed_at', 'is', null)
      .is('ended', null)
      .order('published_at', { ascending: false })
      .order('id')
      .range(from, from + PAGE - 1)
      .abortSignal(signal)
    const page = unwrap(answer as never) as readonly SignalRow[]
    // A signal published between two requests shifts the pages, so a row may appear twice.
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

/**
 * Keeps the open signals and the quotes live: publications and events arrive on the topic of the member's tier. `onMessage`
 * receives each message once and in order, and whether its signal was missing from the list.
 */
export function useLiveSignals(
  tier: Tier | null,
  onMessage: (message: SignalMessage, isNew: boolean) => void,
): void {
  const cache = useQueryClient()
  const refreshAccess = useRefreshAccess()
  const topic = tier && (`signals:${tier}` as const)
  useLiveQuotes(tier !== null)
  useTopic(
    topic,
    {
      signal: (received: Received) => {
        const message = read(received)
        noteHead(message.ledger)
        const known = cache.getQueryData<readonly Signal[]>(OPEN_SIGNALS)
        const isNew = known !== undefined && !known.some(({ id }) => id === message.signal_id)
        if (!isNew) void cache.invalidateQueries({ queryKey: ['signals', 'performance'] })
        onMessage(message, isNew)
      },
    },
    () => void refreshClosedSignals(cache),
    (state) => {
      reportChannel(state === 'joined')
      // The server ended the channel or refused the member: another tier uses another channel.
      if (state === 'ended' || state === 'refused') refreshAccess()
    },
  )
  useEffect(() => () => reportChannel(null), [])
  useKeptList<readonly Signal[]>(topic, OPEN_SIGNALS, (signals, _event, received: Received) =>
    applyMessage(signals, read(received)),
  )
}

/** Refetches the ended signals after current fetches finish: aborting them would lose a page the reader asked for. */
export async function refreshClosedSignals(cache: QueryClient): Promise<void> {
  const all = { queryKey: CLOSED_SIGNALS }
  // Without cancelRefetch, this only waits for the fetches in progress.
  if (cache.isFetching(all) > 0) await cache.refetchQueries(all, { cancelRefetch: false })
  await cache.invalidateQueries(all, { cancelRefetch: false })
}

type Received = Omit<SignalMessage, 'signal'> & { signal: SignalRow }

const read = (received: Received): SignalMessage => ({ ...received, signal: fromRow(received.signal) })

const RECENT = 10

/** The newest signals of any state, by their names alone. */
export const recentSignalsQuery = queryOptions({
  queryKey: ['signals', 'recent'],
  queryFn: async () =>
    unwrap(
      await supabase
        .from('signals')
        .select('number,symbol,timeframe')
        .order('published_at', { ascending: false })
        .limit(RECENT),
    ),
  staleTime: 60_000,
})
