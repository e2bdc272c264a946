import type { Period } from '#lib/money/plan.ts'

/** The day a period that begins now ends, in the visitor's own calendar; a month without that day ends on its last. */
export function renewalOf(from: Date, period: Period): Date {
  const [year, month] = [from.getFullYear(), from.getMonth() + (period === 'year' ? 12 : 1)]
  const lastDay = new Date(year, month + 1, 0).getDate()
  return new Date(year, month, Math.min(from.getDate(), lastDay), 12)
}
