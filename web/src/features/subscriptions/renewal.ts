import type { Period } from '#lib/money/plan.ts'

/** The day on which a period that begins now ends, in the visitor's calendar; in a month without that day, the last one. */
export function renewalOf(from: Date, period: Period): Date {
  const [year, month] = [from.getFullYear(), from.getMonth() + (period === 'year' ? 12 : 1)]
  const lastDay = new Date(year, month + 1, 0).getDate()
  return new Date(year, month, Math.min(from.getDate(), lastDay), 12)
}
