// Owns the stored minutes that a personal simulation uses. Read without a session: they belong to the public record, and a
// worker has no session.
import type { Candle } from 'trading/trade'
import { publicRows } from '#lib/data/public-rpc.ts'

const PAGE = 1000

/** The stored minutes of an instrument between two times (milliseconds since 1970, UTC), in order. */
export async function readMinutes(
  symbol: string,
  from: number,
  until: number,
  signal: AbortSignal,
): Promise<Candle[]> {
  const candles: Candle[] = []
  const when = (time: number) => new Date(time).toISOString()
  for (;;) {
    const page = await publicRows<Omit<Candle, 'openedAt'> & { opened_at: string }>(
      `candles?select=opened_at,open::text,high::text,low::text,close::text,spread::text&symbol=eq.${symbol}&timeframe=eq.M1&opened_at=gte.${when(from)}&opened_at=lt.${when(until)}&order=opened_at&limit=${PAGE}&offset=${candles.length}`,
      signal,
    )
    candles.push(...page.map(({ opened_at, ...prices }) => ({ openedAt: Date.parse(opened_at), ...prices })))
    if (page.length < PAGE) return candles
  }
}
