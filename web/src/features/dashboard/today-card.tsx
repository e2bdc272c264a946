import { useQuery } from '@tanstack/react-query'
import { CalendarCheck2, Check } from 'lucide-react'
import { Link } from '#lib/browser/router-link.tsx'
import { useFormat } from '#lib/language/format.ts'
import { useTranslation } from '#lib/language/i18n.ts'
import { dailyQuery } from '#lib/learning/daily.ts'
import { useNow } from '#lib/live/use-now.ts'
import { NextAnnouncement } from '#parts/announcements/next-announcement.tsx'
import { Block } from './block.tsx'

/** What the day still holds: its test, until midnight in Paris. */
export function TodayCard() {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const now = useNow()
  const { data } = useQuery(dailyQuery)
  const { result, streak } = data ?? {}
  const Icon = result ? Check : CalendarCheck2
  return (
    <Block title={t('today.title')}>
      {data?.test ? (
        <Link
          to="/test-journalier"
          className="grid grid-cols-[16px_minmax(0,1fr)_auto] items-start gap-x-3 px-4 py-3 transition-colors -outline-offset-2 hover:bg-raised"
        >
          <Icon size={16} strokeWidth={1.75} className="mt-0.5 text-muted" aria-hidden />
          <span className="grid gap-0.5">
            <span className="font-medium">{t('today.test')}</span>
            <span className="text-13 text-muted">
              {streak && streak.days > 0
                ? t('today.streak', { count: streak.days, best: streak.best })
                : t('today.about', { minutes: data.minutes })}
            </span>
          </span>
          <span className="grid justify-items-end gap-0.5">
            {result ? (
              <b className="tabular">{t('today.score', { score: result.score, total: result.total })}</b>
            ) : (
              <>
                <b className="tabular">{format.duration(Date.parse(data.closes_at) - now)}</b>
                <span className="text-13 text-muted">
                  {t('today.until', { time: format.time(data.closes_at) })}
                </span>
              </>
            )}
          </span>
        </Link>
      ) : (
        <p className="p-4 text-13 text-pretty text-muted">{t('today.none')}</p>
      )}
      <NextAnnouncement className="border-t border-line px-4" />
    </Block>
  )
}
