import type { ReactNode } from 'react'
import { type Format, useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import type { Means } from '#lib/money/money.ts'
import type { Period, Plan } from '#lib/money/plan.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Quote } from './queries.ts'
import { Deadlines, SummaryLines, SummaryTotal } from './summary-card.tsx'

type Props = { plan: Plan; period: Period; quote: Quote | undefined; means: Means; children: ReactNode }

/** The order's total and dates, exact to the cent and the day, before anything is binding. */
export function OrderSummary({ plan, period, quote, means, children }: Props) {
  const { t, i18n } = useTranslation('payment')
  const format = useFormat()
  const name = plan.name[i18n.language]
  if (!quote) {
    return (
      <div className="p-4 md:p-6" aria-busy="true">
        <h2 className="mb-4 font-semibold">{t('summary.title')}</h2>
        <Skeleton className="h-52 w-full" />
      </div>
    )
  }
  const money = (amount: number) => format.money(amount, quote.currency)
  const { treatment } = quote
  const taxed = treatment === 'domestic' || treatment === 'one_stop_shop'
  const tax = t('summary.tax', { rate: rate(format, quote.tax_rate) })
  const item = t(`summary.item.${period}`, { plan: name })
  return (
    <>
      <div className="p-4 md:p-6">
        <h2 className="mb-4 font-semibold">{t('summary.title')}</h2>
        <SummaryLines
          lines={
            quote.discount > 0
              ? [
                  {
                    name: taxed ? t('summary.withTax', { item }) : item,
                    value: money(quote.total + quote.discount),
                  },
                  { name: t('summary.coupon', { code: quote.coupon }), value: money(-quote.discount) },
                  ...(taxed
                    ? [
                        { name: t('summary.net'), value: money(quote.net) },
                        { name: tax, value: money(quote.tax) },
                      ]
                    : []),
                ]
              : [
                  { name: item, value: money(quote.net) },
                  ...(taxed ? [{ name: tax, value: money(quote.tax) }] : []),
                ]
          }
        />
        <SummaryTotal name={t('summary.today')} value={money(quote.total)} />
        {taxed ? null : (
          <p className="mt-2 text-13 text-pretty text-muted">{t(`summary.untaxed.${treatment}`)}</p>
        )}
        <div className="mt-3">{children}</div>
      </div>
      <div className="p-4 md:p-6">
        <Deadlines
          deadlines={[
            {
              date: format.parisDay(quote.withdraw_until),
              title: t('dates.withdrawal'),
              text: t('dates.withdrawalText'),
            },
            means === 'card'
              ? {
                  date: format.parisDay(quote.renews_at),
                  title: t('dates.renewal', { amount: money(quote.renewal_total) }),
                  text: t(quote.discount > 0 ? 'dates.renewalFull' : 'dates.renewalText'),
                }
              : {
                  date: format.parisDay(quote.renews_at),
                  title: t('dates.end'),
                  text: t('dates.endText', { amount: money(quote.renewal_total) }),
                },
          ]}
        />
      </div>
    </>
  )
}

/** `20 %`, `25,5 %` */
export const rate = (format: Format, percent: number): string =>
  format.percent(percent / 100, Number.isInteger(percent) ? 0 : 1)
