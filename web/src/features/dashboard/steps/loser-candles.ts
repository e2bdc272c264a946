import { queryOptions } from '@tanstack/react-query'
import { publicRows } from '#lib/data/public-rpc.ts'
import type { Loser } from './recompute.ts'

export type Candle = { at: number; open: number; high: number; low: number; close: number }
type Row = Omit<Candle, 'at'> & { opened_at: string }

const MINUTE = 60_000
const TIMEFRAMES = [
  ['M1', 1],
  ['M5', 5],
  ['M15', 15],
  ['M30', 30],
  ['H1', 60],
  ['H4', 240],
  ['D1', 1440],
] as const
/** More would be thinner than a pixel is wide; fewer say nothing. */
const [MOST, FEWEST] = [64, 12]

/** The time to show: from somewhat before the publication to somewhat after the end, in milliseconds since 1970. */
export function shownTime({ signal }: Pick<Loser, 'signal'>): { from: number; to: number } {
  const [from, to] = [Date.parse(signal.publishedAt), Date.parse(signal.endedAt)]
  const span = Math.max(to - from, 30 * MINUTE)
  return { from: from - span * 0.5, to: to + span * 0.2 }
}

/** The finest timeframe of which not too many candles are in that time, and the one after it. */
export function timeframesFor({ from, to }: { from: number; to: number }): string[] {
  const fits = TIMEFRAMES.findIndex(([, minutes]) => (to - from) / (minutes * MINUTE) <= MOST)
  return TIMEFRAMES.slice(fits < 0 ? -1 : fits, fits < 0 ? undefined : fits + 2).map(([name]) => name)
}

/** The prices around a signal; empty if there are too few. */
export const loserCandlesQuery = (loser: Loser) =>
  queryOptions({
    queryKey: ['dashboard', 'loser-candles', loser.signal.id],
    queryFn: async ({ signal }): Promise<readonly Candle[]> => {
      const shown = shownTime(loser)
      const [from, to] = [shown.from, shown.to].map((time) => new Date(time).toISOString())
      for (const timeframe of timeframesFor(shown)) {
        const rows = await publicRows<Row>(
          `candles?select=opened_at,open,high,low,close&symbol=eq.${loser.signal.levels.symbol}&timeframe=eq.${timeframe}` +
            `&opened_at=gte.${from}&opened_at=lte.${to}&order=opened_at`,
          signal,
        )
        if (rows.length < FEWEST) continue
        return rows.map(({ opened_at, ...candle }) => ({ at: Date.parse(opened_at), ...candle }))
      }
      return []
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
