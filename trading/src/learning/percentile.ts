// Owns the comparison with others' scores of a day.

/** With fewer players, neither a percentile nor a distribution is shown. */
export const ENOUGH_PLAYERS = 30

/**
 * The share of the players with a lower score, in whole percent, rounded down: equal scores are not beaten. `counts` holds the
 * number of players by score, the member's own included. Null for fewer than 30 players.
 */
export function percentile(counts: readonly number[], score: number): number | null {
  const sum = (some: readonly number[]) => some.reduce((total, one) => total + one, 0)
  const players = sum(counts)
  return players < ENOUGH_PLAYERS ? null : Math.floor((100 * sum(counts.slice(0, score))) / players)
}
