import { useConnection } from '#lib/live/connection.ts'
import { useNow } from '#lib/live/use-now.ts'
import { useHeardAt, useOfQuotes } from '#lib/market/live-quotes.ts'
import { useMarketStates } from '#lib/market/market-state.ts'
import { type EntryVerdict, entryVerdict } from '#lib/signals/entry-verdict.ts'
import type { MarketInstrument } from '#lib/signals/live-signals.ts'
import { type Signal, standing } from '#lib/signals/signal.ts'

/** The digits of prices whose instrument is not known yet. */
export const DIGITS = 5

export const instrumentOf = (
  instruments: readonly MarketInstrument[] | undefined,
  symbol: string,
): MarketInstrument | undefined => instruments?.find((one) => one.symbol === symbol)

/** Whether each of these signals can still be entered. Renders when a verdict changes, not with each price. */
export function useVerdicts(
  signals: readonly Signal[],
  instruments: readonly MarketInstrument[] | undefined,
): (signal: Signal) => EntryVerdict | null {
  const connection = useConnection()
  const now = useNow()
  const stateOf = useMarketStates()
  const heardAt = useHeardAt()
  const symbols = [...new Set(signals.map(({ symbol }) => symbol))]
  const judged = useOfQuotes(symbols, (quoteOf) =>
    signals
      .flatMap((signal) => {
        const digits = instrumentOf(instruments, signal.symbol)?.digits ?? DIGITS
        const left = standing(signal, digits, quoteOf(signal.symbol))?.left
        return left ? [`${signal.id} ${left.tooLate}`] : []
      })
      .join(),
  )
  const tooLate = new Map(judged.split(',').map((one) => one.split(' ') as [string, string]))
  return ({ id, symbol }) => {
    const late = tooLate.get(id)
    if (late === undefined) return null
    return entryVerdict(
      { tooLate: late === 'true' },
      { connection, market: stateOf(symbol), heardAt: heardAt(symbol), now },
    )
  }
}
