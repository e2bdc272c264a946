import { useMemo } from 'react'
import { Decimal } from 'trading/decimal'
import type { ExchangeRate } from 'trading/market/exchange-rate'
import { type CurrencyQuote, currencyRate } from '#lib/market/currency-rate.ts'
import { useOfQuotes } from '#lib/market/live-quotes.ts'
import type { MarketInstrument } from '#lib/signals/live-signals.ts'

/** The rate from an instrument's quote currency to the account's, at the latest quotes; null without them. */
export function useAccountRate(
  instruments: readonly MarketInstrument[],
  from: string,
  to: string,
): ExchangeRate | null {
  const chained = instruments.filter((instrument) => instrument.class === 'forex')
  // As text: an equal rate through another chain must not cause a render.
  const rate = useOfQuotes(from === to ? [] : chained.map(({ symbol }) => symbol), (quoteOf) => {
    const chain = chained.flatMap(({ symbol, baseCurrency, quoteCurrency }): CurrencyQuote[] => {
      const quote = quoteOf(symbol)
      return quote ? [{ baseCurrency, quoteCurrency, bid: quote.bid, ask: quote.ask }] : []
    })
    const found = currencyRate(chain, from, to)
    return found && `${found.units}/${found.per}`
  })
  return useMemo(() => {
    const [units, per] = rate?.split('/') ?? []
    return units && per ? { units: new Decimal(units), per: new Decimal(per) } : null
  }, [rate])
}
