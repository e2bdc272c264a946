import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type Announcement, hasFigure, isTimed, surpriseOf } from '#lib/announcements/announcement.ts'
import type { Calendar } from '#lib/announcements/calendar.ts'
import { countryName } from '#lib/language/countries.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { Countdown } from '#parts/announcements/countdown.tsx'
import { ImpactMark } from '#parts/announcements/impact-mark.tsx'
import { useDifference, useTitle, useValue } from '#parts/announcements/use-announcement-words.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Awaited, isAwaited } from '../list/awaited.tsx'
import { Actions } from './actions.tsx'
import { historyQuery } from './detail-queries.ts'
import { Expectations } from './expectations.tsx'
import { IndicatorText } from './indicator-text.tsx'
import { MeasuredReaction } from './measured-reaction.tsx'
import { PastReleases } from './past-releases.tsx'
import { Versions } from './versions.tsx'

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

type Props = {
  announcement: Announcement
  sources: Calendar['sources']
  /** The moment as of which the calendar is shown; null: now. */
  known: string | null
  inSheet: boolean
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** An open announcement: the time left or the figure, its history, what prices did after it, and what was known when. */
export default function AnnouncementPanel({
  announcement,
  sources,
  known,
  inSheet,
  onClose,
  onPrevious,
  onNext,
}: Props) {
  const { t, i18n } = useTranslation('announcements')
  const titleOf = useTitle()
  const { indicator, impact, country, sample, id, period } = announcement
  return (
    <article aria-label={titleOf(announcement)}>
      <header
        className={classNames('flex items-start gap-2 pt-3 pr-3 pb-2 pl-5 max-lg:px-4', inSheet && 'hidden')}
      >
        <span className="mt-1.5">
          <ImpactMark impact={impact} />
        </span>
        <h2 className="min-w-0 flex-1 text-20 font-semibold tracking-title text-balance">
          {titleOf(announcement)}{' '}
          <span className="text-13 font-normal tracking-normal text-muted">
            {[countryName(country, i18n.language), periodIn(period, i18n.language)]
              .filter(Boolean)
              .join(', ')}
          </span>
        </h2>
        <span className="flex">
          <Step label={t('panel.previous')} keys="k" onClick={onPrevious} icon={<ChevronUp {...ICON} />} />
          <Step label={t('panel.next')} keys="j" onClick={onNext} icon={<ChevronDown {...ICON} />} />
          <Button
            variant="ghost"
            size="sm"
            iconOnly
            aria-label={t('panel.close')}
            onClick={onClose}
            icon={<X {...ICON} />}
          />
        </span>
      </header>
      <Moment
        announcement={announcement}
        source={sources[announcement.source]?.name ?? announcement.source}
        known={known}
      />
      {sample && (
        <p className="px-5 pb-3 max-lg:px-4">
          <Badge tone="line">{t('sample.one')}</Badge>
        </p>
      )}
      <Figures announcement={announcement} known={known} />
      {known === null && !inSheet && (
        <Actions announcement={announcement} className="border-t border-line px-5 py-4" />
      )}
      {indicator && hasFigure(announcement) && (
        <PastReleases announcement={announcement} indicator={indicator} known={known} />
      )}
      {indicator && <MeasuredReaction indicator={indicator} />}
      {indicator && known === null && <Expectations announcement={announcement} indicator={indicator} />}
      {indicator && <IndicatorText indicator={indicator} />}
      <Versions announcement={id} indicator={indicator} />
    </article>
  )
}

function Step({
  label,
  keys,
  onClick,
  icon,
}: {
  label: string
  keys: string
  onClick: (() => void) | undefined
  icon: React.ReactNode
}) {
  return (
    <Button
      variant="ghost"
      size="sm"
      iconOnly
      aria-label={label}
      aria-keyshortcuts={keys}
      disabled={!onClick}
      onClick={onClick}
      icon={icon}
    />
  )
}

/** `octobre` for 2026-10, `T3` for a quarter; nothing for a day or a week. */
function periodIn(period: string | null, language: string): string | null {
  if (period === null) return null
  const quarter = /^(\d{4})-Q([1-4])$/.exec(period)
  if (quarter) return `${language === 'en' ? 'Q' : 'T'}${quarter[2]} ${quarter[1]}`
  return /^\d{4}-\d{2}$/.test(period)
    ? new Intl.DateTimeFormat(language, { month: 'long' }).format(new Date(`${period}-15T12:00`))
    : null
}

/** The time left, or what was published; where it is from. */
function Moment({
  announcement,
  source,
  known,
}: {
  announcement: Announcement
  source: string
  known: string | null
}) {
  const { t } = useTranslation('announcements')
  const format = useFormat()
  const value = useValue()
  const difference = useDifference()
  const now = useNow()
  const { starts_at, precision, indicator, actual, state, moved_from, released_at } = announcement
  const surprise = surpriseOf(announcement, indicator?.better)
  const comes =
    isTimed(announcement) && Date.parse(starts_at) > now && known === null && state !== 'cancelled'
  const when =
    precision === 'exact'
      ? format.moment(starts_at, now)
      : `${format.longDate(`${announcement.day}T12:00`)}, ${t(`precision.${precision}`)}`
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-1 px-5 pb-4 max-lg:px-4 max-lg:pt-4">
      <b className="text-40 font-semibold tracking-head">
        {actual !== null ? (
          <span className="tabular">{value(actual, indicator)}</span>
        ) : comes ? (
          <Countdown to={starts_at} />
        ) : isAwaited(announcement) && known === null ? (
          <span className="text-20">
            <Awaited since={starts_at} fallback={false} />
          </span>
        ) : (
          format.dash
        )}
      </b>
      <p className="pb-1 text-13 text-muted">
        {actual !== null
          ? t('panel.published', { when: format.moment(released_at ?? starts_at, now) })
          : comes
            ? t('panel.before', { time: when })
            : when}
        <br />
        {t('panel.source', { source })}
        {state === 'moved' && moved_from !== null && (
          <span className="block text-warn">
            {t('movedFrom', { when: format.atMoment(moved_from, now) })}
          </span>
        )}
        {(state === 'postponed' || state === 'cancelled') && (
          <span className="block text-warn">{t(`state.${state}`)}</span>
        )}
      </p>
      {surprise && (
        <p
          className={classNames(
            'tabular ml-auto pb-1 font-semibold',
            surprise.good === null ? 'text-muted' : surprise.good ? 'text-gain' : 'text-loss',
          )}
        >
          {difference(surprise.value, indicator, true)}{' '}
          <span className="block text-12 font-normal text-muted">
            {t(
              surprise.good === null
                ? 'surprise.neutral'
                : surprise.good
                  ? 'surprise.isGood'
                  : 'surprise.isBad',
              {
                currency: announcement.currency,
              },
            )}
          </span>
        </p>
      )}
    </div>
  )
}

/** Forecast, previous value, and how far its surprises usually go. */
function Figures({ announcement, known }: { announcement: Announcement; known: string | null }) {
  const { t } = useTranslation('announcements')
  const value = useValue()
  const difference = useDifference()
  const { indicator, forecast, forecast_low, forecast_high, previous, revised } = announcement
  const { data: history } = useQuery({
    ...historyQuery(indicator?.slug ?? '', known),
    enabled: indicator !== null,
  })
  if (!hasFigure(announcement)) return null
  const deviation = history?.deviation ?? indicator?.deviation ?? null
  return (
    <dl className="grid grid-cols-3 divide-x divide-line border-t border-line">
      <KeyValue
        name={t('columns.forecast')}
        value={value(forecast, indicator)}
        note={
          forecast_low !== null && forecast_high !== null
            ? t('panel.range', { low: value(forecast_low, indicator), high: value(forecast_high, indicator) })
            : ''
        }
      />
      <KeyValue
        name={t('columns.previous')}
        value={value(revised ?? previous, indicator)}
        note={
          revised !== null
            ? t('revisedFrom', { value: value(previous, indicator) })
            : previous === null
              ? ''
              : t('panel.unrevised')
        }
      />
      <KeyValue
        name={t('panel.deviation')}
        value={difference(deviation, indicator)}
        note={history ? t('panel.deviationOf', { count: history.n }) : ''}
      />
    </dl>
  )
}

function KeyValue({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <div className="grid min-w-0 content-start gap-0.5 px-5 py-3 max-lg:px-4">
      <dt className="text-13 font-medium text-muted">{name}</dt>
      <dd className="tabular text-16 font-semibold">{value}</dd>
      <dd className="text-12 text-pretty text-muted">{note}</dd>
    </div>
  )
}
