import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Link } from '#lib/browser/router-link.tsx'
import { countryName } from '#lib/language/countries.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Button } from '#ui/button.tsx'
import { DetailSection, Facts } from '#ui/figure/facts.tsx'
import { FileSheet } from '#ui/overlay/file-sheet.tsx'
import { AuditTrail } from '#ui/product/audit-trail.tsx'
import { usePlanName } from '../plans/plans.ts'
import { PaymentBadge, TestBadge } from './payment-badge.tsx'
import { PaymentTimeline } from './payment-timeline.tsx'
import { PAYMENT_FILES, type PaymentFile, REFUND_TRAILS } from './payments.ts'
import { RefundDialog } from './refund-dialog.tsx'

/** One payment: its order, its events, its ledger entries, and the refund action. */
export function PaymentSheet({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { t } = useTranslation('office-money')
  const format = useFormat()
  return (
    <FileSheet
      resource={PAYMENT_FILES}
      id={id}
      title={(payment) => (payment ? format.money(payment.amount, payment.currency) : t('payments.one'))}
      badge={(payment) => (
        <span className="flex gap-1.5">
          <PaymentBadge state={payment.state} />
          {payment.provider === 'sandbox' && <TestBadge />}
        </span>
      )}
      gone={t('payments.gone')}
      onClose={onClose}
    >
      {(payment) => <PaymentDetail payment={payment} />}
    </FileSheet>
  )
}

/** The evidence of the member's country, unmodified; staff resolve contradictions. */
function Places({ billing, card, agree }: PaymentFile['places']) {
  const { t, i18n } = useTranslation('office-money')
  const name = (code: string) => countryName(code, i18n.language)
  return (
    <>
      {t('payments.places.billing', { country: name(billing) })}
      {' · '}
      {card ? t('payments.places.card', { country: name(card) }) : t('payments.places.noCard')}
      {agree === false && (
        <span className="mt-1 flex items-start gap-1.5 text-13 text-pretty text-warn">
          <TriangleAlert size={14} strokeWidth={1.75} className="mt-0.5 shrink-0" aria-hidden />
          {t('payments.places.differ')}
        </span>
      )}
    </>
  )
}

function PaymentDetail({ payment }: { payment: PaymentFile }) {
  const { t } = useTranslation('office-money')
  const format = useFormat()
  const planName = usePlanName()
  const [asking, setAsking] = useState(false)
  const money = (minor: number) => <span className="tabular">{format.money(minor, payment.currency)}</span>
  const day = (moment: string | null) => <span className="tabular">{format.parisDateTime(moment)}</span>
  const { member, contract, checkout, method, commission, referral } = payment
  const until = payment.access.at(-1)?.ends_at
  return (
    <>
      {payment.refundable > 0 && (
        <div className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3 md:px-6">
          <Button variant="danger" onClick={() => setAsking(true)}>
            {t('refund.do')}
          </Button>
          <span className="text-13 text-muted">
            {t('refund.left', { amount: format.money(payment.refundable, payment.currency) })}
          </span>
          {asking && <RefundDialog payment={payment} onClose={() => setAsking(false)} />}
        </div>
      )}
      <DetailSection title={t('payments.what')}>
        <Facts
          rows={[
            {
              name: t('payments.member'),
              value: member ? (
                <Link to={`/admin/membres?membre=${payment.user_id}`} className="underline">
                  {member.name}
                </Link>
              ) : (
                t('erased')
              ),
            },
            { name: t('payments.email'), value: member?.email ?? format.dash },
            {
              name: t('payments.plan'),
              value: `${planName(contract.plan)} · ${t(`periods.${contract.period}`)} · ${t(`kinds.${checkout?.kind ?? 'renewal'}`)}`,
            },
            {
              name: t('payments.provider'),
              value: [
                t(`providers.${payment.provider}`),
                method?.brand,
                method?.last4 && `•••• ${method.last4}`,
              ]
                .filter(Boolean)
                .join(' · '),
            },
            {
              name: t('payments.number'),
              value: <code className="[overflow-wrap:anywhere] text-13">{payment.provider_payment}</code>,
            },
            { name: t('payments.net'), value: money(payment.net) },
            {
              name: t('payments.tax', {
                country: payment.country,
                rate: format.number(payment.tax_rate, Number.isInteger(payment.tax_rate) ? 0 : 1),
              }),
              value: money(payment.tax),
            },
            ...(payment.surplus > 0 ? [{ name: t('payments.surplus'), value: money(payment.surplus) }] : []),
            ...(checkout?.coupon ? [{ name: t('coupons.one'), value: checkout.coupon }] : []),
            { name: t('payments.places.title'), value: <Places {...payment.places} /> },
            { name: t('payments.paidAt'), value: day(payment.paid_at) },
            {
              name: t('payments.bought'),
              value: payment.period_start ? (
                <>
                  {day(payment.period_start)} – {day(payment.period_end)}
                </>
              ) : (
                format.dash
              ),
            },
            { name: t('payments.access'), value: until ? day(until) : t('payments.noAccess') },
            ...(referral
              ? [
                  {
                    name: t('referral.one'),
                    value: (
                      <>
                        {referral.name ?? t('erased')}
                        {referral.blocked_for && (
                          <span className="block text-loss">
                            {t(`referral.blocked.${referral.blocked_for}`)}
                          </span>
                        )}
                      </>
                    ),
                  },
                ]
              : []),
            ...(commission
              ? [
                  {
                    name: t('payments.commission', { percent: format.number(commission.percent, 1) }),
                    value: money(commission.amount),
                  },
                ]
              : []),
          ]}
        />
      </DetailSection>
      <DetailSection title={t('payments.timeline')}>
        <PaymentTimeline payment={payment} />
      </DetailSection>
      <DetailSection title={t('payments.books')}>
        {payment.entries.length === 0 ? (
          <p className="text-muted">{t('payments.noEntry')}</p>
        ) : (
          <ul className="divide-y divide-line">
            {payment.entries.map((entry) => (
              <li key={entry.id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
                <span className="min-w-0">
                  <code className="[overflow-wrap:anywhere] text-13">{entry.account}</code>{' '}
                  <span className="tabular text-12 text-muted">{format.parisDay(entry.at)}</span>
                </span>
                {money(entry.amount)}
              </li>
            ))}
          </ul>
        )}
      </DetailSection>
      {payment.refunds.length > 0 && (
        <DetailSection title={t('payments.trail')}>
          <AuditTrail
            resource={REFUND_TRAILS}
            filter={{ refunds: payment.refunds.map(({ id }) => id).join(',') }}
          />
        </DetailSection>
      )}
    </>
  )
}
