import { useState } from 'react'
import { useRows } from '#lib/data/resource.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { DetailSection } from '#ui/figure/facts.tsx'
import { Notice } from '#ui/notice.tsx'
import { DetailSheet } from '#ui/overlay/detail-sheet.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { AuditTrail } from '#ui/product/audit-trail.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { moneyRefusalOf } from '../money-refusal.ts'
import { TestBadge } from '../payments/payment-badge.tsx'
import { CouponBadge } from './coupon-badge.tsx'
import { COUPON_USES, COUPONS, useEndCoupon } from './coupons.ts'

/** One coupon: its uses in order, what staff did, and the action that ends it. */
export function CouponSheet({ code, onClose }: { code: string | null; onClose: () => void }) {
  const { t } = useTranslation('office-money')
  const coupon = useRows(COUPONS).rows.find(({ id }) => id === code)
  const now = useNow()
  const [ending, setEnding] = useState(false)
  return (
    <DetailSheet
      full
      open={code !== null}
      title={code}
      badge={coupon && <CouponBadge coupon={coupon} />}
      onClose={onClose}
    >
      {coupon && (coupon.ends_at === null || Date.parse(coupon.ends_at) > now) && (
        <div className="border-b border-line px-4 py-3 md:px-6">
          <Button variant="danger" onClick={() => setEnding(true)}>
            {t('coupons.end')}
          </Button>
          {ending && <EndDialog code={coupon.id} onClose={() => setEnding(false)} />}
        </div>
      )}
      {code !== null && (
        <>
          <DetailSection title={t('coupons.uses')}>
            <Uses code={code} />
          </DetailSection>
          <DetailSection title={t('payments.trail')}>
            <AuditTrail filter={{ table: 'coupons', row: code }} />
          </DetailSection>
        </>
      )}
    </DetailSheet>
  )
}

function Uses({ code }: { code: string }) {
  const { t } = useTranslation('office-money')
  const format = useFormat()
  const uses = useRows(COUPON_USES, { code })
  if (uses.isLoadingError) return <ErrorState onRetry={() => void uses.refetch()} />
  if (uses.isPending) return <Skeleton className="h-24" />
  if (uses.rows.length === 0) return <p className="text-muted">{t('coupons.noUse')}</p>
  return (
    <>
      <ul className="divide-y divide-line">
        {uses.rows.map((use) => (
          <li key={use.id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <span className="min-w-0 font-medium [overflow-wrap:anywhere]">
              {use.member_name ?? t('erased')}
            </span>
            <span className="tabular flex flex-wrap items-center gap-2 text-13 text-muted">
              {use.provider === 'sandbox' && <TestBadge />}
              <Badge tone={use.state === 'paid' ? 'gain' : 'neutral'}>{t(`orders.${use.state}`)}</Badge>
              {use.reference} · {format.money(use.total, use.currency)} · {format.parisDateTime(use.at)}
            </span>
          </li>
        ))}
      </ul>
      {uses.hasNextPage && (
        <Button variant="outline" busy={uses.isFetchingNextPage} onClick={() => void uses.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </>
  )
}

function EndDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const { t } = useTranslation('office-money')
  const end = useEndCoupon()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('coupons.endAsk', { code })}
      description={t('coupons.endNote')}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            variant="danger"
            busy={end.isPending}
            onClick={() =>
              end.mutate(code, {
                onSuccess: () => {
                  toast({ title: t('coupons.endDone', { code }) })
                  onClose()
                },
              })
            }
          >
            {t('coupons.end')}
          </Button>
        </>
      }
    >
      {end.error !== null && <Notice refusal>{t(`refused.${moneyRefusalOf(end.error)}`)}</Notice>}
    </Dialog>
  )
}
