/** The value at a share of a sorted list, as PostgreSQL's `percentile_disc` takes it; null for an empty one. */
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((one, two) => one - two)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
}
