import { Decimal } from 'trading/decimal'
import { convert } from 'trading/market/exchange-rate'
import { describe, expect, it } from 'vitest'
import { type CurrencyQuote, currencyRate } from './currency-rate.ts'

const quote = (pair: string, price: string): CurrencyQuote => ({
  baseCurrency: pair.slice(0, 3),
  quoteCurrency: pair.slice(3),
  bid: price,
  ask: price,
})
const rate = (given: readonly CurrencyQuote[], from: string, to: string) => {
  const found = currencyRate(given, from, to)
  return found && convert(new Decimal(1), found)
}
const quotes = [quote('EURUSD', '1.0800'), quote('USDJPY', '150.00'), quote('EURJPY', '162.00')]

describe('the rate between two currencies', () => {
  it('is one between a currency and itself', () => {
    expect(rate([], 'EUR', 'EUR')?.toString()).toBe('1')
  })

  it('is the quote, or its inverse', () => {
    expect(rate(quotes, 'EUR', 'USD')?.toString()).toBe('1.08')
    expect(rate(quotes, 'USD', 'EUR')?.toDecimalPlaces(6).toString()).toBe('0.925926')
  })

  it('goes through a third currency when no quote is direct, and prefers the direct one', () => {
    expect(rate(quotes.slice(0, 2), 'JPY', 'EUR')?.toDecimalPlaces(8).toString()).toBe('0.00617284')
    expect(rate([...quotes.slice(0, 2), quote('EURJPY', '100')], 'EUR', 'JPY')?.toString()).toBe('100')
  })

  it('takes the middle of bid and ask', () => {
    const wide = { ...quote('EURUSD', '1'), bid: '1.0', ask: '1.2' }
    expect(rate([wide], 'EUR', 'USD')?.toString()).toBe('1.1')
  })

  it('is nothing without a usable chain of quotes', () => {
    expect(rate(quotes, 'CHF', 'EUR')).toBeNull()
    expect(rate([quote('EURUSD', '0')], 'EUR', 'USD')).toBeNull()
    expect(rate([quote('EURUSD', 'n/a')], 'EUR', 'USD')).toBeNull()
  })
})
