// Owns what the sections of the home page read: public rows only, by plain requests.
import { queryOptions } from '@tanstack/react-query'
import { type InstrumentRow, instrumentFromRow } from 'trading/market/instruments'
import type { LedgerRow } from 'trading/proof/ledger'
import { publicRows } from '#lib/data/public-rpc.ts'
import { type ReplayCandle, stretch, type Timeframe, timeframesFor } from './replay-geometry.ts'
import { type SignalLife, signalLife } from './signal-life.ts'

const ROW = 'sequence,entry,previous_hash,hash'
/** The fewest candles worth drawing; a coarser timeframe would not have more. */
const FEWEST_CANDLES = 12

export type Replayed = {
  life: SignalLife
  instrument: { name: string; digits: number }
  timeframe: Timeframe | null
  candles: ReplayCandle[]
  simulated: boolean
}

type CandleRow = {
  opened_at: string
  open: number
  high: number
  low: number
  close: number
  source: string
}

/** The newest signal that was entered and has ended, whatever its result, with the prices around it; null before there is one. */
export const lastClosedSignal = queryOptions({
  queryKey: ['public', 'last-closed-signal'],
  queryFn: async ({ signal }): Promise<Replayed | null> => {
    const [ending] = await publicRows<{ signal_id: string }>(
      'ledger?select=signal_id&kind=in.(closed,stopped)&order=sequence.desc&limit=1',
      signal,
    )
    if (!ending) return null
    const rows = await publicRows<LedgerRow>(
      `ledger?select=${ROW}&signal_id=eq.${ending.signal_id}&order=sequence`,
      signal,
    )
    const life = signalLife(rows)
    if (!life) return null
    const [[instrument], drawn] = await Promise.all([
      publicRows<Replayed['instrument']>(
        `instruments?select=name,digits&symbol=eq.${life.levels.symbol}`,
        signal,
      ),
      candlesOf(life, signal),
    ])
    return instrument ? { life, instrument, ...drawn } : null
  },
  staleTime: 5 * 60_000,
  refetchOnWindowFocus: false,
})

async function candlesOf(
  life: SignalLife,
  signal: AbortSignal,
): Promise<Pick<Replayed, 'timeframe' | 'candles' | 'simulated'>> {
  const shown = stretch(life.steps)
  const [from, to] = [shown.from, shown.to].map((time) => new Date(time).toISOString())
  for (const timeframe of timeframesFor(shown).slice(0, 3)) {
    const rows = await publicRows<CandleRow>(
      `candles?select=opened_at,open,high,low,close,source&symbol=eq.${life.levels.symbol}&timeframe=eq.${timeframe}` +
        `&opened_at=gte.${from}&opened_at=lte.${to}&order=opened_at`,
      signal,
    )
    if (rows.length < FEWEST_CANDLES) continue
    const candles = rows.map(({ opened_at, open, high, low, close }) => ({
      at: Date.parse(opened_at),
      open,
      high,
      low,
      close,
    }))
    return { timeframe, candles, simulated: rows.some(({ source }) => source === 'simulated') }
  }
  return { timeframe: null, candles: [], simulated: false }
}

/** The calculator's data: every instrument and its latest quote. */
export const instrumentsAndQuotes = queryOptions({
  queryKey: ['public', 'instruments-and-quotes'],
  queryFn: async ({ signal }) => {
    const [instruments, quotes] = await Promise.all([
      publicRows<InstrumentRow & { name: string }>(
        'instruments?select=symbol,name,class,base_currency,quote_currency,digits,pip_size,contract_size&order=sort',
        signal,
      ),
      publicRows<{ symbol: string; bid: string; ask: string; quoted_at: string; source: string }>(
        'quotes?select=symbol,bid::text,ask::text,quoted_at,source',
        signal,
      ),
    ])
    return instruments.map((row) => {
      const quote = quotes.find(({ symbol }) => symbol === row.symbol)
      return { ...instrumentFromRow(row), name: row.name, quote: quote ?? null }
    })
  },
  staleTime: 60_000,
  refetchOnWindowFocus: false,
})
