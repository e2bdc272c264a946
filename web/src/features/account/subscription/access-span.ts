import type { PremiumPeriod } from '../queries.ts'

const DAY = 86_400_000

export type AccessSpan = {
  starts: number
  ends: number
  day: number
  days: number /** 0 to 1. */
  gone: number
}

/**
 * The current premium access as one span: periods that overlap or follow without a gap count as one. Null without one. `day`
 * counts from 1.
 */
export function accessSpan(periods: readonly PremiumPeriod[], now: number): AccessSpan | null {
  const ordered = periods
    .map(({ starts_at, ends_at }) => ({ starts: Date.parse(starts_at), ends: Date.parse(ends_at) }))
    .sort((one, other) => one.starts - other.starts)
  let span: { starts: number; ends: number } | null = null
  for (const { starts, ends } of ordered) {
    if (span && starts <= span.ends) span.ends = Math.max(span.ends, ends)
    else if (span && span.starts <= now && now < span.ends) break
    else span = { starts, ends }
  }
  if (!span || now < span.starts || now >= span.ends) return null
  const length = span.ends - span.starts
  return {
    ...span,
    day: Math.floor((now - span.starts) / DAY) + 1,
    days: Math.max(1, Math.ceil(length / DAY)),
    gone: (now - span.starts) / length,
  }
}
