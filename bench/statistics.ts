/** Statistics of repeated rounds. Ratios are computed within a round, where noise affects both sides, never between runs. */
export const median = (values: number[]): number => quantile(values, 0.5)

/** `share` from 0 to 1, nearest rank. */
export function quantile(values: number[], share: number): number {
  if (values.length === 0) return Number.NaN
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] as number
}

/** `1.23 (1.10–1.40)`: the median of per-round ratios with their range. */
export function ratio(ours: number[], theirs: number[]): string {
  const ratios = ours.map((value, round) => value / (theirs[round] as number))
  return `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`
}

export const rounded = (value: number, digits = 0): string =>
  value.toLocaleString('en-GB', { maximumFractionDigits: digits })

/** `1.2 (1.1–1.4)`: the median of repeated rounds with their range; empty without any. */
export const withRange = (values: number[], digits = 0): string =>
  values.length === 0
    ? ''
    : `${rounded(median(values), digits)} (${rounded(Math.min(...values), digits)}–${rounded(Math.max(...values), digits)})`

export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
