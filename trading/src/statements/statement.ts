// Owns the terms of a statement: a claim about a market that a pure function can decide. `checked_statement` in the database
// decides what may be published and returns the same keys; this module validates forms and re-checks the record.
import { decimal } from '../decimal.ts'
import { points } from '../quiet-minute.ts'
import { CANDLE_MS } from '../trade.ts'
import { type Condition, KINDS, type Pointed, SIDES } from './condition.ts'

/** The sealed terms: instrument, price, condition, probability and reference price. */
export type StatementTerms = {
  symbol: string
  /** The price that counts: the bid of each stored minute. */
  price: 'bid'
  condition: Condition
  /** Above 0 and below 1, at most four decimals, without trailing zeros. */
  probability: string
  /** The bid at creation. */
  reference: string
}

/** Why a statement is rejected, as a key that interfaces translate, and the field concerned. */
export type StatementProblem = { key: string; field: string }

export const AUTHOR_KINDS = ['analyst', 'member', 'engine'] as const
export type AuthorKind = (typeof AUTHOR_KINDS)[number]

export const SHORTEST_MINUTES = 5
export const LONGEST_MINUTES = 43_200

/** Decimals of a point: as many as the finest instrument has, and few enough that the sum of two prices is exact. */
const POINT_DECIMALS = 8

export const pointsOf = (price: string): number => points(price, POINT_DECIMALS)

/** A condition in points. An invalid level becomes NaN. */
export function pointed(condition: Condition): Pointed {
  const levels = KINDS[condition.kind].levels.map((key) => pointsOf(levelOf(condition, key)))
  return { kind: condition.kind, side: 'side' in condition ? condition.side : undefined, levels }
}

const levelOf = (condition: Condition, key: string): string =>
  String((condition as { [key: string]: unknown })[key] ?? '')

/**
 * The first reason why a statement is rejected; null if it is valid. `digits` is the instrument's number of decimals; times are
 * milliseconds since 1970, UTC.
 */
export function statementProblem(
  { condition, probability, reference }: Omit<StatementTerms, 'symbol' | 'price'>,
  { digits, madeAt, deadline }: { digits: number; madeAt: number; deadline: number },
): StatementProblem | null {
  const problem = (key: string, field: string): StatementProblem => ({ key, field })
  const kind = Object.hasOwn(KINDS, condition.kind) ? KINDS[condition.kind] : null
  if (!kind) return problem('invalid_condition', 'kind')
  const side = 'side' in condition ? condition.side : undefined
  if (kind.sided ? !SIDES.some((one) => one === side) : side !== undefined)
    return problem('invalid_side', 'side')
  const from = pointsOf(reference)
  for (const key of kind.levels) {
    const text = levelOf(condition, key)
    if (!decimal(text)?.greaterThan(0)) return problem('missing_level', key)
    if ((text.split('.')[1]?.replace(/0+$/, '').length ?? 0) > digits) return problem('too_many_digits', key)
    // Catches a misplaced decimal point; no market moves by a factor of ten in a month.
    if (!(pointsOf(text) * 10 > from && pointsOf(text) < from * 10)) return problem('level_out_of_reach', key)
  }
  const [key, field] = kind.problem(pointed(condition), from) ?? []
  if (key && field) return problem(key, field)
  if (!isProbability(probability)) return problem('invalid_probability', 'probability')
  return deadlineProblem(madeAt, deadline)
}

/** Above 0 and below 1, with at most four decimals. */
export const isProbability = (text: string | null): boolean =>
  text !== null && /^0\.\d{1,4}$/.test(text) && decimal(text)?.greaterThan(0) === true

/** Why a deadline is invalid for any statement; null if it is valid. */
export function deadlineProblem(madeAt: number, deadline: number): StatementProblem | null {
  const minutes = (deadline - madeAt) / CANDLE_MS
  const key =
    !Number.isFinite(minutes) || deadline % CANDLE_MS !== 0
      ? 'invalid_deadline'
      : minutes <= 0
        ? 'deadline_passed'
        : minutes < SHORTEST_MINUTES
          ? 'deadline_too_close'
          : minutes > LONGEST_MINUTES
            ? 'deadline_too_far'
            : null
  return key ? { key, field: 'deadline' } : null
}
