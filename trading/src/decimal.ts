// The one Decimal of the product: 40 significant digits, halves rounded away from zero, never an exponent in text.
// Prices, shares and R live in it from the first digit to the last; a binary float never decides anything.
import { Decimal as Base } from 'decimal.js'

export const Decimal = Base.clone({
  precision: 40,
  rounding: Base.ROUND_HALF_UP,
  toExpNeg: -60,
  toExpPos: 60,
})
export type Decimal = Base

const PLAIN = /^-?\d{1,30}(\.\d{1,30})?$/

/** A plain decimal text ("1.0850", "-3", no sign +, no exponent, no spaces) as a Decimal; null for anything else. */
export function decimal(text: string | null | undefined): Decimal | null {
  return typeof text === 'string' && PLAIN.test(text) ? new Decimal(text) : null
}

/** The shortest plain text of a value: no exponent, no trailing zeros ("0.5", "100", "0"). */
export function plain(value: Decimal): string {
  return value.isZero() ? '0' : value.toString()
}

/** A value with so many decimals, as PostgreSQL's numeric writes it: what rounds to nothing has no sign ("0.00", never "-0.00"). */
export function fixed(value: { toFixed(decimals: number): string }, decimals: number): string {
  const text = value.toFixed(decimals)
  return /[1-9]/.test(text) ? text : text.replace('-', '')
}
