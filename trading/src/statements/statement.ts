// Owns the terms of a statement: a claim about a market that a pure function can decide. `checked_statement` in the database
// decides what may be made, with the same keys; this gives the verdict beside the field, and again in the check of the record.
import { decimal } from '../decimal.ts'
import { points } from '../quiet-minute.ts'
import { CANDLE_MS } from '../trade.ts'
import { type Condition, KINDS, type Pointed, SIDES } from './condition.ts'

/** What is sealed. Which price, of which instrument, how sure its author is, and where the price stood. */
export type StatementTerms = {
  symbol: string
  /** The price that counts: the bid of each stored minute. */
  price: 'bid'
  condition: Condition
  /** Above 0 and below 1, at most four decimals, written shortest. */
  probability: string
  /** The bid when it was made. */
  reference: string
}

/** Why a statement may not be made, as a key that interfaces translate, and the field that it is about. */
export type StatementProblem = { key: string; field: string }

export const AUTHOR_KINDS = ['analyst', 'member', 'engine'] as const
export type AuthorKind = (typeof AUTHOR_KINDS)[number]

export const SHORTEST_MINUTES = 5
export const LONGEST_MINUTES = 43_200

/** Prices in points: as fine as any instrument's, and coarse enough that sums of two are exact. */
const POINT_DECIMALS = 8

export const pointsOf = (price: string): number => points(price, POINT_DECIMALS)

/** A condition in points; a level that is none is NaN. */
export function pointed(condition: Condition): Pointed {
  const levels = KINDS[condition.kind].levels.map((key) => pointsOf(levelOf(condition, key)))
  return { kind: condition.kind, side: 'side' in condition ? condition.side : undefined, levels }
}

const levelOf = (condition: Condition, key: string): string =>
  String((condition as { [key: string]: unknown })[key] ?? '')

/**
 * The first reason why a statement may not be made at a moment; null where there is none. `digits` are the instrument's
 * decimals; times are milliseconds since 1970, UTC.
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
    // A slip of the decimal point, and what no market does in a month.
    if (!(pointsOf(text) * 10 > from && pointsOf(text) < from * 10)) return problem('level_out_of_reach', key)
  }
  const [key, field] = kind.problem(pointed(condition), from) ?? []
  if (key && field) return problem(key, field)
  if (!/^0\.\d{1,4}$/.test(probability) || !decimal(probability)?.greaterThan(0))
    return problem('invalid_probability', 'probability')
  return deadlineProblem(madeAt, deadline)
}

/** Why a statement cannot run until then, whatever it says; null where it can. */
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
