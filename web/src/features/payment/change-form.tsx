import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useNavigate } from '#lib/browser/navigate.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { moneyRefusal, type Subscription } from '#lib/money/money.ts'
import type { Period, Plan } from '#lib/money/plan.ts'
import { TERMS_VERSION } from '#lib/site/terms-version.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/overlay/toast.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { AcceptTerms } from './accept-terms.tsx'
import { BankDialog } from './bank-dialog.tsx'
import { PlanCard } from './plan-card.tsx'
import { PresentCard } from './present-card.tsx'
import { priceKey } from './price-key.ts'
import { changePlan, changeQuoteQuery } from './queries.ts'
import { Deadlines, SummaryLines, SummaryTotal } from './summary-card.tsx'
import { usePayment } from './use-payment.ts'

type Props = {
  plans: readonly Plan[]
  plan: Plan
  period: Period
  onPlan: (plan: string, period: Period) => void
  running: Subscription
}

const ACCOUNT = '/mon-compte?onglet=abonnement'

/** Another plan or period for a current contract: the server computes credit, charge and date before anything is ordered. */
export function ChangeForm({ plans, plan, period, onPlan, running }: Props) {
  const { t, i18n } = useTranslation('payment')
  const format = useFormat()
  const navigate = useNavigate()
  // Choosing the current plan while a change is scheduled cancels that change, and has its own quote.
  const present = plan.slug === running.plan && period === running.period && running.next_plan === null
  const quote = useQuery({ ...changeQuoteQuery(plan.slug, period), enabled: !present })
  const { busy, refusal, once, follow, bank, answered } = usePayment(() => void quote.refetch())
  const nameOf = (slug: string) => plans.find((one) => one.slug === slug)?.name[i18n.language] ?? slug
  const { data } = quote
  const money = (amount: number) => format.money(amount, data?.currency ?? running.currency)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!data) return
    void once(async () => {
      const { checkout } = await changePlan(plan.slug, period, data.due, TERMS_VERSION)
      if (checkout) return follow(checkout)
      toast({
        title: t('change.noted'),
        description: t('change.notedText', { date: format.parisDay(data.at) }),
      })
      navigate(ACCOUNT)
    })
  }
  const why = refusal ?? (quote.isError ? moneyRefusal(quote.error) : null)
  return (
    <form
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,440px)] lg:gap-6"
    >
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        <PlanCard plans={plans} plan={plan} period={period} onChange={onPlan} />
        {present ? null : (
          <p className="px-1 text-13 text-pretty text-muted">
            {t('change.now', {
              plan: t(`summary.item.${running.period}`, { plan: nameOf(running.plan) }),
              date: format.parisLongDay(running.current_period_end),
            })}
          </p>
        )}
      </div>
      {present ? (
        <PresentCard plans={plans} running={running} onPlan={onPlan} />
      ) : (
        <Card className="divide-y divide-line lg:sticky lg:top-6">
          <div className="p-4 md:p-6">
            <h2 className="mb-4 font-semibold">{t('summary.title')}</h2>
            {quote.isPending ? <Skeleton className="h-36 w-full" /> : null}
            {data ? (
              <>
                <SummaryLines
                  lines={
                    data.due > 0
                      ? [
                          {
                            name: t('change.charge', {
                              plan: nameOf(plan.slug),
                              date: format.parisDay(data.renews_at ?? running.current_period_end),
                            }),
                            value: money(data.charge),
                          },
                          {
                            name: t('change.credit', { plan: nameOf(running.plan) }),
                            value: money(-data.credit),
                          },
                        ]
                      : [
                          {
                            name: t(`summary.item.${period}`, { plan: nameOf(plan.slug) }),
                            value: money(data.renewal_total),
                          },
                        ]
                  }
                />
                <SummaryTotal name={t('summary.today')} value={money(data.due)} />
              </>
            ) : null}
            {why ? (
              <Notice refusal={why !== 'nothing_to_change'}>
                {t(`refusals.${why}`)} <Link to={ACCOUNT}>{t('toAccount')}</Link>
              </Notice>
            ) : null}
          </div>
          {data ? (
            <div className="p-4 md:p-6">
              <Deadlines
                deadlines={[
                  data.takes_effect === 'now'
                    ? {
                        date: format.parisDay(data.at),
                        title: t('change.atOnce'),
                        text: t('change.atOnceText'),
                      }
                    : {
                        date: format.parisDay(data.at),
                        title: t('change.later'),
                        text: t('change.laterText'),
                      },
                  ...(data.renews_at
                    ? [
                        {
                          date: format.parisDay(data.renews_at),
                          title: t('dates.renewal', { amount: money(data.renewal_total) }),
                          text: t('dates.renewalText'),
                        },
                      ]
                    : []),
                ]}
              />
            </div>
          ) : null}
          <div className="p-4 md:p-6">
            <Button type="submit" variant="primary" size="lg" block busy={busy} disabled={busy || !data}>
              {t(data && data.due > 0 ? 'order' : 'change.confirm')}
            </Button>
            <p className="mt-3 text-12 text-pretty text-muted">
              {t(priceKey(running.provider === 'sandbox', data?.tax_rate === 0), {
                total: data ? money(data.due) : format.dash,
              })}{' '}
              <AcceptTerms />
            </p>
          </div>
        </Card>
      )}
      {bank ? <BankDialog checkout={bank} onAnswered={answered} /> : null}
    </form>
  )
}
