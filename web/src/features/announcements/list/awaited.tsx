import { type Announcement, hasFigure, isTimed } from '#lib/announcements/announcement.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useSeconds } from '#lib/live/use-seconds.ts'
import { TimeLeft } from '#parts/announcements/countdown.tsx'
import { AWAITED_MS, LATE_AFTER_MS, partsOf } from '#parts/announcements/time-left.ts'

/** Whether a figure is due about now: shortly before its time, or not yet published. Decides who counts the seconds. */
export function isAwaited(announcement: Announcement, now = Date.now()): boolean {
  const since = now - Date.parse(announcement.starts_at)
  return (
    isTimed(announcement) &&
    hasFigure(announcement) &&
    announcement.actual === null &&
    announcement.state !== 'cancelled' &&
    announcement.state !== 'postponed' &&
    since > -LATE_AFTER_MS &&
    since < AWAITED_MS
  )
}

/** `en attente, 1 min 10`: the source is late by more than a minute. Nothing is estimated in its place. */
export function Awaited({ since, fallback }: { since: string; fallback: boolean }) {
  const { t } = useTranslation('announcements')
  const late = useSeconds() - Date.parse(since)
  if (late < LATE_AFTER_MS) return fallback && late < 0 ? <TimeLeft to={since} /> : null
  const { hours, minutes, seconds } = partsOf(late)
  return (
    <span className="tabular block text-13 text-warn sm:text-12 sm:whitespace-normal">
      {t('awaited', {
        time:
          hours > 0
            ? `${hours}\u00a0h\u00a0${String(minutes).padStart(2, '0')}`
            : `${minutes}\u00a0min\u00a0${String(seconds).padStart(2, '0')}`,
      })}
    </span>
  )
}
