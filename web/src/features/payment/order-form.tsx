import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { type BillingDetails, type Means, moneyRefusal, type PaymentProvider } from '#lib/money/money.ts'
import { type Period, type Plan, priceOf } from '#lib/money/plan.ts'
import { plansOnSale } from '#lib/money/public-plans.ts'
import { TERMS_VERSION, WAIVER_VERSION } from '#lib/site/terms-version.ts'
import { BillingFields } from '#parts/money/billing-fields.tsx'
import { acceptedCard } from '#parts/money/test-card-fields.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { AcceptTerms } from './accept-terms.tsx'
import { BankDialog } from './bank-dialog.tsx'
import { CouponField } from './coupon-field.tsx'
import { MeansCard } from './means-card.tsx'
import { keepDraft, readDraft } from './order.ts'
import { OrderSummary } from './order-summary.tsx'
import { PlanCard } from './plan-card.tsx'
import { priceKey } from './price-key.ts'
import { quoteQuery } from './queries.ts'
import { usePayment } from './use-payment.ts'
import { useSettled } from './use-settled.ts'
import { WaiverBox } from './waiver-box.tsx'

type Props = {
  plans: readonly Plan[]
  plan: Plan
  period: Period
  onPlan: (plan: string, period: Period) => void
  offered: readonly { means: Means; provider: PaymentProvider }[]
  details: BillingDetails
  /** The next period of a contract paid in crypto: plan and method stay the same. */
  renewal: boolean
  onMeans: (provider: PaymentProvider) => void
}

/** An order on one page: plan, method, billing details, price, and the binding terms. */
export function OrderForm({ plans, plan, period, onPlan, offered, details: known, renewal, onMeans }: Props) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const [draft, setDraft] = useState(() => {
    const kept = readDraft()
    const means = offered.find((one) => one.means === kept.means)?.means ?? offered[0]?.means ?? 'card'
    return {
      details: kept.details ?? known,
      means,
      coupon: kept.coupon ?? '',
      waiver: kept.waiver ?? false,
    }
  })
  const change = (changes: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...changes }))
  useEffect(() => keepDraft(draft), [draft])
  const [card, setCard] = useState(() => acceptedCard(new Date().getFullYear()))
  // Input for another order must not apply to a renewal: no coupon, and no waiver for a plan without downloads.
  const coupon = renewal ? '' : draft.coupon
  const waivable = !renewal && plan.downloads
  const waived = waivable && draft.waiver
  const { country, vat_number } = draft.details
  const number = useSettled(vat_number ?? '')
  const quote = useQuery({
    ...quoteQuery(plan.slug, period, { country, vat_number: number }, coupon),
    placeholderData: keepPreviousData,
  })
  const shown = quote.data
  // The person agrees to what the screen shows: not while another quote is loading, nor with a refused coupon.
  const current = !quote.isPlaceholderData && number === (vat_number ?? '')
  const couponRefusal = (coupon && current && shown?.coupon_refusal) || null
  const ready = shown !== undefined && current && couponRefusal === null
  const quoteRefusal = quote.isError ? moneyRefusal(quote.error) : null
  const queries = useQueryClient()
  const { busy, refusal, setRefusal, order, bank, answered } = usePayment(() => {
    void queries.invalidateQueries({ queryKey: ['quote'] })
    void queries.invalidateQueries(plansOnSale)
  })
  const provider = offered.find(({ means }) => means === draft.means)?.provider ?? 'sandbox'
  useEffect(() => onMeans(provider), [onMeans, provider])
  const test = provider === 'sandbox'

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!ready) return
    if (draft.details.name.trim() === '') return setRefusal('name_missing')
    void order(
      {
        plan: plan.slug,
        period,
        means: draft.means,
        details: draft.details,
        terms_version: TERMS_VERSION,
        waiver_version: waived ? WAIVER_VERSION : null,
        coupon: coupon || null,
        expected_total: shown.total,
        waiver: waived,
      },
      card,
    )
  }
  const beside =
    refusal &&
    ['name_missing', 'address_required', 'vat_number_wrong', 'not_a_test_card', 'expiry_wrong'].includes(
      refusal,
    )
  return (
    <form
      onSubmit={submit}
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,440px)] lg:gap-6"
    >
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        <PlanCard plans={plans} plan={plan} period={period} onChange={onPlan} fixed={renewal} />
        <MeansCard
          offered={offered}
          means={draft.means}
          onMeans={(means) => change({ means })}
          card={card}
          onCard={setCard}
          refusal={refusal}
        />
        <Card className="p-4 md:p-6">
          <h2 className="mb-4 font-semibold">{t('billing.title')}</h2>
          <BillingFields
            details={draft.details}
            onChange={(details) => change({ details })}
            refusal={refusal}
            numberFits={current ? shown?.vat_number_fits : null}
          />
        </Card>
      </div>
      <Card className="divide-y divide-line lg:sticky lg:top-6">
        <OrderSummary plan={plan} period={period} quote={shown} means={draft.means}>
          {renewal ? null : (
            <CouponField
              value={draft.coupon}
              onChange={(coupon) => change({ coupon })}
              refusal={couponRefusal}
              applied={Boolean(coupon && shown?.coupon)}
            />
          )}
        </OrderSummary>
        <div className="p-4 md:p-6">
          {waivable ? (
            <WaiverBox
              checked={draft.waiver}
              onChange={(waiver) => change({ waiver })}
              withdrawUntil={shown?.withdraw_until}
            />
          ) : null}
          {quoteRefusal ? (
            <div className="mt-4">
              <Notice refusal>{t(`refusals.${quoteRefusal}`)}</Notice>
            </div>
          ) : null}
          {refusal ? (
            <div className="mt-4">
              <Notice refusal>
                {t(beside ? 'seeFields' : `refusals.${refusal}`)}
                {refusal === 'already_subscribed' ? (
                  <>
                    {' '}
                    <Link to="/mon-compte?onglet=abonnement">{t('toAccount')}</Link>
                  </>
                ) : null}
              </Notice>
            </div>
          ) : null}
          <Button
            type="submit"
            variant="primary"
            size="lg"
            block
            className="mt-4"
            busy={busy}
            disabled={busy || !ready}
          >
            {t('order')}
          </Button>
          <p className="mt-3 text-12 text-pretty text-muted">
            {t(priceKey(test, shown?.tax === 0), {
              total: shown ? format.money(shown.total, shown.currency) : format.dash,
            })}{' '}
            {test ? null : `${t(`led.${provider as 'stripe'}`)} `}
            <AcceptTerms />
          </p>
        </div>
      </Card>
      {bank ? <BankDialog checkout={bank} onAnswered={answered} /> : null}
      {/* Prices of the demonstration are marked as such. */}
      {priceOf(plan, period)?.demonstration ? <span className="sr-only">{t('example')}</span> : null}
    </form>
  )
}
