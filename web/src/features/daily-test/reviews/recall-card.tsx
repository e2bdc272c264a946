import { useQuery } from '@tanstack/react-query'
import { wilsonInterval } from 'trading/performance'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Card } from '#ui/card.tsx'
import { CalibrationChart } from '../calibration-chart.tsx'
import { recallQuery } from '../queries.ts'

/** Whether the predictions of forgetting come true, over all members: anybody may judge the method. */
export function RecallCard() {
  const { t } = useTranslation('daily-test')
  const format = useFormat()
  const { data } = useQuery(recallQuery)
  const reviews = data?.reduce((sum, { n }) => sum + n, 0) ?? 0
  const points = (data ?? [])
    .filter(({ n }) => n > 0)
    .map(({ n, predicted, observed }) => {
      const interval = wilsonInterval(Math.round(Number(observed) * n), n)
      return {
        said: Number(predicted),
        came: Number(observed),
        low: Number(interval?.low ?? 0),
        high: Number(interval?.high ?? 1),
        n,
      }
    })
  return (
    <Card className="p-5">
      <h2 className="font-semibold">{t('recall.title')}</h2>
      <p className="mt-1 text-13 text-pretty text-muted">
        {reviews === 0
          ? t('recall.none')
          : t('recall.about', { count: reviews, written: format.number(reviews) })}
      </p>
      {points.length > 0 && (
        <CalibrationChart
          points={points}
          axis={t('recall.axis')}
          above={t('recall.above')}
          below={t('recall.below')}
        />
      )}
    </Card>
  )
}
