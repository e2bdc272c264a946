// Owns the kinds of statement about a price: the fields of each kind, when a minute decides it, and its outcome at the deadline
// if no minute did. The checks, the resolver and the chance baseline all read this list, so each kind is declared once. Prices
// here are whole points (quiet-minute.ts), so every comparison is exact.

export type Side = 'above' | 'below'

/** A claim about the bid price between creation and deadline. Levels are decimal texts. */
export type Condition =
  | { kind: 'close'; side: Side; level: string }
  | { kind: 'touch'; level: string }
  | { kind: 'between'; low: string; high: string }
  | { kind: 'first'; level: string; other: string }

export type StatementKind = Condition['kind']

/** A condition in points. Levels follow the order of the kind's keys. */
export type Pointed = { kind: StatementKind; side?: Side | undefined; levels: readonly number[] }

/** The lowest and highest price of a minute's open alone, or of the whole minute. */
export type Span = { low: number; high: number }

type Kind = {
  /** Keys of the kind's levels. */
  levels: readonly string[]
  /** Whether the kind has a side. */
  sided?: true
  /** Why the condition is invalid at this reference price, as key and field; null if it is valid. */
  problem(condition: Pointed, reference: number): readonly [key: string, field: string] | null
  /** The outcome that a price span decides; null if it decides nothing. */
  decide(condition: Pointed, reference: number, span: Span): boolean | null
  /** The outcome at the deadline if no span decided it, given the last close. */
  end(condition: Pointed, close: number): boolean
}

/** Whether the price has moved from the reference to a level. Touching is enough. */
const reached = (level: number, reference: number, { low, high }: Span): boolean =>
  level > reference ? high >= level : low <= level

export const KINDS: { readonly [kind in StatementKind]: Kind } = {
  close: {
    levels: ['level'],
    sided: true,
    problem: () => null,
    decide: () => null,
    end: ({ side, levels: [level] }, close) => (side === 'above' ? close > level! : close < level!),
  },
  touch: {
    levels: ['level'],
    problem: ({ levels: [level] }, reference) => (level === reference ? ['already_decided', 'level'] : null),
    decide: ({ levels: [level] }, reference, span) => (reached(level!, reference, span) ? true : null),
    end: () => false,
  },
  between: {
    levels: ['low', 'high'],
    problem: ({ levels: [low, high] }, reference) => {
      if (low! >= high!) return ['band_is_empty', 'high']
      if (reference <= low!) return ['already_decided', 'low']
      return reference >= high! ? ['already_decided', 'high'] : null
    },
    decide: ({ levels }, reference, span) =>
      levels.some((level) => reached(level, reference, span)) ? false : null,
    end: () => true,
  },
  first: {
    levels: ['level', 'other'],
    problem: ({ levels: [level, other] }, reference) => {
      if (level === reference) return ['already_decided', 'level']
      if (other === reference) return ['already_decided', 'other']
      return level! > reference === other! > reference ? ['levels_on_one_side', 'other'] : null
    },
    // If one minute reaches both levels, their order is unknown and the statement is false.
    decide: ({ levels: [level, other] }, reference, span) => {
      if (reached(other!, reference, span)) return false
      return reached(level!, reference, span) ? true : null
    },
    end: () => false,
  },
}

export const STATEMENT_KINDS = Object.keys(KINDS) as StatementKind[]
export const SIDES: readonly Side[] = ['above', 'below']

/** The same condition at the same distance from another reference price, on the same side or mirrored. */
export function moved({ kind, side, levels }: Pointed, from: number, to: number, mirrored: boolean): Pointed {
  const shifted = levels.map((level) => (mirrored ? to - (level - from) : to + (level - from)))
  if (!mirrored) return { kind, side, levels: shifted }
  // The lower edge of a band comes first.
  const placed = kind === 'between' ? shifted.reverse() : shifted
  return { kind, side: side && (side === 'above' ? 'below' : 'above'), levels: placed }
}
