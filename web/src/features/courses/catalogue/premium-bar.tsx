import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { Trans, useTranslation } from '#lib/language/i18n.ts'
import { priceOf } from '#lib/money/plan.ts'
import { plansOnSale } from '#lib/money/public-plans.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { type Course, partOf } from '../course.ts'

/** What premium opens, counted once for the whole page. */
export function PremiumBar({ courses }: { courses: readonly Course[] }) {
  const { t } = useTranslation('courses')
  const format = useFormat()
  const { data: plans } = useQuery(plansOnSale)
  const locked = courses.flatMap(({ lessons }) => lessons.filter(({ locked }) => locked === 'premium'))
  if (locked.length === 0) return null
  const prices = (plans ?? []).flatMap((plan) => {
    const price = plan.tier === 'premium' ? priceOf(plan, 'month') : null
    return price ? [price] : []
  })
  const [cheapest] = prices.sort((one, other) => one.amount - other.amount)
  return (
    <Card className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-3">
      <Lock size={16} strokeWidth={1.75} className="shrink-0 text-muted" aria-hidden />
      <p className="min-w-0 flex-1 basis-80 text-pretty text-muted">
        <Trans
          t={t}
          i18nKey={cheapest ? 'premium.opens-from' : 'premium.opens'}
          values={{
            lessons: t('lessons', { count: locked.length }),
            exercises: t('exercises', {
              count: locked.filter((lesson) => partOf(lesson, 'exercise')).length,
            }),
            certificates: t('certificates', { count: courses.length }),
            price: cheapest ? format.moneyShort(cheapest.amount, cheapest.currency) : '',
          }}
          components={{ b: <b className="text-text" /> }}
        />
      </p>
      <Button asChild variant="outline">
        <Link to="/abonnements">{t('premium.offer')}</Link>
      </Button>
    </Card>
  )
}
