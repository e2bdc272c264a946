import type { WithdrawalQuote } from './money.ts'

const DAY = 86_400_000

/** What a withdrawal gives back from a moment on (`at`: Unix time in milliseconds; `refund`: minor units). */
export type RefundStep = { at: number; refund: number }

/**
 * What a withdrawal gives back on each day of the right to withdraw: what was paid, less the completed days in Paris out of the
 * period's days, the used part rounded down (Code de la consommation, art. L221-25). Null where nothing was paid, and where the quote
 * counts in another way, as after a change of plan. Midnights are counted back from the end of the right: an hour off before a clock change.
 */
export function refundSteps(
  { until, paid, refund, days, days_used: used }: WithdrawalQuote,
  starts: number,
  now: number,
): RefundStep[] | null {
  const end = Date.parse(until ?? '') + 1000
  if (!(paid > 0 && days > 0 && end > now)) return null
  const last = used + Math.floor((end - now) / DAY)
  const after = (day: number) => paid - Math.floor((paid * day) / days)
  if (after(used) !== refund) return null
  return Array.from({ length: last + 1 }, (_, day) => ({
    at: day === 0 ? starts : end - (last - day + 1) * DAY,
    refund: after(day),
  }))
}
