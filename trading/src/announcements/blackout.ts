// Answers whether something may be opened now: the question that a guard asks before it copies or sends an order. The windows are those
// of `my_blackouts()` in the database, which joins the calendar with a member's minutes and their prop firm's rule.

export type BlackoutWindow = {
  currency: string
  /** The instruments that the currency moves. */
  symbols: readonly string[]
  /** ISO times; the end is exclusive. */
  starts_at: string
  ends_at: string
}

/**
 * The window that forbids opening in an instrument at a moment (milliseconds since 1970, UTC): of several, the one that ends last. Null
 * where nothing forbids it. A window whose times cannot be read forbids: a guard that does not know does not open.
 */
export function blackoutAt<Window extends BlackoutWindow>(
  windows: readonly Window[],
  symbol: string,
  at: number,
): Window | null {
  const holding = windows.filter(({ symbols, starts_at, ends_at }) => {
    const [from, until] = [Date.parse(starts_at), Date.parse(ends_at)]
    const outside = at < from || at >= until
    return symbols.includes(symbol) && !outside
  })
  return holding.reduce<Window | null>(
    (last, one) => (!last || !(Date.parse(one.ends_at) <= Date.parse(last.ends_at)) ? one : last),
    null,
  )
}

/** The next window for an instrument that begins after a moment; null where none does. */
export function nextBlackout<Window extends BlackoutWindow>(
  windows: readonly Window[],
  symbol: string,
  at: number,
): Window | null {
  return windows
    .filter(({ symbols, starts_at }) => symbols.includes(symbol) && Date.parse(starts_at) > at)
    .reduce<Window | null>(
      (first, one) => (!first || Date.parse(one.starts_at) < Date.parse(first.starts_at) ? one : first),
      null,
    )
}
