// Price conventions of an instrument: digits, pip, and the value of a lot.
import { Decimal, decimal } from '../decimal.ts'

export type Instrument = {
  symbol: string
  class: 'forex' | 'metal' | 'index' | 'crypto'
  baseCurrency: string
  quoteCurrency: string
  /** Decimals of a quoted price. */
  digits: number
  /** Size of one pip in price ("0.0001"). */
  pipSize: string
  /** Units of the base in one lot ("100000"). */
  contractSize: string
}

export type InstrumentRow = {
  symbol: string
  class: string
  base_currency: string
  quote_currency: string
  digits: number
  pip_size: string | number
  contract_size: string | number
}

const CLASSES = ['forex', 'metal', 'index', 'crypto'] as const

/** The instrument of a row of table `instruments`. Throws a RangeError for a row that violates the table's rules. */
export function instrumentFromRow(row: InstrumentRow): Instrument {
  const kind = CLASSES.find((known) => known === row.class)
  const pip = decimal(String(row.pip_size))
  const contract = decimal(String(row.contract_size))
  if (!kind || !pip?.isPositive() || pip.isZero() || !contract?.isPositive() || contract.isZero()) {
    throw new RangeError(`instrument ${row.symbol} has no usable class, pip or contract size`)
  }
  return {
    symbol: row.symbol,
    class: kind,
    baseCurrency: row.base_currency,
    quoteCurrency: row.quote_currency,
    digits: row.digits,
    pipSize: pip.toString(),
    contractSize: contract.toString(),
  }
}

/** Parses a price; null unless it is a plain decimal above zero with at most 12 digits before and after the point. */
export function price(text: string | null | undefined): Decimal | null {
  const value = /^\d{1,12}(\.\d{1,12})?$/.test(text ?? '') ? decimal(text) : null
  return value?.greaterThan(0) ? value : null
}

/** Signed pips from one price to another (from 1.0850 to 1.0820 on EURUSD: -30). */
export function pipsBetween(instrument: Instrument, from: Decimal, to: Decimal): Decimal {
  return to.minus(from).dividedBy(instrument.pipSize)
}

/**
 * The unit in which traders say this market's distances, and how many pips it is: a pip of a currency or a metal, a point of an
 * index, one of the currency that a coin is quoted in.
 */
export function distanceUnit({ class: kind, pipSize }: Pick<Instrument, 'class' | 'pipSize'>): {
  unit: 'pips' | 'points' | 'currency'
  pips: Decimal
} {
  if (kind === 'forex' || kind === 'metal') return { unit: 'pips', pips: new Decimal(1) }
  return { unit: kind === 'index' ? 'points' : 'currency', pips: new Decimal(1).dividedBy(pipSize) }
}

/** The nearest quotable price; halves round away from zero. */
export function roundPrice(instrument: Instrument, value: Decimal): Decimal {
  return value.toDecimalPlaces(instrument.digits, Decimal.ROUND_HALF_UP)
}

/** A price with exactly the instrument's digits, as quoted, stored and committed ("1.08500"). */
export function formatPrice(instrument: Instrument, value: Decimal): string {
  return roundPrice(instrument, value).toFixed(instrument.digits)
}

/** Whether a value has more decimals than the instrument quotes; trailing zeros do not count. */
export function hasTooManyDigits(instrument: Instrument, value: Decimal): boolean {
  return value.decimalPlaces() > instrument.digits
}
