import { Link } from '#lib/browser/router-link.tsx'
import { usePublicRead } from '#lib/data/public-read.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { breakEven, capitalScale, RISK } from '#lib/money/break-even.ts'
import { type Period, type Plan, priceOf } from '#lib/money/plan.ts'
import { interval } from '#lib/record/interval.ts'
import { RECORD_DAYS, readPerformance } from '#lib/record/public-record.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { BreakEvenRow } from './break-even-row.tsx'

const MONTH = 30

/** From which capital the price is earned back at the measured result, with its interval: also where that speaks against it. */
export function BreakEvenCard({ plans, period }: { plans: readonly Plan[]; period: Period }) {
  const { t, i18n } = useTranslation('subscriptions')
  const format = useFormat()
  const { data: record } = usePublicRead(readPerformance)
  const width = record && interval(record.resolved, record.expectancy_half_width_r)
  const monthly = Math.round(((record?.resolved ?? 0) * MONTH) / RECORD_DAYS)
  if (!record?.expectancy_r || !width || monthly === 0) return null
  const [mean, half] = [Number(record.expectancy_r), Number(width)]
  const rows = plans.flatMap((plan) => {
    const price = plan.tier === 'premium' ? priceOf(plan, period) : null
    if (!price) return []
    const amount = period === 'year' ? price.amount / 12 : price.amount
    return [{ plan, currency: price.currency, capital: breakEven(amount, monthly, mean, half) }]
  })
  const scale = capitalScale(
    rows.flatMap(({ capital: { measured, least, most } }) => [measured, least, most]),
  )
  return (
    <Card className="mt-4 p-5 md:p-6">
      <section aria-labelledby="break-even">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <h2 id="break-even" className="font-semibold">
            {t('breakEven.title')}
          </h2>
          {record.demonstration ? <Badge tone="line">{t('breakEven.example')}</Badge> : null}
        </div>
        <p className="mt-1 text-13 text-pretty text-muted">
          {t('breakEven.text', {
            count: monthly,
            risk: format.percent(RISK),
            r: format.r(record.expectancy_r),
          })}
        </p>
        {scale ? (
          <dl className="mt-5 grid gap-3">
            {rows.map(({ plan, capital, currency }) => (
              <BreakEvenRow
                key={plan.slug}
                name={plan.name[i18n.language]}
                capital={capital}
                currency={currency}
                scale={scale}
              />
            ))}
            <div aria-hidden className="tabular relative h-4 sm:ml-20 text-12 text-muted">
              {scale.ticks.map((tick) => (
                <span
                  key={tick}
                  className="absolute -translate-x-1/2 whitespace-nowrap first:translate-x-0"
                  style={{ left: `${scale.placeOf(tick) * 100}%` }}
                >
                  {format.number(tick)}
                </span>
              ))}
              <span className="absolute right-0">{t('breakEven.never')}</span>
            </div>
          </dl>
        ) : null}
        <p className="mt-4 text-13 text-pretty text-muted">
          <strong className="font-semibold text-text">
            {t(mean - half > 0 ? 'breakEven.above' : 'breakEven.zero')}
          </strong>{' '}
          {t('breakEven.costs')}{' '}
          <Link
            to="/performances"
            className="text-text underline decoration-line-strong underline-offset-3 hover:decoration-current"
          >
            {t('breakEven.results', { count: record.resolved })}
          </Link>
        </p>
      </section>
    </Card>
  )
}
