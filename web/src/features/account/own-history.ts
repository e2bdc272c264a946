// Owns what the history shows of a member's trades: each in the same terms whatever its source, and their totals.
import { Decimal } from 'trading/decimal'
import { type Direction, sign } from 'trading/levels'
import {
  type Instrument,
  type InstrumentRow,
  instrumentFromRow,
  pipsBetween,
} from 'trading/market/instruments'
import { ownResult } from 'trading/member-trade'
import { type Performance, performance } from 'trading/performance'

export type StoredTrade = {
  signal_id: string
  status: 'followed' | 'taken' | 'ignored'
  created_at: string
  entry_price: string | null
  entered_at: string | null
  exit_price: string | null
  exited_at: string | null
  lots: string | null
  currency: string
  conversion_rate: string | null
  fees_minor: number
  signals: {
    number: number
    instruments: InstrumentRow & { name: string }
    /** Null while the member may not read them. */
    signal_levels: { direction: Direction; stop_loss: string } | null
  }
}

export type HistoryRow = {
  key: string
  /** When it was entered; for a signal that was not taken, when that was recorded. */
  at: string
  closedAt: string | null
  status: StoredTrade['status']
  number: number
  instrument: string
  market: Instrument
  direction: Direction | null
  lots: string | null
  entry: string | null
  exit: string | null
  pips: Decimal | null
  r: Decimal | null
  moneyMinor: number | null
  currency: string
}

/** Pips = (exit − entry) × s ÷ pip size; R and money as in `ownResult`. Null while it runs or if it was not taken. */
export function historyRow(trade: StoredTrade): HistoryRow {
  const { instruments: row, signal_levels: levels, number } = trade.signals
  const market = instrumentFromRow(row)
  const filled =
    levels && trade.entry_price !== null && trade.entered_at !== null
      ? { levels, entry: trade.entry_price, enteredAt: trade.entered_at }
      : null
  const result =
    filled &&
    ownResult(
      {
        entryPrice: filled.entry,
        enteredAt: Date.parse(filled.enteredAt),
        exitPrice: trade.exit_price,
        lots: trade.lots,
        conversionRate: trade.conversion_rate,
        feesMinor: trade.fees_minor,
      },
      { direction: filled.levels.direction, stop: filled.levels.stop_loss, price: null, at: null },
      market,
    )
  return {
    key: trade.signal_id,
    at: trade.entered_at ?? trade.created_at,
    closedAt: trade.exited_at,
    status: trade.status,
    number,
    instrument: row.name,
    market,
    direction: levels?.direction ?? null,
    lots: trade.lots,
    entry: trade.entry_price,
    exit: trade.exit_price,
    pips:
      filled && trade.exit_price !== null
        ? pipsBetween(market, new Decimal(filled.entry), new Decimal(trade.exit_price)).times(
            sign(filled.levels.direction),
          )
        : null,
    r: result?.r ?? null,
    moneyMinor: result?.moneyMinor ?? null,
    currency: trade.currency,
  }
}

export type HistoryFigures = Performance & {
  first: string | null
  last: string | null
  /** In hundredths, one sum for each currency: amounts in different currencies are not added up. */
  money: readonly { currency: string; minor: number }[]
}

/** The figures of the closed trades, in the order of closing. */
export function historyFigures(rows: readonly HistoryRow[]): HistoryFigures {
  const ended = rows
    .flatMap(({ closedAt, r, at }) =>
      closedAt !== null && r !== null ? [{ at: closedAt, entered: at, r }] : [],
    )
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
  const entered = ended
    .map((result) => result.entered)
    .sort((one, other) => Date.parse(one) - Date.parse(other))
  return {
    ...performance(ended.map(({ at, r }) => ({ at, r: r.toFixed() }))),
    first: entered[0] ?? null,
    last: ended.at(-1)?.at ?? null,
    money: moneyOf(rows),
  }
}

/** Sums of the known amounts, by currency. */
export function moneyOf(rows: readonly HistoryRow[]): { currency: string; minor: number }[] {
  const sums = new Map<string, number>()
  for (const { moneyMinor, currency } of rows) {
    if (moneyMinor !== null) sums.set(currency, (sums.get(currency) ?? 0) + moneyMinor)
  }
  return [...sums].map(([currency, minor]) => ({ currency, minor }))
}
