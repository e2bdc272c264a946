// Exchange rates as exact fractions: the reciprocal of a price rarely has a finite decimal, and a rounded one can cost a
// position a whole lot step.
import { Decimal } from '../decimal.ts'

/** `units` of the target currency for `per` units of the source; both above zero. */
export type ExchangeRate = { units: Decimal; per: Decimal }

export const PARITY: ExchangeRate = { units: new Decimal(1), per: new Decimal(1) }

/** Converts an amount of the source currency; divides last, so that an exact result stays exact. */
export function convert(amount: Decimal, { units, per }: ExchangeRate): Decimal {
  return amount.times(units).dividedBy(per)
}
