import { useQuery } from '@tanstack/react-query'
import { type Announcement, startOfDay } from '#lib/announcements/announcement.ts'
import { upcomingQuery } from '#lib/announcements/announcement-queries.ts'
import { nextHighOf } from '#lib/announcements/calendar.ts'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import type { MarketInstrument } from '#lib/signals/live-signals.ts'
import { classNames } from '#ui/class-names.ts'
import { ImpactMark } from './impact-mark.tsx'
import { useTitle } from './use-announcement-words.ts'

type Props = {
  /** Only what can move this instrument; else the next one of all. */
  instrument?: Pick<MarketInstrument, 'baseCurrency' | 'quoteCurrency'>
  /** Only before this moment, in milliseconds since 1970. */
  until?: number
  className?: string
}

/** The next announcement of high impact on one line, leading to it. Draws nothing while none is known within a week. */
export function NextAnnouncement({ instrument, until, className }: Props) {
  const { t } = useTranslation('announcements')
  const format = useFormat()
  const titleOf = useTitle()
  const now = useNow()
  const { data } = useQuery(upcomingQuery(startOfDay(now).getTime()))
  const concerns = ({ currency, starts_at }: Announcement) =>
    (!instrument || currency === instrument.baseCurrency || currency === instrument.quoteCurrency) &&
    (until === undefined || Date.parse(starts_at) < until)
  const next = data && nextHighOf(data.announcements.filter(concerns), now)
  if (!next) return null
  return (
    <Link
      to={`/annonces?annonce=${next.id}`}
      className={classNames(
        'flex min-h-11 items-center gap-2.5 text-13 transition-colors -outline-offset-2 hover:bg-raised',
        className,
      )}
    >
      <ImpactMark impact={next.impact} />
      <span className="tabular shrink-0 font-semibold">{format.moment(next.starts_at, now)}</span>
      <span className="min-w-0 flex-1 truncate">
        {next.currency}, {titleOf(next)}
      </span>
      <span className="tabular shrink-0 text-muted">
        {t('next.in', { time: format.duration(Date.parse(next.starts_at) - now) })}
      </span>
    </Link>
  )
}
