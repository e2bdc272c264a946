import { Decimal } from 'trading/decimal'
import { type CurrencyQuote, currencyRate } from '#lib/currency-rate.ts'
import { useOfQuotes } from '#lib/live-quotes.ts'
import type { MarketInstrument } from '#lib/live-signals.ts'

/** Units of the account's currency for one unit of an instrument's quote currency, at the latest quotes; null without them. */
export function useAccountRate(
  instruments: readonly MarketInstrument[],
  from: string,
  to: string,
): Decimal | null {
  const chained = instruments.filter((instrument) => instrument.class === 'forex')
  // As text: a chain that comes to the same rate is no reason to draw anything.
  const rate = useOfQuotes(from === to ? [] : chained.map(({ symbol }) => symbol), (quoteOf) => {
    const chain = chained.flatMap(({ symbol, baseCurrency, quoteCurrency }): CurrencyQuote[] => {
      const quote = quoteOf(symbol)
      return quote ? [{ baseCurrency, quoteCurrency, bid: quote.bid, ask: quote.ask }] : []
    })
    return currencyRate(chain, from, to)?.toString() ?? null
  })
  return rate === null ? null : new Decimal(rate)
}
