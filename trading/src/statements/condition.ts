// Owns the kinds of statement about a price: what each says, when a minute decides it, and what holds at the deadline if none
// did. Everything else (the checks, the resolver, the chance baseline) goes by this list, so that a kind is declared once.
// Prices here are whole points (quiet-minute.ts), so every comparison is exact.

export type Side = 'above' | 'below'

/** What a statement says of the bid price between its making and its deadline; levels are decimal texts. */
export type Condition =
  | { kind: 'close'; side: Side; level: string }
  | { kind: 'touch'; level: string }
  | { kind: 'between'; low: string; high: string }
  | { kind: 'first'; level: string; other: string }

export type StatementKind = Condition['kind']

/** A condition in points; its levels are in the order of the kind's keys. */
export type Pointed = { kind: StatementKind; side?: Side | undefined; levels: readonly number[] }

/** The lowest and the highest price of a moment: of a minute's open alone, or of the whole minute. */
export type Span = { low: number; high: number }

type Kind = {
  /** The keys of its levels. */
  levels: readonly string[]
  /** Whether it says a side of its level. */
  sided?: true
  /** Why it cannot be stated at this reference price, by key and field; null where it can. */
  problem(condition: Pointed, reference: number): readonly [key: string, field: string] | null
  /** What a moment decides; null where it decides nothing. */
  decide(condition: Pointed, reference: number, span: Span): boolean | null
  /** What holds at the deadline, undecided so far, with the last close. */
  end(condition: Pointed, close: number): boolean
}

/** Whether price has come from the reference to a level; touching is enough. */
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
    // Both within one minute: which was first is unknown, so it is not the author's.
    decide: ({ levels: [level, other] }, reference, span) => {
      if (reached(other!, reference, span)) return false
      return reached(level!, reference, span) ? true : null
    },
    end: () => false,
  },
}

export const STATEMENT_KINDS = Object.keys(KINDS) as StatementKind[]
export const SIDES: readonly Side[] = ['above', 'below']

/** The same condition as far from another reference price, on the same side or mirrored. */
export function moved({ kind, side, levels }: Pointed, from: number, to: number, mirrored: boolean): Pointed {
  const shifted = levels.map((level) => (mirrored ? to - (level - from) : to + (level - from)))
  if (!mirrored) return { kind, side, levels: shifted }
  // A band keeps its lower edge first.
  const placed = kind === 'between' ? shifted.reverse() : shifted
  return { kind, side: side && (side === 'above' ? 'below' : 'above'), levels: placed }
}
