import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { allowancesQuery } from '#lib/money/allowances.ts'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Progress } from '#ui/figure/progress.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** What can be used up today; a kind joins with the part of the product that it limits. */
const SHOWN = ['signal_alerts', 'data_copies'] as const

/** How much of what the plan measures out is used, and when it begins anew. */
export function AllowancesCard() {
  const { t } = useTranslation('account')
  const format = useFormat()
  const { data, isLoadingError, refetch } = useQuery(allowancesQuery)
  if (isLoadingError) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-40 w-full" />
  return (
    <Card className="grid gap-4 p-4 md:p-6">
      <h2 className="font-semibold">{t('allowances.title')}</h2>
      <ul className="grid gap-4">
        {SHOWN.map((kind) => {
          const row = data.find((one) => one.kind === kind)
          if (!row) return null
          const { used, amount, renews_at } = row
          return (
            <li key={kind} className="grid gap-1.5">
              <Progress
                shown
                label={t(`allowances.kinds.${kind}`)}
                share={amount === null ? 0 : amount === 0 ? 1 : used / amount}
                text={
                  amount === null ? t('allowances.unlimited', { used }) : t('allowances.of', { used, amount })
                }
              />
              {renews_at !== null && used > 0 && (
                <p className="text-13 text-muted">
                  {t('allowances.renews', { date: format.parisDayMonth(renews_at) })}
                </p>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
