import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Stat } from '#ui/figure/stat.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type Feed, feedsQuery } from './feeds.ts'

const TONES = { live: 'gain', stale: 'warn', closed: 'neutral' } as const
const MOST_REASONS = 5

/** The feed of each instrument class, its status, and the data that was rejected. */
export function FeedsCard() {
  const { t } = useTranslation('office')
  const feeds = useQuery(feedsQuery)
  return (
    <Card className="min-w-0 p-4 md:p-6">
      <div className="mb-4">
        <h2 className="font-semibold">{t('feeds.title')}</h2>
        <p className="text-13 text-pretty text-muted">{t('feeds.note')}</p>
      </div>
      {feeds.data ? (
        feeds.data.length === 0 ? (
          <p className="text-muted">{t('feeds.empty')}</p>
        ) : (
          <ul className="grid gap-x-6 gap-y-5 md:grid-cols-2 xl:grid-cols-4">
            {feeds.data.map((feed) => (
              <FeedOfClass key={feed.class} feed={feed} />
            ))}
          </ul>
        )
      ) : feeds.isError ? (
        <ErrorState onRetry={() => void feeds.refetch()} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </Card>
  )
}

function FeedOfClass({ feed }: { feed: Feed }) {
  const { t } = useTranslation('office')
  const format = useFormat()
  const refused = feed.refused.reduce((sum, { times }) => sum + times, 0)
  return (
    <li className="grid content-start gap-3">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{t(`feeds.classes.${feed.class}`)}</span>
        <Badge tone={TONES[feed.state]}>{t(`feeds.states.${feed.state}`)}</Badge>
        <span className="text-13 text-muted">
          {feed.source === 'simulated' ? t('feeds.simulated') : feed.source} · {format.dateTime(feed.since)}
        </span>
      </p>
      <div className="grid grid-cols-3 gap-x-4">
        <Stat label={t('feeds.refused')} value={format.number(refused)} />
        <Stat label={t('feeds.waits')} value={format.number(minutesOf(feed))} />
        <Stat label={t('feeds.passedOver')} value={format.number(feed.passed_over)} />
      </div>
      {refused > 0 && (
        <ul className="grid gap-1 text-13 text-muted">
          {feed.refused.slice(0, MOST_REASONS).map(({ symbol, reason, times }) => (
            <li key={`${symbol} ${reason}`}>
              {t('feeds.times', { symbol, reason: t(`feeds.reasons.${reason}`), count: times })}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** The minutes that outcomes wait for, from the first missing one to the next stored one. */
function minutesOf({ waits }: Feed): number {
  return waits.reduce((sum, { from, until }) => sum + (Date.parse(until) - Date.parse(from)) / 60_000, 0)
}
