import { useQuery } from '@tanstack/react-query'
import type { Decimal } from 'decimal.js'
import { type CurrencyQuote, currencyRate } from '#lib/currency-rate.ts'
import { type MarketInstrument, quotesQuery } from '#lib/live-signals.ts'

/** Units of the account's currency for one unit of an instrument's quote currency, at the latest quotes; null without them. */
export function useAccountRate(
  instruments: readonly MarketInstrument[],
  from: string,
  to: string,
): Decimal | null {
  const quotes = useQuery(quotesQuery).data
  if (!quotes) return null
  const chain = instruments.flatMap((instrument): CurrencyQuote[] => {
    const quote = quotes[instrument.symbol]
    if (!quote || instrument.class !== 'forex') return []
    const { baseCurrency, quoteCurrency } = instrument
    return [{ baseCurrency, quoteCurrency, bid: quote.bid, ask: quote.ask }]
  })
  return currencyRate(chain, from, to)
}
