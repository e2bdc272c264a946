// Checks of single numbers in a pasted signal: list positions, and abbreviated continuations of a price.
import { Decimal } from '../decimal.ts'
import type { Instrument } from '../market/instruments.ts'
import type { NumberToken, Token } from './signal-tokens.ts'

/** "TP 1: 1.0900", "2) 1.0950": no instrument has a one-digit price, so it is a list position. */
export const isOrdinal = (token: NumberToken): boolean => /^[1-9]$/.test(token.text) && token.unit === null

/** Whether a number has the form of an instrument's price: "30" does not for a currency with five decimals. */
export function isWrittenAsPrice(token: Token, instrument: Instrument | undefined): boolean {
  if (token.kind !== 'number') return true
  const figures = token.text.replace(/\D/g, '').length
  if (instrument && instrument.digits > 3) return decimalsOf(token) >= 2
  return figures >= (instrument?.digits === 3 ? 2 : 3)
}

/** Wider than for entries: a coin's target may be a multiple of its price. */
export function isLevelNear(value: Decimal, other: Decimal): boolean {
  return value.greaterThan(other.times(0.2)) && value.lessThan(other.times(5))
}

/** Maximum relative distance of a stop or target from the entry before a doubt is raised. */
const REACH: Record<Instrument['class'], number> = { forex: 0.06, metal: 0.12, index: 0.12, crypto: 0.4 }

/** Whether two levels are unusually far apart for a signal. */
export const isFar = (value: Decimal, other: Decimal, instrument: Instrument | undefined): boolean =>
  value
    .minus(other)
    .abs()
    .greaterThan(other.times(REACH[instrument?.class ?? 'crypto']))

export function isNear(value: Decimal, other: Decimal): boolean {
  return value.greaterThan(other.times(0.5)) && value.lessThan(other.times(2))
}

/**
 * The second price of "1.0850-60" or "2650-55": its digits replace the last ones of the first. If that is far off
 * ("1.0890-10"), the nearest price with these last digits is used.
 */
export function expanded(token: NumberToken, before: NumberToken, first: Decimal): Decimal {
  const tail = token.text
  const head = first.toFixed(Math.max(first.decimalPlaces(), decimalsOf(before)))
  const shorter = tail.length < head.replace('.', '').length
  if (!/^\d{1,4}$/.test(tail) || !shorter || isNear(token.value, first)) return token.value
  const decimals = head.split('.')[1]?.length ?? 0
  const point = new Decimal(10).pow(-decimals)
  const step = point.times(new Decimal(10).pow(tail.length))
  const base = first.dividedBy(step).floor().times(step).plus(token.value.times(point))
  const candidates = [base, base.plus(step), base.minus(step)].filter((value) => value.greaterThan(0))
  return candidates.reduce((best, value) =>
    value.minus(first).abs().lessThan(best.minus(first).abs()) ? value : best,
  )
}

function decimalsOf(token: NumberToken): number {
  return token.value.isInteger() && !/[.,]\d+$/.test(token.text)
    ? 0
    : (/[.,](\d+)$/.exec(token.text)?.[1]?.length ?? 0)
}
