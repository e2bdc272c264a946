import { Plus, TicketPercent } from 'lucide-react'
import { useMemo, useState } from 'react'
import { withParameters } from '#lib/browser/search-filter.ts'
import { useSearchParams } from '#lib/browser/search-params.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { brand } from '#lib/site/brand.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'
import { ResourceDesk } from '#ui/table/resource-desk.tsx'
import type { TableColumn } from '#ui/table/table-column.ts'
import { CouponBadge } from './coupon-badge.tsx'
import { CouponDialog } from './coupon-dialog.tsx'
import { CouponSheet } from './coupon-sheet.tsx'
import { COUPONS, type Coupon } from './coupons.ts'
import { DemonstrationNote } from './demonstration-note.tsx'
import { usePlanName } from './plans.ts'

/** Codes that take something off a first payment: what they give, to whom, until when, and who used them. */
export default function CouponsScreen() {
  const { t } = useTranslation('office-money')
  const format = useFormat()
  const planName = usePlanName()
  const [search, setSearch] = useSearchParams()
  const [making, setMaking] = useState(false)
  const open = (code: string | null) =>
    setSearch((current) => withParameters(current, { code }), { replace: true })
  const columns = useMemo(
    (): TableColumn<Coupon>[] => [
      {
        key: 'code',
        narrow: 'name',
        title: t('coupons.code'),
        value: ({ id }) => id,
        cell: (coupon) => (
          <span className="flex min-w-0 items-center gap-2">
            <code className="truncate text-13 font-semibold">{coupon.id}</code>
            <CouponBadge coupon={coupon} />
          </span>
        ),
        width: 260,
      },
      {
        key: 'discount',
        narrow: 'state',
        title: t('coupons.discount'),
        value: (coupon) =>
          coupon.percent === null
            ? format.moneyShort(-(coupon.amount ?? 0), brand.currency)
            : format.percent(-coupon.percent / 100),
        numeric: true,
        width: 110,
      },
      {
        key: 'for',
        narrow: 'fact',
        title: t('coupons.for'),
        value: ({ plan, period }) =>
          [plan ? planName(plan) : t('coupons.anyPlan'), period && t(`periods.${period}`)]
            .filter(Boolean)
            .join(' · '),
        width: 200,
      },
      {
        key: 'used',
        title: t('coupons.used'),
        value: ({ used, most }) =>
          most === null ? format.number(used) : `${format.number(used)} / ${format.number(most)}`,
        numeric: true,
        width: 100,
      },
      {
        key: 'given',
        title: t('coupons.given'),
        value: ({ given }) => given,
        numeric: true,
        width: 90,
      },
      {
        key: 'starts',
        title: t('coupons.starts'),
        value: ({ starts_at }) => starts_at,
        cell: ({ starts_at }) => <span className="tabular">{format.parisDay(starts_at)}</span>,
        width: 120,
      },
      {
        key: 'ends',
        title: t('coupons.ends'),
        value: ({ ends_at }) => ends_at,
        cell: ({ ends_at }) => <span className="tabular">{format.parisDateTime(ends_at)}</span>,
        width: 160,
      },
    ],
    [t, format, planName],
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
      onOpen={({ id }) => open(id)}
      empty={
        <EmptyState
          icon={<TicketPercent size={20} strokeWidth={1.75} aria-hidden />}
          title={t('coupons.none')}
        >
          {t('coupons.noneNote')}
        </EmptyState>
      }
    >
      <CouponSheet code={search.get('code')} onClose={() => open(null)} />
      {making && <CouponDialog onClose={() => setMaking(false)} />}
    </ResourceDesk>
  )
}
