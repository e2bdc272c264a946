// Owns the calculator's arithmetic: from the visitor's input to lots, with every intermediate figure.
import { Decimal } from 'trading/decimal'
import { convert, type ExchangeRate } from 'trading/market/exchange-rate'
import type { Instrument } from 'trading/market/instruments'
import { pipValue, positionSize } from 'trading/sizing'

export const LOT_STEP = new Decimal('0.01')

/** The largest leverage for retail clients in the EU, by class: ESMA decision (EU) 2018/796, article 2. */
const MAJOR_CURRENCIES = ['USD', 'EUR', 'JPY', 'GBP', 'CAD', 'CHF']

export function leverageCap(instrument: Instrument): number {
  if (instrument.class === 'crypto') return 2
  if (instrument.class === 'index') return 20
  if (instrument.class === 'metal') return instrument.baseCurrency === 'XAU' ? 20 : 10
  const majors = [instrument.baseCurrency, instrument.quoteCurrency].every((c) =>
    MAJOR_CURRENCIES.includes(c),
  )
  return majors ? 30 : 20
}

export type CalculatorInput = {
  capital: Decimal
  riskPercent: Decimal
  stopPips: Decimal
  instrument: Instrument
  /** A price of the instrument, for the margin. */
  price: Decimal
  /** From the instrument's quote currency to the account's. */
  conversionRate: ExchangeRate
}

export type CalculatorResult = {
  lots: Decimal
  /** Before rounding down to the step. */
  exactLots: Decimal
  /** In the account's currency. */
  lossAtStop: Decimal
  pipOfOneLot: Decimal
  pipOfPosition: Decimal
  margin: Decimal
  leverage: number
}

/** The position that loses at most the accepted risk if the stop is hit; null unless every number is positive. */
export function calculatePosition(input: CalculatorInput): CalculatorResult | null {
  const { capital, riskPercent, stopPips, instrument, price, conversionRate } = input
  const contractSize = new Decimal(instrument.contractSize)
  const pipSize = new Decimal(instrument.pipSize)
  const entry = price.plus(stopPips.times(pipSize))
  const sizing = positionSize({
    capital,
    riskPercent,
    entry,
    stop: price,
    contractSize,
    conversionRate,
    lotStep: LOT_STEP,
  })
  if (sizing.problem === 'invalid_input') return null
  const leverage = leverageCap(instrument)
  return {
    lots: sizing.lots,
    exactLots: capital.times(riskPercent).dividedBy(100).dividedBy(sizing.lossPerLot),
    lossAtStop: sizing.riskAmount,
    pipOfOneLot: pipValue(new Decimal(1), contractSize, pipSize, conversionRate),
    pipOfPosition: pipValue(sizing.lots, contractSize, pipSize, conversionRate),
    margin: convert(sizing.units.times(price), conversionRate).dividedBy(leverage),
    leverage,
  }
}

/**
 * A positive number as typed in this language ("5 000,50", "5,000.50"); null for anything else. If both signs occur, the last
 * one starts the decimals.
 */
export function typedNumber(text: string, language: string): Decimal | null {
  const compact = text.replace(/[\s’']/g, '')
  const lastComma = compact.lastIndexOf(',')
  const lastPoint = compact.lastIndexOf('.')
  const thousands = language === 'en' ? /^\d{1,3}(,\d{3})+$/ : /^\d{1,3}(\.\d{3})+$/
  let plain = compact
  if (lastComma >= 0 && lastPoint >= 0) {
    const group = lastComma > lastPoint ? '.' : ','
    plain = compact.replaceAll(group, '').replace(',', '.')
  } else if (thousands.test(compact)) plain = compact.replace(/[.,]/g, '')
  else plain = compact.replace(',', '.')
  if (!/^\d{1,12}(\.\d{0,8})?$/.test(plain)) return null
  const value = new Decimal(plain)
  return value.greaterThan(0) ? value : null
}
