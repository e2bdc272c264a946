// Owns the rate between two currencies, from the quotes of the product's own instruments. It never invents a rate: without a
// chain of quotes between the two there is none.
import { type Decimal, decimal } from 'trading/decimal'
import { type ExchangeRate, PARITY } from 'trading/market/exchange-rate'

export type CurrencyQuote = {
  baseCurrency: string
  quoteCurrency: string
  /** Decimal texts, in units of the quote currency for one unit of the base. */
  bid: string
  ask: string
}

/**
 * The rate from one currency to another at the middle of bid and ask, through as few quotes as possible; null if no chain of
 * quotes connects them.
 */
export function currencyRate(
  quotes: readonly CurrencyQuote[],
  from: string,
  to: string,
): ExchangeRate | null {
  const reached = new Map<string, ExchangeRate>([[from, PARITY]])
  // Breadth first: a Map iteration also visits entries added during it.
  for (const [currency, rate] of reached) {
    if (currency === to) return rate
    for (const quote of quotes) {
      const price = middle(quote)
      if (!price) continue
      if (quote.baseCurrency === currency && !reached.has(quote.quoteCurrency)) {
        reached.set(quote.quoteCurrency, { units: rate.units.times(price), per: rate.per })
      } else if (quote.quoteCurrency === currency && !reached.has(quote.baseCurrency)) {
        reached.set(quote.baseCurrency, { units: rate.units, per: rate.per.times(price) })
      }
    }
  }
  return null
}

/** The middle of a quote, or null if it is no usable price. */
export function middle(quote: Pick<CurrencyQuote, 'bid' | 'ask'>): Decimal | null {
  const bid = decimal(quote.bid)
  const ask = decimal(quote.ask)
  return bid?.greaterThan(0) && ask?.greaterThan(0) ? bid.plus(ask).dividedBy(2) : null
}
