// Owns the back-office's reads and writes of coupons.
import { AUDIT } from '#lib/data/audit.ts'
import { supabase } from '#lib/data/client.ts'
import { unwrap, useWrite } from '#lib/data/query.ts'
import type { ListResource } from '#lib/data/resource.ts'
import type { Period } from '#lib/money/plan.ts'

export type Coupon = {
  id: string
  percent: number | null
  amount: number | null
  plan: string | null
  period: Period | null
  starts_at: string
  ends_at: string | null
  most: number | null
  used: number
  /** The number of paid orders that used it. */
  given: number
}

export type CouponUse = {
  id: string
  user_id: string
  member_name: string | null
  reference: string
  state: 'open' | 'waiting' | 'paid' | 'failed' | 'expired'
  total: number
  currency: string
  provider: string
  at: string
}

export const COUPONS: ListResource<Coupon> = {
  name: 'office-coupons',
  // The list is short and returned in a single page.
  list: async ({ after }) =>
    after
      ? []
      : (unwrap(await supabase.rpc('list_coupons')).map(({ code, ...row }) => ({
          id: code,
          ...row,
        })) as Coupon[]),
}

export const COUPON_USES: ListResource<CouponUse> = {
  name: 'office-coupon-uses',
  list: async ({ filter: { code = '' }, after, most }) =>
    unwrap(
      await supabase.rpc('list_coupon_uses', {
        of_code: code,
        most,
        ...(after ? { before_at: after.at } : {}),
      }),
    ).map(({ checkout_id, ...row }) => ({ id: checkout_id, ...row })) as CouponUse[],
}

const STALE = [[COUPONS.name], [AUDIT.name]] as const

export type NewCoupon = {
  code: string
  percent?: number
  amount?: number
  of_plan?: string
  of_period?: Period
  ends_at?: string
  most?: number
}

export const useMakeCoupon = () =>
  useWrite(async (coupon: NewCoupon) => unwrap(await supabase.rpc('make_coupon', coupon)), STALE)

export const useEndCoupon = () =>
  useWrite(async (code: string) => unwrap(await supabase.rpc('end_coupon', { code })), STALE)
