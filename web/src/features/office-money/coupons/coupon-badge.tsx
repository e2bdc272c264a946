import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import type { Coupon } from './coupons.ts'

/** Whether a coupon can be redeemed now. */
export function CouponBadge({ coupon }: { coupon: Coupon }) {
  const { t } = useTranslation('office-money')
  const now = useNow()
  if (coupon.ends_at !== null && Date.parse(coupon.ends_at) <= now) return <Badge>{t('coupons.ended')}</Badge>
  if (Date.parse(coupon.starts_at) > now) return <Badge tone="info">{t('coupons.toCome')}</Badge>
  if (coupon.most !== null && coupon.used >= coupon.most)
    return <Badge tone="warn">{t('coupons.usedUp')}</Badge>
  return <Badge tone="gain">{t('coupons.running')}</Badge>
}
