import type { PremiumPeriod } from '../queries.ts'

export type AccessSpan = { starts: number; ends: number }

/** The current premium access as one span: periods that overlap or follow without a gap count as one. Null without one. */
export function accessSpan(periods: readonly PremiumPeriod[], now: number): AccessSpan | null {
  const ordered = periods
    .map(({ starts_at, ends_at }) => ({ starts: Date.parse(starts_at), ends: Date.parse(ends_at) }))
    .sort((one, other) => one.starts - other.starts)
  let span: AccessSpan | null = null
  for (const { starts, ends } of ordered) {
    if (span && starts <= span.ends) span.ends = Math.max(span.ends, ends)
    else if (span && span.starts <= now && now < span.ends) break
    else span = { starts, ends }
  }
  return span && span.starts <= now && now < span.ends ? span : null
}
