// Owns the stored bars of an instrument, as charts read them.
import { queryOptions } from '@tanstack/react-query'
import { supabase } from '#lib/data/client.ts'
import { unwrap } from '#lib/data/query.ts'

const BARS = 300

export type StoredBar = { time: number; open: number; high: number; low: number; close: number }

const readBars = async (symbol: string, timeframe: string, until?: string) => {
  const stored = supabase
    .from('candles')
    .select('opened_at,open,high,low,close,source')
    .eq('symbol', symbol)
    .eq('timeframe', timeframe)
  const answer = await (until ? stored.lte('opened_at', until) : stored)
    .order('opened_at', { ascending: false })
    .limit(BARS)
  const rows = unwrap(answer).reverse()
  const bars = rows.map(
    ({ opened_at, source: _source, ...prices }): StoredBar => ({
      time: Date.parse(opened_at) / 1000,
      ...prices,
    }),
  )
  return { bars, simulated: rows.some(({ source }) => source === 'simulated') }
}

/** The stored bars before a moment; they never change. */
export const barsUntilQuery = (symbol: string, timeframe: string, until: string) =>
  queryOptions({
    queryKey: ['signals', 'bars', symbol, timeframe, until],
    queryFn: () => readBars(symbol, timeframe, until),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const barsQuery = (symbol: string, timeframe: string) =>
  queryOptions({
    queryKey: ['signals', 'bars', symbol, timeframe],
    queryFn: () => readBars(symbol, timeframe),
    staleTime: 60_000,
    refetchInterval: 60_000,
  })

/** Fewer bars than this after a moment draw nothing of what followed it. */
const ENOUGH = 3

/**
 * The bars of the first of these timeframes that has some after `since`: short ones are kept for a while only. `until` is a moment in
 * the past, or null for what still moves.
 */
export const keptBarsQuery = (
  symbol: string,
  timeframes: readonly string[],
  { since, until }: { since: string; until: string | null },
) =>
  queryOptions({
    queryKey: ['signals', 'bars', symbol, ...timeframes, since, until],
    queryFn: async () => {
      for (const timeframe of timeframes.slice(0, -1)) {
        const read = await readBars(symbol, timeframe, until ?? undefined)
        const after = read.bars.filter(({ time }) => time >= Date.parse(since) / 1000)
        if (after.length >= ENOUGH) return { ...read, timeframe }
      }
      const timeframe = timeframes.at(-1) ?? ''
      return { ...(await readBars(symbol, timeframe, until ?? undefined)), timeframe }
    },
    staleTime: until === null ? 60_000 : Number.POSITIVE_INFINITY,
    refetchInterval: until === null ? 60_000 : (false as const),
  })
