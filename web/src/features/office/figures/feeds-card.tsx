import { useQuery } from '@tanstack/react-query'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useLanguage, useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { writeDuration } from './duration.ts'
import { FeedRow } from './feed-row.tsx'
import { type CalendarSource, calendarFeedsQuery, type Feed, feedsQuery, lastHeard } from './feeds.ts'
import { machineryQuery } from './machinery.ts'
import { MachineryRows } from './machinery-rows.tsx'
import { MinuteStrip } from './minute-strip.tsx'

const MOST_REASONS = 5

/** Each feed of prices and of the calendar: when it last told anything, which minutes it lacks, and what was refused of it. */
export function FeedsCard({ admin }: { admin: boolean }) {
  const { t } = useTranslation('office')
  const feeds = useQuery(feedsQuery)
  const calendar = useQuery(calendarFeedsQuery)
  const machinery = useQuery(machineryQuery)
  return (
    <Card className="min-w-0 overflow-hidden">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 px-4 pt-4 pb-3 md:px-6 md:pt-5">
        <h2 id="feeds" className="font-semibold">
          {t('feeds.title')}
        </h2>
        <span className="text-12 text-muted">{t('feeds.hour')}</span>
      </div>
      {feeds.data ? (
        <ul
          aria-labelledby="feeds"
          className="grid divide-y divide-line border-t border-line sm:grid-cols-[minmax(0,1fr)_7.5rem_auto] sm:gap-x-3"
        >
          {feeds.data.map((feed) => (
            <MarketFeed key={feed.class} feed={feed} readAt={feeds.dataUpdatedAt} />
          ))}
          {feeds.data.length === 0 && (
            <li className="col-span-full px-4 py-2.5 text-13 text-muted md:px-6">{t('feeds.empty')}</li>
          )}
          {calendar.data && <CalendarFeeds sources={calendar.data} />}
          {machinery.data && <MachineryRows machinery={machinery.data} admin={admin} />}
        </ul>
      ) : feeds.isLoadingError ? (
        <ErrorState onRetry={() => void feeds.refetch()} />
      ) : (
        <Skeleton className="m-4 h-56" />
      )}
    </Card>
  )
}

function MarketFeed({ feed, readAt }: { feed: Feed; readAt: number }) {
  const { t } = useTranslation('office')
  const language = useLanguage()
  const { state, missing, refused, waits, passed_over } = feed
  const heard = lastHeard(feed)
  const age = heard === null ? null : writeDuration(Math.max(0, readAt - heard) / 1000, language)
  const failures = [
    [refused.reduce((sum, { times }) => sum + times, 0), 'refused'],
    [
      waits.reduce((sum, { from, until }) => sum + (Date.parse(until) - Date.parse(from)) / 60_000, 0),
      'waits',
    ],
    [passed_over, 'passedOver'],
  ] as const
  const source = feed.source === 'simulated' ? t('feeds.simulated') : feed.source
  const facts = [
    source,
    missing &&
      t('feeds.minutes', { count: missing.filter((count) => count === 0).length, all: missing.length }),
    ...failures.map(([count, what]) => count > 0 && t(`feeds.${what}`, { count })),
  ]
  return (
    <FeedRow
      name={t(`feeds.classes.${feed.class}`)}
      strip={
        missing && (
          <MinuteStrip
            missing={missing}
            warn={state === 'stale'}
            className="max-sm:col-span-2 max-sm:row-start-2"
          />
        )
      }
      value={
        state === 'live'
          ? age
          : state === 'stale' && age
            ? `${t('feeds.states.stale')}, ${age}`
            : t(`feeds.states.${state}`)
      }
      {...(state === 'live' ? {} : { tone: state === 'stale' ? 'text-warn' : 'text-muted' })}
    >
      {refused.length > 0 ? (
        <details>
          <summary className="cursor-pointer rounded-inner">{facts.filter(Boolean).join(' · ')}</summary>
          <ul className="mt-1 grid gap-1">
            {refused.slice(0, MOST_REASONS).map(({ symbol, reason, times }) => (
              <li key={`${symbol} ${reason}`}>
                {t('feeds.times', { symbol, reason: t(`feeds.reasons.${reason}`), count: times })}
              </li>
            ))}
          </ul>
        </details>
      ) : (
        facts.filter(Boolean).join(' · ')
      )}
    </FeedRow>
  )
}

/** The sources of the calendar on one line, by the one that has been silent for the longest; those that fail by name. */
function CalendarFeeds({ sources }: { sources: readonly CalendarSource[] }) {
  const { t } = useTranslation('office')
  const format = useFormat()
  const now = useNow()
  const failing = sources.filter(({ state }) => state === 'failing')
  const heard = sources.map(({ good_at }) => (good_at === null ? null : Date.parse(good_at)))
  const silent = heard.includes(null) ? null : Math.min(...heard.flatMap((at) => at ?? []))
  const name = (
    <Link to="/admin/annonces" className="rounded-inner underline-offset-4 hover:underline">
      {t('feeds.calendar')}
    </Link>
  )
  return (
    <FeedRow
      name={name}
      value={sources.length === 0 || silent === null ? format.dash : format.duration(now - silent)}
      {...(failing.length > 0 ? { tone: 'text-warn' } : {})}
    >
      {sources.length === 0
        ? t('feeds.noSource')
        : t('feeds.sources', { count: sources.length - failing.length, all: sources.length })}
      {failing.map(({ source, name, good_at, error }) => (
        <p key={source} className="text-pretty break-words text-warn">
          {t('feeds.failing', {
            name,
            error: error ?? '',
            when: good_at === null ? format.dash : format.moment(good_at, now),
          })}
        </p>
      ))}
    </FeedRow>
  )
}
