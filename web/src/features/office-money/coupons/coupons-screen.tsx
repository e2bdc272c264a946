import { Plus, TicketPercent } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#lib/language/i18n.ts'
import { brand } from '#lib/site/brand.ts'
import { Button } from '#ui/button.tsx'
import { useColumns } from '#ui/table/column-kit.tsx'
import { ResourceDesk } from '#ui/table/resource-desk.tsx'
import { DemonstrationNote } from '../demonstration-note.tsx'
import { usePlanName } from '../plans/plans.ts'
import { CouponBadge } from './coupon-badge.tsx'
import { CouponDialog } from './coupon-dialog.tsx'
import { CouponSheet } from './coupon-sheet.tsx'
import { COUPONS, type Coupon } from './coupons.ts'

/** Discount codes for a first payment: the discount, the eligible plans, the expiry, and the uses. */
export default function CouponsScreen() {
  const { t } = useTranslation('office-money')
  const planName = usePlanName()
  const [making, setMaking] = useState(false)
  const columns = useColumns<Coupon>(
    (c, format) => [
      c.text('id', t('coupons.code'), 260, {
        narrow: 'name',
        cell: (coupon) => (
          <span className="flex min-w-0 items-center gap-2">
            <code className="truncate text-13 font-semibold">{coupon.id}</code>
            <CouponBadge coupon={coupon} />
          </span>
        ),
      }),
      c.number('percent', t('coupons.discount'), 110, {
        narrow: 'state',
        value: ({ percent, amount }) =>
          percent === null
            ? format.moneyShort(-(amount ?? 0), brand.currency)
            : format.percent(-percent / 100),
      }),
      c.text('plan', t('coupons.for'), 200, {
        narrow: 'fact',
        value: ({ plan, period }) =>
          [plan ? planName(plan) : t('coupons.anyPlan'), period && t(`periods.${period}`)]
            .filter(Boolean)
            .join(' · '),
      }),
      c.number('used', t('coupons.used'), 100, {
        value: ({ used, most }) =>
          most === null ? format.number(used) : `${format.number(used)} / ${format.number(most)}`,
      }),
      c.number('given', t('coupons.given'), 90),
      c.parisDay('starts_at', t('coupons.starts'), 120),
      c.parisMoment('ends_at', t('coupons.ends'), 160),
    ],
    [t, planName],
  )
  return (
    <ResourceDesk
      resource={COUPONS}
      title={t('coupons.title')}
      purpose={t('coupons.purpose')}
      note={<DemonstrationNote />}
      action={
        <Button
          variant="primary"
          icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => setMaking(true)}
        >
          {t('coupons.make')}
        </Button>
      }
      columns={columns}
      file={{ at: 'code', sheet: (code, close) => <CouponSheet code={code} onClose={close} /> }}
      empty={{ icon: TicketPercent, title: t('coupons.none'), note: t('coupons.noneNote') }}
    >
      {making && <CouponDialog onClose={() => setMaking(false)} />}
    </ResourceDesk>
  )
}
