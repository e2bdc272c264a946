// The product's Decimal: 40 significant digits, halves rounded away from zero, never an exponent in text. Prices, shares and R
// use it throughout; binary floats decide nothing.
import { Decimal as Base } from 'decimal.js'
import { isPlainDecimal } from './plain-decimal.ts'

export const Decimal = Base.clone({
  precision: 40,
  rounding: Base.ROUND_HALF_UP,
  toExpNeg: -60,
  toExpPos: 60,
})
export type Decimal = Base

/** Parses a plain decimal text; null for anything else. */
export function decimal(text: string | null | undefined): Decimal | null {
  return typeof text === 'string' && isPlainDecimal(text) ? new Decimal(text) : null
}

/** The shortest plain text: no exponent, no trailing zeros ("0.5", "100", "0"). */
export function plain(value: Decimal): string {
  return value.isZero() ? '0' : value.toString()
}

/** A fixed number of decimals, like PostgreSQL's numeric: a rounded zero has no sign ("0.00", never "-0.00"). */
export function fixed(value: { toFixed(decimals: number): string }, decimals: number): string {
  const text = value.toFixed(decimals)
  return /[1-9]/.test(text) ? text : text.replace('-', '')
}
