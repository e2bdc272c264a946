import { staffRefusalOf } from '#lib/session/staff-refusal.ts'

/** The database's refusal codes for writes about money, which are keys under `refused`. */
const KNOWN = [
  'no_such_payment',
  'payment_disputed',
  'refund_exceeds',
  'words_missing',
  'price_in_the_past',
  'price_exists',
  'code_wrong',
  'discount_wrong',
  'ends_too_early',
  'most_wrong',
  'coupon_exists',
  'no_such_coupon',
  'slug_wrong',
  'plan_exists',
  'price_missing',
  'no_such_notice',
  'no_address',
] as const

type Refusal = (typeof KNOWN)[number] | 'staff_needs_aal2' | 'needs_factor' | 'not_admin' | 'other'

export function moneyRefusalOf(error: unknown): Refusal {
  const { message, code } = error as { message?: string; code?: string }
  if (code === '23505' && message?.includes('plan_prices')) return 'price_exists'
  const known = KNOWN.find((key) => key === message)
  if (known) return known
  const staff = staffRefusalOf(error)
  return staff === 'staff_needs_aal2' || staff === 'needs_factor' || staff === 'not_admin' ? staff : 'other'
}
