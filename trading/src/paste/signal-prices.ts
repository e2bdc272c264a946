// Owns the judgement of single numbers in a pasted signal: which is a position in a list, which continues the one before.
import { Decimal } from '../decimal.ts'
import type { Instrument } from '../market/instruments.ts'
import type { NumberToken, Token } from './signal-tokens.ts'

/** "TP 1: 1.0900", "2) 1.0950": nothing that is traded has a price of one figure, so it is a place in a list. */
export const isOrdinal = (token: NumberToken): boolean => /^[1-9]$/.test(token.text) && token.unit === null

/** Whether a number can be a price of an instrument by how it is written: "30" is none of a currency with five decimals. */
export function isWrittenAsPrice(token: Token, instrument: Instrument | undefined): boolean {
  if (token.kind !== 'number') return true
  const figures = token.text.replace(/\D/g, '').length
  if (instrument && instrument.digits > 3) return decimalsOf(token) >= 2
  return figures >= (instrument?.digits === 3 ? 2 : 3)
}

/** Wider than for entries: a coin's target may well be a multiple of its price. */
export function isLevelNear(value: Decimal, other: Decimal): boolean {
  return value.greaterThan(other.times(0.2)) && value.lessThan(other.times(5))
}

/** How far a stop or a target is from the entry at most before it is asked about, as a part of the price. */
const REACH: Record<Instrument['class'], number> = { forex: 0.06, metal: 0.12, index: 0.12, crypto: 0.4 }

/** Whether a level is further from another than a signal's usually are. */
export const isFar = (value: Decimal, other: Decimal, instrument: Instrument | undefined): boolean =>
  value
    .minus(other)
    .abs()
    .greaterThan(other.times(REACH[instrument?.class ?? 'crypto']))

export function isNear(value: Decimal, other: Decimal): boolean {
  return value.greaterThan(other.times(0.5)) && value.lessThan(other.times(2))
}

/**
 * The second price of "1.0850-60" or "2650-55": the digits given replace the last ones of the price before. Where that
 * jumps far ("1.0890-10"), the nearest price with those last digits is meant.
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
