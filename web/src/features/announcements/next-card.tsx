import { type Announcement, hasFigure } from '#lib/announcements/announcement.ts'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { useNow } from '#lib/live/use-now.ts'
import { Countdown } from '#parts/announcements/countdown.tsx'
import { ImpactMark } from '#parts/announcements/impact-mark.tsx'
import { useTitle, useValue } from '#parts/announcements/use-announcement-words.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { RemindButton } from './detail/actions.tsx'

/** On a phone: the next announcement of high impact, with the step to take. */
export function NextCard({ announcement }: { announcement: Announcement }) {
  const { t } = useTranslation('announcements')
  const format = useFormat()
  const titleOf = useTitle()
  const value = useValue()
  const now = useNow()
  const { impact, starts_at, currency, indicator, forecast, previous, revised, sample } = announcement
  return (
    <Card className="grid gap-2 px-4 py-3">
      <p className="flex items-center gap-2 text-13 text-muted">
        <ImpactMark impact={impact} named={false} />
        <span className="flex-1">{t('next.title')}</span>
        {sample && <Badge tone="line">{t('sample.short')}</Badge>}
      </p>
      <div>
        <p className="flex items-baseline justify-between gap-3">
          <Countdown to={starts_at} className="text-28 font-semibold tracking-head" />
          <span className="tabular text-13 text-muted">
            {format.moment(starts_at, now)}, {currency}
          </span>
        </p>
        <p className="font-medium text-pretty">{titleOf(announcement)}</p>
      </div>
      {hasFigure(announcement) && (
        <p className="tabular flex flex-wrap gap-x-4 text-13 text-muted">
          <span>
            {t('columns.forecast')} <b className="font-semibold text-text">{value(forecast, indicator)}</b>
          </span>
          <span>
            {t('columns.previous')}{' '}
            <b className="font-semibold text-text">{value(revised ?? previous, indicator)}</b>
          </span>
        </p>
      )}
      <RemindButton announcement={announcement} block />
    </Card>
  )
}
