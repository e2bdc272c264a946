import { useQuery } from '@tanstack/react-query'
import { type Announcement, type Indicator, surpriseOf } from '#lib/announcements/announcement.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useDifference } from '#parts/announcements/use-announcement-words.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { historyQuery } from './detail-queries.ts'
import { HistoryChart } from './history-chart.tsx'

const SHOWN = 12

type Props = { announcement: Announcement; indicator: Indicator; known: string | null }

/** The last releases of an indicator as a chart, with how often they surprised. */
export function PastReleases({ announcement, indicator, known }: Props) {
  const { t } = useTranslation('announcements')
  const difference = useDifference()
  const { data } = useQuery(historyQuery(indicator.slug, known))
  if (!data) return <Skeleton className="m-5 h-48" />
  const { releases, above, in_line, below, largest, n } = data
  if (releases.length === 0)
    return <p className="border-t border-line px-5 py-4 text-13 text-muted">{t('history.none')}</p>
  const { forecast, actual, starts_at } = announcement
  return (
    <section className="border-t border-line px-5 py-4 max-lg:px-4">
      <HistoryChart
        indicator={indicator}
        releases={releases.slice(-SHOWN).map((one) => ({
          at: one.starts_at,
          forecast: one.forecast ?? null,
          actual: one.actual,
          good:
            surpriseOf({ forecast: one.forecast ?? null, actual: one.actual }, indicator.better)?.good ??
            null,
        }))}
        next={actual === null && forecast !== null ? { at: starts_at, forecast } : null}
      />
      {n > 0 && largest !== null && (
        <p className="mt-2 text-13 text-pretty text-muted">
          {t('history.counts', { above, below, in_line })}{' '}
          {t('history.largest', { value: difference(largest, indicator) })}
        </p>
      )}
    </section>
  )
}
