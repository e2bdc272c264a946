// Owns what one currency is worth in another, as an exact fraction: the reciprocal of a price rarely has a finite decimal, and a
// rounded one can take a whole lot step from a position.
import { Decimal } from '../decimal.ts'

/** `units` of the target currency for `per` units of the source; both above zero. */
export type ExchangeRate = { units: Decimal; per: Decimal }

export const PARITY: ExchangeRate = { units: new Decimal(1), per: new Decimal(1) }

/** An amount of the source currency in the target currency; divided last, so that an exact result stays exact. */
export function convert(amount: Decimal, { units, per }: ExchangeRate): Decimal {
  return amount.times(units).dividedBy(per)
}
